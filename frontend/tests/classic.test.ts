import { describe, expect, test } from "vitest";
import {
  expected,
  heapsOf,
  heldBefore,
  runFrom,
  sideOf,
  talliesOf,
  type ClassicView,
  type Heap,
  type Meld,
} from "../src/games/classic/table";
import { handText, parseHand, sorted, type HandSet } from "../src/lib/scoring/hand";
import { chainsOf, firstView, linksOf, seededOf, viewersOf, viewsOf } from "./chains";

const chains = chainsOf("classic");

/** The wall in the rules' notation, from the first seat's side on: a digit is a stack, a letter one of the Kong Box. */
function wallText(heaps: readonly Heap[], length: number, turn: number): string {
  const sides = [0, 1, 2, 3].map(() => Array.from({ length }, () => "."));
  for (const { side, place, tiles, isBox } of heaps) {
    const row = sides[(side + turn) % 4];
    expect(row?.[place]).toBe(".");
    if (row !== undefined) row[place] = (isBox ? ".abc" : ".12").charAt(tiles);
  }
  return sides.map((side) => side.join("")).join("/");
}

test("a player's tallies change with the result of the deal", () => {
  const view = firstView(chains[0]!, 0);
  const opening = { ...view.opening, tallies: [2000, 1900, 2100, 2000] };
  const result = { scores: [-8, -8, 32, -16], winners: [2], ending: "mahjong" };
  const tallies = (shown: ClassicView): (number | null)[] => [0, 1, 2, 3].map((seat) => talliesOf(shown, seat));
  expect(tallies({ ...view, opening, result: null })).toEqual([2000, 1900, 2100, 2000]);
  expect(tallies({ ...view, opening, result })).toEqual([1992, 1892, 2132, 1984]);
  expect(tallies({ ...view, opening: { ...opening, tallies: null }, result })).toEqual([null, null, null, null]);
});

describe.each(seededOf("classic"))("the wall of $name", (chain) => {
  test("matches the rules' picture for every viewer after every event", () => {
    for (const viewer of viewersOf(chain)) {
      const start = firstView(chain, viewer);
      const players = start.hand_sizes.length;
      const shown = (view: ClassicView): string => {
        const { heaps, length } = heapsOf(view, viewer ?? 0);
        return wallText(heaps, length, sideOf(viewer ?? 0, 0, players));
      };
      expect(shown(start)).toBe(chain.wall);
      for (const { after, wall, event } of linksOf(chain, viewer)) expect(shown(after), event.type).toBe(wall);
    }
  });
});

describe.each(chains)("Classic: $name", (chain) => {
  test("a player's own discard is shown before the server answers, other players' are not", () => {
    for (const viewer of viewersOf(chain))
      for (const { before, after, ply, event, isFirst } of linksOf(chain, viewer)) {
        if (event.type !== "discarded" || !isFirst || ply.move.type !== "discard") continue;
        if (viewer === ply.seat) expect(expected(before, viewer, ply.move)).toEqual(after);
        else expect(expected(before, viewer, ply.move)).toBe(before);
      }
  });

  test("hands and sets have the rules' notation", () => {
    for (const seat of chain.firsts.keys()) {
      const views = viewsOf(chain, seat);
      for (const [view, text = ""] of [
        [views[0], chain.hands[seat]],
        [views.at(-1), chain.last_hands[seat]],
      ] as const) {
        const melds = view?.melds[seat] ?? [];
        // The notation has no text for what is left of a robbed kong.
        if (melds.some((meld) => meld.kind === "pong" && meld.concealed)) continue;
        expect(handText({ tiles: [...(view?.hand ?? [])], sets: melds.map(setOf) })).toBe(text);
        expect(handText(parseHand(text) ?? { tiles: [], sets: [] })).toBe(text);
      }
    }
  });
});

/** A set of the table in the notation's form. */
function setOf({ kind, tile, concealed, added }: Meld): HandSet {
  return { kind: concealed ? "concealed" : kind, tile, ...(added ? { added } : {}) };
}

test("discarding one of two equal tiles leaves the other", () => {
  const start = firstView(chains[0]!, 0);
  const view = { ...start, turn: 0, waiting: [0], offer: null, hand: sorted(["5m", "1z", "5m"]) };
  const shown = expected(view, 0, { type: "discard", tile: "5m", ready: false });
  expect([shown.hand, shown.discards.at(-1)]).toEqual([["5m", "1z"], { seat: 0, tile: "5m" }]);
});

test("the drawn tile stands apart from the hand, only once", () => {
  const view = { ...firstView(chains[0]!, 0), hand: sorted(["5m", "1z", "5m"]) };
  expect(heldBefore({ ...view, drawn: "5m" })).toEqual(["5m", "1z"]);
  expect(heldBefore({ ...view, drawn: null })).toEqual(view.hand);
});

test("the next player sits to the right, and two players sit opposite each other", () => {
  expect([0, 1, 2, 3].map((seat) => sideOf(seat, 3, 4))).toEqual([1, 2, 3, 0]);
  expect(sideOf(1, 0, 2)).toBe(2);
  expect(runFrom("7s")).toEqual(["7s", "8s", "9s"]);
});
