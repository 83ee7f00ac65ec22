/** What the house thinks of a game of Solitaire. */

import type { SolitaireAnalysis } from "../../generated/wire";
import type { OpinionProps } from "../../boards/module";

/** For every step the number of the judged position that it shows, of the seat's last start; null before that. */
export function positions({ replay, seat }: Pick<OpinionProps, "replay" | "seat">): (number | null)[] {
  const start = replay.steps.findLastIndex(
    (step) => step.seat === seat && (step.move as { type?: string } | null)?.type === "start_over",
  );
  let number = 0;
  return replay.steps.map(({ seat: mover }, place) => {
    if (place < start) return null;
    if (place > Math.max(start, 0) && mover === seat) number += 1;
    return number;
  });
}

/** The mark of a step: the move that lost the game. */
export function markOf(props: Omit<OpinionProps, "at" | "go">, step: number): string {
  const told = props.analysis as SolitaireAnalysis;
  const number = positions(props)[step];
  return told.lost_at !== null && number === told.lost_at && props.replay.steps[step]?.seat === props.seat ? "??" : "";
}
