import { expect, test } from "vitest";
import { lessons } from "../src/i18n/en";
import { TILE_STEPS, type TileStep } from "../src/lib/tileLesson";

const chosen = ({ tiles, right }: TileStep): string[] => right.map((place) => tiles[place] ?? "").sort();
const step = (key: string): TileStep => TILE_STEPS.find((one) => one.key === key) ?? { key, tiles: [], right: [] };
const count = (tiles: readonly string[], kind: RegExp): number => tiles.filter((tile) => kind.test(tile)).length;

test("every step about the tiles has words, and all words have a step", () => {
  expect(TILE_STEPS.map(({ key }) => key)).toEqual(Object.keys(lessons.tiles));
});

test.each([
  ["suits", /s$/],
  ["number", /^3m$/],
  ["bird", /^1s$/],
  ["wind", /^[1-4]z$/],
  ["dragon", /^[5-7]z$/],
  ["bonus", /f$/],
])("in %s the right tile is the only one of its kind", (key, kind) => {
  expect(count(step(key).tiles, kind)).toBe(1);
  expect(chosen(step(key))[0]).toMatch(kind);
});

test.each([
  ["pair", 2],
  ["pong", 3],
  ["kong", 4],
])("in %s the right tiles are identical, and there is no other choice", (key, size) => {
  const { tiles } = step(key);
  expect(new Set(chosen(step(key))).size).toBe(1);
  expect(chosen(step(key))).toHaveLength(size);
  const kinds = [...new Set(tiles)].filter((kind) => tiles.filter((tile) => tile === kind).length >= size);
  expect(kinds).toHaveLength(1);
});

test("the Chow has three consecutive tiles of one suit", () => {
  expect(chosen(step("chow"))).toEqual(["3s", "4s", "5s"]);
});
