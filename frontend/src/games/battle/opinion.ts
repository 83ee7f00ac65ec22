/** What the house thinks of a game of Battle. */

import type { BattleAnalysis } from "../../generated/wire";
import type { OpinionProps } from "../../boards/module";

/** The mark of a step: what the house holds of the move that led to it. */
export function markOf({ analysis }: Omit<OpinionProps, "at" | "go">, step: number): string {
  return (analysis as BattleAnalysis).moves[step - 1]?.mark ?? "";
}
