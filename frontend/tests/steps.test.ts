import { expect, test } from "vitest";
import { shownStep, stepFrom, stepNumbers } from "../src/lib/steps";

/** The deal, a discard, three passes, a discard, and a pass that ends it. */
const FOLDED = [false, false, true, true, true, false, true];

test("a step leaps over what is folded away, in both directions", () => {
  expect([stepFrom(FOLDED, 0, 1), stepFrom(FOLDED, 1, 1), stepFrom(FOLDED, 3, 1)]).toEqual([1, 5, 5]);
  expect([stepFrom(FOLDED, 5, -1), stepFrom(FOLDED, 3, -1), stepFrom(FOLDED, 1, -1)]).toEqual([1, 1, 0]);
});

test("steps are counted without the passes, which have the number of what they answer", () => {
  expect(stepNumbers(FOLDED)).toEqual([0, 1, 1, 1, 1, 2, 2]);
});

test("both ends are always reached, and never passed", () => {
  expect([stepFrom(FOLDED, 5, 1), stepFrom(FOLDED, 6, 1), stepFrom(FOLDED, 0, -1)]).toEqual([6, 6, 0]);
});

test("a step that is folded away is shown by the one before it", () => {
  expect(FOLDED.map((_, step) => shownStep(FOLDED, step))).toEqual([0, 1, 1, 1, 1, 5, 5]);
});
