/** Reads the house's analysis of a game of Solitaire. */

import type { OpinionOf } from "../../../boards/module";

/** For every step the number of its judged position, counted from the seat's last restart; null before that. */
export function positions({ replay, seat }: Pick<OpinionOf<"solitaire">, "replay" | "seat">): (number | null)[] {
  const start = replay.steps.findLastIndex((step) => step.seat === seat && step.move?.type === "start_over");
  let number = 0;
  return replay.steps.map(({ seat: mover }, place) => {
    if (place < start) return null;
    if (place > Math.max(start, 0) && mover === seat) number += 1;
    return number;
  });
}

/** The mark of a step: `??` for the move that lost the game. */
export function markOf(
  { analysis, replay, seat }: Pick<OpinionOf<"solitaire">, "analysis" | "replay" | "seat">,
  step: number,
): string {
  const number = positions({ replay, seat })[step];
  const lostAt = analysis.players[seat]?.lost_at ?? null;
  return lostAt !== null && number === lostAt && replay.steps[step]?.seat === seat ? "??" : "";
}
