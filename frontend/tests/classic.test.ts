import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expected, follow, heapsOf, runFrom, sideOf, sorted, type ClassicView } from "../src/games/classic/table";
import type { Tagged } from "../src/lib/wire";

interface Chain {
  start: ClassicView;
  events: Tagged[];
  views: Record<string, ClassicView>;
}

// A deal played by the rules themselves, as a player and as an onlooker were told of it.
const chains = JSON.parse(readFileSync("tests/classic.json", "utf-8")) as Chain[];

test.each(chains)("a view follows what is told as the rules do", ({ start, events, views }) => {
  let view: unknown = start;
  events.forEach((event, place) => {
    view = follow(view, event);
    const right = views[`${place + 1}`];
    if (right !== undefined) expect(view).toEqual(right);
  });
});

test.each(chains)("the heaps of the wall hold as many tiles as are left", ({ start, views }) => {
  for (const view of [start, ...Object.values(views)]) {
    const { heaps } = heapsOf(view, 0);
    const count = (isBox: boolean): number => heaps.filter((heap) => heap.isBox === isBox).reduce((sum, heap) => sum + heap.tiles, 0);
    expect([count(false), count(true)]).toEqual([view.wall, view.box]);
    expect(new Set(heaps.map(({ side, place }) => `${side}/${place}`)).size).toBe(heaps.length);
  }
});

test("an own discard lies on the table before the server answers", () => {
  const { start } = chains[0] as Chain;
  const view = { ...start, turn: 0, waiting: [0], offer: null, hand: sorted(["5m", "1z", "5m"]) };
  const shown = expected(view, 0, { type: "discard", tile: "5m", ready: false } as Tagged);
  expect([shown.hand, shown.discards.at(-1)]).toEqual([["5m", "1z"], { seat: 0, tile: "5m" }]);
  expect(expected(view, 1, { type: "discard", tile: "5m", ready: false } as Tagged)).toBe(view);
});

test("the next player sits to the right, and two sit opposite", () => {
  expect([0, 1, 2, 3].map((seat) => sideOf(seat, 3, 4))).toEqual([1, 2, 3, 0]);
  expect(sideOf(1, 0, 2)).toBe(2);
  expect(runFrom("7s")).toEqual(["7s", "8s", "9s"]);
});
