/** What the house thinks of a deal of Classic. */

import type { OpinionOf } from "../../boards/module";
import type { AnalysisOf, JudgedChoice } from "../../lib/wire";

/** What led to a step, judged; undefined where there was nothing to choose. */
export const choiceAt = (analysis: AnalysisOf<"classic">, step: number): JudgedChoice | undefined =>
  analysis.choices.find((choice) => choice.step === step);

/** The mark of a step: what the house holds of the move that led to it. */
export function markOf({ analysis }: Pick<OpinionOf<"classic">, "analysis">, step: number): string {
  return choiceAt(analysis, step)?.mark ?? "";
}

/** What a seat's hand was expected to bring before each of its choices; Mahjong itself has no expectation. */
export const hopes = (analysis: AnalysisOf<"classic">, seat: number): { step: number; value: number; mark: string }[] =>
  analysis.choices.flatMap(({ step, seat: one, best, mark }) =>
    one === seat && best.value != null ? [{ step, value: best.value, mark }] : [],
  );
