import { expect, test } from "vitest";
import { isMatchOver, isPlayed } from "../src/lib/table/tables";
import type { TableInfo } from "../src/lib/wire";

test("a match is over if the house says so or the table was closed", () => {
  expect(isMatchOver({ status: "between", match_over: false })).toBe(false);
  expect(isMatchOver({ status: "between", match_over: true })).toBe(true);
  expect(isMatchOver({ status: "playing", match_over: false })).toBe(false);
  expect(isMatchOver({ status: "over", match_over: false })).toBe(true);
});

test("a table is in play during a deal and between two deals of a match", () => {
  const played = (facts: Partial<TableInfo>): boolean => isPlayed(facts as TableInfo);
  expect(played({ status: "playing", match_over: false })).toBe(true);
  expect(played({ status: "between", match_over: false })).toBe(true);
  expect(played({ status: "between", match_over: true })).toBe(false);
  expect(played({ status: "open", match_over: false })).toBe(false);
});
