import { expect, test } from "vitest";
import { clockText, termsOf } from "../src/games/terms";
import type { TableInfo } from "../src/lib/wire";

const table = (facts: Partial<TableInfo>): TableInfo => ({ match: "single", options: {}, bank: 0, step: 0, stake: 0, ...facts }) as TableInfo;

test.each([
  [300_000, 5000, "5 min + 5 s"],
  [600_000, 0, "10 min"],
  [0, 0, "no clock"],
])("a clock of %i and %i milliseconds is told as %s", (bank, step, told) => {
  expect(clockText({ bank, step })).toBe(told);
});

test("a table tells its match, its rules, its clock and its stake", () => {
  const own = { name: "garden", title: "Rules of our garden" };
  expect(termsOf(table({ game: "battle", match: "double" }))).toEqual(["two games on the same deal", "no clock"]);
  expect(termsOf(table({ game: "classic", options: { ruleset: { name: "british", title: "…" } } }))).toEqual(["one game", "British", "no clock"]);
  expect(termsOf(table({ game: "classic", options: { ruleset: own } }))).toEqual(["one game", own.title, "no clock"]);
  expect(termsOf(table({ game: "solitaire", options: { layout: "turtle", level: "gentle" }, stake: 50 })).at(-1)).toBe("stake: 50 tallies each");
});

test("a layout of somebody's own has no name to tell", () => {
  expect(termsOf(table({ game: "solitaire", options: { layout: "z0 y0: 0,2" } }))).toEqual(["no clock"]);
});
