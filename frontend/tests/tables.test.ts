import { expect, test } from "vitest";
import { isMatchOver } from "../src/lib/tables";

const between = (match: string, played: number) => isMatchOver({ status: "between", match, results: Array(played).fill({}) });

test.each([
  ["single", 1, true],
  ["single", 3, true],
  ["double", 1, false],
  ["double", 2, true],
  ["session", 7, false],
])("between deals, a %s match of which %i were played is over: %s", (match, played, isOver) => {
  expect(between(match, played)).toBe(isOver);
});

test("a match is not over while it is played, and is when the table was closed", () => {
  expect(isMatchOver({ status: "playing", match: "single", results: [] })).toBe(false);
  expect(isMatchOver({ status: "over", match: "session", results: [] })).toBe(true);
});
