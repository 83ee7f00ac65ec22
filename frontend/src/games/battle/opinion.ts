/** What the house thinks of a game of Battle. */

import type { OpinionOf } from "../../boards/module";

/** The mark of a step: what the house holds of the move that led to it. */
export function markOf({ analysis }: Pick<OpinionOf<"battle">, "analysis">, step: number): string {
  return analysis.moves[step - 1]?.mark ?? "";
}
