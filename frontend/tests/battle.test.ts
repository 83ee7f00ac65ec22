import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expected, follow, onTable, partners, placed, slotText, tileAt, TOTAL, type BattleView } from "../src/games/battle/board";
import type { Tagged } from "../src/lib/wire";

interface Replayed {
  first: BattleView;
  last: BattleView;
  events: Tagged[][];
}
const replay = JSON.parse(readFileSync(new URL("replay.json", import.meta.url), "utf8")) as Replayed;

test("following the events of a whole game ends at the server's last view", () => {
  expect(replay.events.flat().reduce(follow, replay.first as unknown)).toEqual(replay.last);
});

test("at every moment points and tiles left make 270", () => {
  let view = replay.first;
  for (const event of replay.events.flat()) {
    view = follow(view, event) as BattleView;
    expect((view.scores[0] ?? 0) + (view.scores[1] ?? 0) + onTable(view)).toBe(TOTAL);
  }
});

test("a full field has 108 tiles, 24 of them ends", () => {
  expect(placed(replay.first)).toHaveLength(108);
  expect(placed(replay.first).filter((tile) => tile.isEnd)).toHaveLength(24);
});

test("an own move is shown as the server will tell it", () => {
  const [event] = replay.events[0] as [Tagged & { first: number; second: number }];
  const move = { type: "take_pair", first: event.first, second: event.second };
  expect(expected(replay.first, 0, move)).toEqual(follow(replay.first, event));
});

test("another seat's turn, or tiles that differ, change nothing", () => {
  const [event] = replay.events[0] as [Tagged & { first: number; second: number }];
  const move = { type: "take_pair", first: event.first, second: event.second };
  expect(expected(replay.first, 1, move)).toBe(replay.first);
  expect(expected(replay.first, 0, { type: "take_pair", first: 0, second: 1 } as Tagged)).toBe(replay.first);
  expect(expected(replay.first, 0, { type: "forfeit" })).toBe(replay.first);
});

test("slots have names, tiles have places, and partners are the other halves of pairs", () => {
  expect([slotText(0), slotText(107)]).toEqual(["a1", "l9"]);
  expect(tileAt(replay.first, 0)).toBe(replay.first.board.columns[0]?.[0]);
  const moves = [{ type: "take_pair", first: 0, second: 8 }, { type: "take_pair", first: 0, second: 9 }] as const;
  expect([partners(moves, 0), partners(moves, 9), partners(moves, 1)]).toEqual([[8, 9], [0], []]);
});
