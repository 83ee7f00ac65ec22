/** Reads the house's analysis of a deal of Classic. */

import type { OpinionOf } from "../../../boards/module";
import type { AnalysisOf, JudgedChoice } from "../../../lib/wire";

/** The judged choice that led to a step; undefined if there was nothing to choose. */
export const choiceAt = (analysis: AnalysisOf<"classic">, step: number): JudgedChoice | undefined =>
  analysis.choices.find((choice) => choice.step === step);

/** The mark of a step: the house's verdict on the move that led to it. */
export function markOf({ analysis }: Pick<OpinionOf<"classic">, "analysis">, step: number): string {
  return choiceAt(analysis, step)?.mark ?? "";
}

/** The expected value of a seat's hand before each of its choices; declaring Mahjong has none. */
export const expectedValues = (
  analysis: AnalysisOf<"classic">,
  seat: number,
): { step: number; value: number; mark: string }[] =>
  analysis.choices.flatMap(({ step, seat: one, best, mark }) =>
    one === seat && best.value != null ? [{ step, value: best.value, mark }] : [],
  );
