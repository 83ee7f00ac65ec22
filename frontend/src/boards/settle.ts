/** A press ends what still moves on a board. While something moves, the browser shows every frame one later than it
    could, the answer to a click too. */

/** What lasts longer shows time that passes, and is no movement. */
const LONGEST_MS = 1000;

/** Let every press of a board end what moves on it: `{@attach settleOnPress}`. */
export function settleOnPress(board: HTMLElement): () => void {
  const settle = (): void => {
    for (const one of board.getAnimations({ subtree: true })) if (isMovement(one)) one.finish();
  };
  board.addEventListener("pointerdown", settle, { capture: true, passive: true });
  return () => board.removeEventListener("pointerdown", settle, { capture: true });
}

function isMovement({ effect, playState }: Animation): boolean {
  const { duration, iterations, progress } = effect?.getComputedTiming() ?? {};
  const hasBegun = playState === "running" && progress !== null;
  return hasBegun && iterations === 1 && Number(duration) <= LONGEST_MS;
}
