import { expect, test } from "vitest";
import { movedTo, namedTiles, tileOf } from "../src/games/classic/hand/held";

test("equal tiles of a hand have different ids", () => {
  expect(namedTiles(["5m", "1z", "5m", "5m"])).toEqual(["5m/0", "1z/0", "5m/1", "5m/2"]);
  expect(namedTiles(["5m", "5m"]).map(tileOf)).toEqual(["5m", "5m"]);
});

test.each([
  ["a", "c", "bcad"],
  ["c", "a", "cabd"],
  ["d", "a", "dabc"],
  ["a", "b", "bacd"],
])("%s moved to %s gives %s", (id, to, order) => {
  expect(movedTo(["a", "b", "c", "d"], id, to).join("")).toBe(order);
});
