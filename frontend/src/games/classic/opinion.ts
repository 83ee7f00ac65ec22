/** What the house thinks of a deal of Classic. */

import type { ClassicAnalysis, JudgedChoice } from "../../generated/wire";
import type { OpinionProps } from "../../boards/module";

/** What led to a step, judged; undefined where there was nothing to choose. */
export const choiceAt = (analysis: OpinionProps["analysis"], step: number): JudgedChoice | undefined =>
  (analysis as ClassicAnalysis).choices.find((choice) => choice.step === step);

/** The mark of a step: what the house holds of the move that led to it. */
export function markOf({ analysis }: Omit<OpinionProps, "at" | "go">, step: number): string {
  return choiceAt(analysis, step)?.mark ?? "";
}

/** What a seat's hand was expected to bring before each of its choices; Mahjong itself has no expectation. */
export const hopes = (
  analysis: OpinionProps["analysis"],
  seat: number,
): { step: number; value: number; mark: string }[] =>
  (analysis as ClassicAnalysis).choices.flatMap(({ step, seat: one, best, mark }) =>
    one === seat && best.value != null ? [{ step, value: best.value, mark }] : [],
  );
