import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expected, follow, neighbour, type SolitaireView } from "../src/games/solitaire/board";
import { layoutOf } from "../src/games/solitaire/layout";
import type { Tagged } from "../src/lib/wire";

interface Chain {
  start: SolitaireView;
  events: Tagged[];
  views: Record<string, SolitaireView>;
}

// Games played by the rules themselves: a view, what was told, and the views that came of it.
const chains = JSON.parse(readFileSync("tests/solitaire.json", "utf-8")) as Chain[];

const compared = (view: SolitaireView): unknown => ({ ...view, board: view.board && { ...view.board, unseen: null } });

test.each(chains)("a view follows what is told as the rules do", ({ start, events, views }) => {
  let view: unknown = start;
  events.forEach((event, place) => {
    view = follow(view, event);
    const right = views[`${place + 1}`];
    if (right !== undefined) expect(compared(view as SolitaireView)).toEqual(compared(right));
  });
});

test("an own pair is shown as taken before the server answers, with its points", () => {
  const { start, events, views } = chains[0] as Chain;
  const place = events.findIndex((event) => event.type === "pair_taken");
  const before = (views[`${place}`] ?? start) as SolitaireView;
  const taken = (events[place] as unknown as { taken: [number, string][] }).taken.map(([slot]) => slot);
  const shown = expected(before, 0, { type: "take_pair", first: taken[0], second: taken[1] } as Tagged);
  const after = views[`${place + 1}`] as SolitaireView;
  expect(shown.standings).toEqual(after.standings);
  expect(shown.board?.free).toEqual(after.board?.free);
});

test("the Turtle has 144 tiles in five layers, and its addresses are those of the rules", () => {
  const turtle = layoutOf("turtle");
  expect([turtle.places.length, turtle.layers]).toEqual([144, 5]);
  expect([turtle.places[0]?.address, turtle.places.at(-1)?.address]).toEqual(["a1.1", "e1.1"]);
});

test("arrow keys go to a tile on that side, or nowhere", () => {
  const row = layoutOf("z0 y0: 0-6; y2: 0,6");
  expect(neighbour(row, [0, 3, 4, 5], 0, 1, 0)).toBe(3);
  expect(neighbour(row, [0, 3, 4, 5], 0, 0, 1)).toBe(4);
  expect(neighbour(row, [0, 3, 4, 5], 0, -1, 0)).toBeNull();
});
