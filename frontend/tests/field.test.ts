import { expect, test } from "vitest";
import { following } from "../src/games/solitaire/board";
import { mateOf } from "../src/games/solitaire/field/flight";
import { layoutOf } from "../src/games/solitaire/field/layout";

const layout = layoutOf("turtle");

test("the next free tile is found row by row, cyclically", () => {
  const order = [...layout.places.keys()].sort((a, b) => {
    const [one, other] = [layout.places[a]!, layout.places[b]!];
    return one.y - other.y || one.x - other.x;
  });
  const [first, second, third] = [order[0]!, order[40]!, order.at(-1)!];
  const free = [third, first, second];
  expect([following(layout, free, null, 1), following(layout, free, null, -1)]).toEqual([first, third]);
  expect([following(layout, free, first, 1), following(layout, free, third, 1)]).toEqual([second, first]);
  expect([following(layout, free, first, -1), following(layout, [], first, 1)]).toEqual([third, null]);
});

test("a tile leaves with its partner in the viewer's own move, else in the last events", () => {
  const move = { type: "take_pair", first: 3, second: 9 } as const;
  const taken = [
    [5, "1m"],
    [7, "1m"],
  ] as const;
  const event = { type: "pair_taken", seat: 0, taken, score: 2 } as never;
  expect([mateOf(3, [], move), mateOf(9, [], move), mateOf(5, [event], move)]).toEqual([9, 3, 7]);
  expect([mateOf(4, [event], move), mateOf(3, [event], null)]).toEqual([null, null]);
});
