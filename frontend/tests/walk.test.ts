import { expect, test } from "vitest";
import { placed, type TakePair } from "../src/games/battle/board";
import { columnEnd, nextOf, nextPair, sideways } from "../src/games/battle/field/walk";
import { chainsOf, firstView } from "./chains";

const ends = placed(firstView(chainsOf("battle")[0]!, 0)).filter((tile) => tile.isEnd);
const pair = (first: number, second: number): TakePair => ({ type: "take_pair", first, second });
const PAIRS = [pair(0, 9), pair(8, 17), pair(18, 27)];

test("sideways stays at the same end and goes round the field", () => {
  expect([sideways(ends, 0, 1), sideways(ends, 8, 1)]).toEqual([9, 17]);
  expect([sideways(ends, 0, -1), sideways(ends, 107, 1)]).toEqual([99, 8]);
});

test("a column without tiles is skipped, and a single tile is both ends", () => {
  const few = ends.filter(({ slot }) => [0, 8, 18].includes(slot));
  expect([sideways(few, 0, 1), sideways(few, 8, 1), sideways(few, 18, 1)]).toEqual([18, 18, 8]);
  expect(sideways([], 0, 1)).toBeUndefined();
});

test("up and down go to the ends of the column", () => {
  expect([columnEnd(ends, 4, 0), columnEnd(ends, 4, -1)]).toEqual([0, 8]);
});

test("the next pair is found in both directions", () => {
  expect(nextPair(PAIRS, null, null, 1)).toBe(PAIRS[0]);
  expect(nextPair(PAIRS, null, null, -1)).toBe(PAIRS[2]);
  expect(nextPair(PAIRS, 18, 27, 1)).toBe(PAIRS[0]);
  expect(nextPair(PAIRS, 0, 9, -1)).toBe(PAIRS[2]);
  expect(nextPair([], null, null, 1)).toBeUndefined();
});

test("the next slot of a rank is found cyclically", () => {
  expect([nextOf([18, 0, 9], null), nextOf([18, 0, 9], 9), nextOf([18, 0, 9], 18)]).toEqual([0, 18, 0]);
  expect(nextOf([], 3)).toBeUndefined();
});
