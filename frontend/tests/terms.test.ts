import { expect, test } from "vitest";
import { clockText, termsOf } from "../src/games/terms";
import type { TableInfo } from "../src/lib/wire";

const USUAL = {
  match: "single",
  options: {},
  bank: 0,
  step: 0,
  stake: 0,
  fresh: false,
  claims: "",
  seats: [null, null],
};
const table = (facts: Partial<TableInfo>): TableInfo => ({ ...USUAL, ...facts }) as TableInfo;

test.each([
  [300_000, 5000, false, "5 min + 5 s"],
  [600_000, 0, false, "10 min"],
  [180_000, 20_000, true, "20 s a turn, 3 min in reserve"],
  [0, 0, false, "no clock"],
])("a clock of %i and %i milliseconds, fresh each turn: %s, is described as %s", (bank, step, fresh, expected) => {
  expect(clockText({ bank, step, fresh })).toBe(expected);
});

test.each([
  ["lively", "lively claims"],
  ["sealed", "sealed claims: always 4 s"],
])("a table with %s claims says so, if two people can play", (claims, expected) => {
  const person = { name: "Ada", person: "a" };
  expect(termsOf(table({ game: "classic", claims }))).toContain(expected);
  expect(termsOf(table({ game: "classic", claims, seats: [person, null] }))).toContain(expected);
  expect(termsOf(table({ game: "classic", claims, seats: [person, { name: "easy", bot: "easy" }] }))).not.toContain(
    expected,
  );
});

test("a table's terms name its match, rules, clock and stake", () => {
  const own = { name: "garden", title: "Rules of our garden" };
  expect(termsOf(table({ game: "battle", match: "double" }))).toEqual(["two games on the same deal", "no clock"]);
  expect(termsOf(table({ game: "classic", options: { ruleset: { name: "british", title: "…" } } }))).toEqual([
    "one game",
    "British",
    "no clock",
  ]);
  expect(termsOf(table({ game: "classic", options: { ruleset: own } }))).toEqual(["one game", own.title, "no clock"]);
  expect(termsOf(table({ game: "solitaire", options: { layout: "turtle", level: "gentle" }, stake: 50 })).at(-1)).toBe(
    "stake: 50 coins each",
  );
});

test("a custom layout has no name in the terms", () => {
  expect(termsOf(table({ game: "solitaire", options: { layout: "z0 y0: 0,2" } }))).toEqual(["no clock"]);
});
