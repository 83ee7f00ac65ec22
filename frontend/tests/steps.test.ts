import { expect, test } from "vitest";
import { shownStep, stepFrom, stepNumbers } from "../src/lib/study/steps";

/** The deal, a discard, three passes, a discard, and a pass that ends it. */
const FOLDED = [false, false, true, true, true, false, true];

test("stepping skips folded steps in both directions", () => {
  expect([stepFrom(FOLDED, 0, 1), stepFrom(FOLDED, 1, 1), stepFrom(FOLDED, 3, 1)]).toEqual([1, 5, 5]);
  expect([stepFrom(FOLDED, 5, -1), stepFrom(FOLDED, 3, -1), stepFrom(FOLDED, 1, -1)]).toEqual([1, 1, 0]);
});

test("passes are not counted, and have the number of the step they answer", () => {
  expect(stepNumbers(FOLDED)).toEqual([0, 1, 1, 1, 1, 2, 2]);
});

test("stepping reaches both ends and stops there", () => {
  expect([stepFrom(FOLDED, 5, 1), stepFrom(FOLDED, 6, 1), stepFrom(FOLDED, 0, -1)]).toEqual([6, 6, 0]);
});

test("the step before a folded one stands for it", () => {
  expect(FOLDED.map((_, step) => shownStep(FOLDED, step))).toEqual([0, 1, 1, 1, 1, 5, 5]);
});
