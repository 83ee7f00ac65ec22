/**
 * A press finishes the animations of a board: during an animation the browser shows every frame one later than it
 * could, even the answer to a click.
 */

/** A longer animation shows passing time and is not finished. */
const LONGEST_MS = 1000;

/** Finish a board's animations at every press: `{@attach finishOnPress}`. */
export function finishOnPress(board: HTMLElement): () => void {
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
