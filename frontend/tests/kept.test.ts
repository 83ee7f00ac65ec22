import { expect, test } from "vitest";
import { keeper } from "../src/boards/kept";

interface Look {
  slot: number;
  isAble: boolean;
  name?: string | undefined;
}

test("what has not changed stays the same object, and what has is new", () => {
  const keep = keeper((look: Look) => look.slot);
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

test("a thing is found by its key wherever it stands, and is forgotten when it is gone", () => {
  const keep = keeper((look: Look) => look.slot);
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

test("a field that was not there before is a change", () => {
  const keep = keeper((look: Look) => look.slot);
  const [one] = keep([{ slot: 1, isAble: true }]);
  expect(keep([{ slot: 1, isAble: true, name: "five" }])[0]).not.toBe(one);
});
