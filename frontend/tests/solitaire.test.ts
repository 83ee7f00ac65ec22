import { describe, expect, test } from "vitest";
import { SOLITAIRE } from "../src/generated/wire";
import { addressOf, COVERED, expected, GONE, helpPrice, isFree, neighbour } from "../src/games/solitaire/board";
import { layoutOf } from "../src/games/solitaire/field/layout";
import { chainsOf, linksOf, viewersOf, viewsOf } from "./chains";

const chains = chainsOf("solitaire");

describe.each(chains)("Solitaire: $name", (chain) => {
  test("the free tiles are the same as in the rules", () => {
    for (const viewer of viewersOf(chain))
      for (const { board, layout } of viewsOf(chain, viewer)) {
        if (board === null) continue;
        const free = board.cells.flatMap((_, slot) => (isFree(layoutOf(layout), board.cells, slot) ? [slot] : []));
        expect(free).toEqual(board.free);
      }
  });

  test("the player's own pair is shown as taken before the server answers, with its points", () => {
    for (const viewer of viewersOf(chain))
      for (const { before, after, ply, event } of linksOf(chain, viewer)) {
        if (ply.move.type !== "take_pair" || event.type !== "pair_taken" || viewer !== ply.seat) continue;
        const shown = expected(before, viewer, ply.move);
        expect(shown.standings).toEqual(after.standings);
        expect(shown.board?.free).toEqual(after.board?.free);
        const known = after.board?.cells.map((cell, slot) => (shown.board?.cells[slot] === COVERED ? COVERED : cell));
        expect(shown.board?.cells).toEqual(known);
      }
  });

  test("help costs what the app announces", () => {
    for (const { before, ply, event } of linksOf(chain, 0))
      if ("price" in event && ply.seat === 0) expect(helpPrice(before)).toBe(event.price);
  });

  test("a pair has the rules' notation", () => {
    for (const { before, ply, event } of linksOf(chain, 0)) {
      if (event.type !== "pair_taken" || ply.move.type !== "take_pair") continue;
      const { first, second } = ply.move;
      expect(`${addressOf(before, first)}-${addressOf(before, second)}`).toBe(ply.text);
    }
  });
});

test("the chains contain every layout of the house", () => {
  const played = new Set(chains.map((chain) => chain.options["layout"]));
  expect(Object.keys(SOLITAIRE.layouts).filter((name) => !played.has(name))).toEqual([]);
});

test("a taken tile is not free, and frees its neighbours", () => {
  const row = layoutOf("z0 y0: 0,2,4");
  expect([0, 1, 2].map((slot) => isFree(row, ["1m", "1m", "1m"], slot))).toEqual([true, false, true]);
  expect([0, 1, 2].map((slot) => isFree(row, [GONE, "1m", "1m"], slot))).toEqual([false, true, true]);
});

test("the Turtle has 144 tiles in five layers, with the rules' names of places", () => {
  const turtle = layoutOf("turtle");
  expect([turtle.places.length, turtle.layers]).toEqual([144, 5]);
  expect([turtle.places[0]?.address, turtle.places.at(-1)?.address]).toEqual(["a1.1", "e1.1"]);
});

test("arrow keys lead to a tile on that side, or nowhere", () => {
  const row = layoutOf("z0 y0: 0-6; y2: 0,6");
  expect(neighbour(row, [0, 3, 4, 5], 0, 1, 0)).toBe(3);
  expect(neighbour(row, [0, 3, 4, 5], 0, 0, 1)).toBe(4);
  expect(neighbour(row, [0, 3, 4, 5], 0, -1, 0)).toBeNull();
});
