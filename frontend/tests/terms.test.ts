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
])("a clock of %i and %i milliseconds, fresh each turn: %s, is told as %s", (bank, step, fresh, told) => {
  expect(clockText({ bank, step, fresh })).toBe(told);
});

test.each([
  ["lively", "lively claims"],
  ["sealed", "sealed claims: always 4 s"],
])("a table with %s claims says so, where two persons can play", (claims, told) => {
  const person = { name: "Ada", person: "a" };
  expect(termsOf(table({ game: "classic", claims }))).toContain(told);
  expect(termsOf(table({ game: "classic", claims, seats: [person, null] }))).toContain(told);
  expect(termsOf(table({ game: "classic", claims, seats: [person, { name: "easy", bot: "easy" }] }))).not.toContain(
    told,
  );
});

test("a table tells its match, its rules, its clock and its stake", () => {
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

test("a layout of somebody's own has no name to tell", () => {
  expect(termsOf(table({ game: "solitaire", options: { layout: "z0 y0: 0,2" } }))).toEqual(["no clock"]);
});
