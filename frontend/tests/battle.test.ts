import { describe, expect, test } from "vitest";
import {
  alike,
  between,
  expected,
  pairOfText,
  partners,
  pointsLeft,
  pointsOf,
  placed,
  slotText,
  tileAt,
  TOTAL,
  uncovered,
} from "../src/games/battle/board";
import { chainsOf, firstView, linksOf, viewsOf } from "./chains";

const chains = chainsOf("battle");
const start = firstView(chains[0]!, 0);

describe.each(chains)("Battle: $name", (chain) => {
  test("the points of both players and of the remaining tiles always add up to 270", () => {
    for (const view of viewsOf(chain, null)) {
      const [one = 0, other = 0] = pointsOf(view);
      expect(one + other + pointsLeft(view)).toBe(TOTAL);
    }
  });

  test("a player's own move is shown before the server answers, but not to the opponent", () => {
    for (const { before, after, ply, event } of linksOf(chain, 0)) {
      if (event.type !== "pair_taken") continue;
      expect(expected(before, ply.seat, ply.move)).toEqual(after);
      expect(expected(before, 1 - ply.seat, ply.move)).toBe(before);
    }
  });

  test("a move has the rules' notation, and its tiles are at the named places", () => {
    for (const { before, ply, event } of linksOf(chain, null)) {
      if (event.type !== "pair_taken" || ply.move.type !== "take_pair") continue;
      const { first, second } = ply.move;
      expect(slotText(first) + slotText(second)).toBe(ply.text);
      expect(pairOfText(ply.text)).toEqual([first, second]);
      expect(tileAt(before, first)).toBe(tileAt(before, second));
      const ends = placed(before).filter((tile) => tile.isEnd);
      expect(ends.map((tile) => tile.slot)).toEqual(expect.arrayContaining([first, second]));
    }
  });

  test("every taken pair was an available pair of equal ends, and uncovers the tiles that are free afterwards", () => {
    const ends = (view: typeof start): number[] => placed(view).flatMap(({ slot, isEnd }) => (isEnd ? [slot] : []));
    for (const { before, after, ply, event } of linksOf(chain, null)) {
      if (event.type !== "pair_taken" || ply.move.type !== "take_pair") continue;
      expect(alike(before)).toContainEqual(ply.move);
      const kept = ends(before).filter((slot) => slot !== event.first && slot !== event.second);
      expect([...kept, ...uncovered(before, ply.move)].sort((a, b) => a - b)).toEqual(ends(after));
    }
  });
});

test("after a resignation the opponent has the points of the remaining tiles, and none are left", () => {
  const columns = [
    ["9m", "9m"],
    ["9s", "9s"],
  ] as const;
  const before = { ...start, board: { ...start.board, columns }, scores: [99, 63] };
  const after = { ...before, result: { scores: [99, 81], winners: [1], ending: "resigned" } };
  expect([pointsOf(before), pointsLeft(before)]).toEqual([[99, 63], 18]);
  expect([pointsOf(after), pointsLeft(after)]).toEqual([[99, 81], 0]);
});

test("a full field has 108 tiles, 24 of them ends", () => {
  expect(placed(start)).toHaveLength(108);
  expect(placed(start).filter((tile) => tile.isEnd)).toHaveLength(24);
});

test("different tiles and resignations are not shown before the server answers", () => {
  expect(expected(start, 0, { type: "take_pair", first: 0, second: 1 })).toBe(start);
  expect(expected(start, 0, { type: "forfeit", reason: "resigned" })).toBe(start);
});

test("a tile is covered between the ends of its column", () => {
  expect(between(start, 4)).toEqual([0, 8]);
  expect([between(start, 0), between(start, 8)]).toEqual([null, null]);
  expect([pairOfText("forfeit"), pairOfText("a0b1")]).toEqual([null, null]);
});

test("slots have names, tiles have places, and partners complete a tile to a pair", () => {
  expect([slotText(0), slotText(107)]).toEqual(["a1", "l9"]);
  expect(tileAt(start, 0)).toBe(start.board.columns[0]?.[0]);
  const moves = [
    { type: "take_pair", first: 0, second: 8 },
    { type: "take_pair", first: 0, second: 9 },
  ] as const;
  expect([partners(moves, 0), partners(moves, 9), partners(moves, 1)]).toEqual([[8, 9], [0], []]);
});
