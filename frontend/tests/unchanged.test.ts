import { expect, test } from "vitest";
import { keepUnchanged } from "../src/boards/unchanged";

interface Item {
  slot: number;
  isAble: boolean;
  name?: string | undefined;
}

test("unchanged items keep their identity, and changed ones are new", () => {
  const keep = keepUnchanged((look: Item) => look.slot);
  const [one, two] = keep([
    { slot: 1, isAble: true },
    { slot: 2, isAble: true },
  ]);
  const [again, changed] = keep([
    { slot: 1, isAble: true },
    { slot: 2, isAble: false },
  ]);
  expect(again).toBe(one);
  expect(changed).not.toBe(two);
  expect(changed).toEqual({ slot: 2, isAble: false });
});

test("an item is found by its key at any place, and forgotten once it is gone", () => {
  const keep = keepUnchanged((look: Item) => look.slot);
  const [one] = keep([{ slot: 1, isAble: true }]);
  expect(
    keep([
      { slot: 7, isAble: true },
      { slot: 1, isAble: true },
    ])[1],
  ).toBe(one);
  keep([]);
  expect(keep([{ slot: 1, isAble: true }])[0]).not.toBe(one);
});

test("an added field is a change", () => {
  const keep = keepUnchanged((look: Item) => look.slot);
  const [one] = keep([{ slot: 1, isAble: true }]);
  expect(keep([{ slot: 1, isAble: true, name: "five" }])[0]).not.toBe(one);
});
