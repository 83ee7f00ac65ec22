/** Reads the house's analysis of a game of Battle. */

import type { OpinionOf } from "../../../boards/module";

/** The mark of a step: the house's verdict on the move that led to it. */
export function markOf({ analysis }: Pick<OpinionOf<"battle">, "analysis">, step: number): string {
  return analysis.moves[step - 1]?.mark ?? "";
}
