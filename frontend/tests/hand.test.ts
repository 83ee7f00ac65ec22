import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { handText, parseHand, parseTiles, setTiles } from "../src/lib/scoring/hand";

test.each(["123m 55z [555p] (2222s) [345s]", "1199m [777s+7s] [1111z]", ""])(
  "the hand %s survives a round trip",
  (text) => {
    const hand = parseHand(text);
    expect(hand).not.toBeNull();
    expect(hand && handText(hand)).toBe(text);
  },
);

test("tiles may be typed one by one and out of order", () => {
  expect(parseHand("3m 1m2m 5z")?.tiles).toEqual(["1m", "2m", "3m", "5z"]);
  expect(parseHand("[534s]")?.sets).toEqual([{ kind: "chow", tile: "3s" }]);
});

// Hands as typed, and in the rules' notation; null if the rules cannot read them.
const known = JSON.parse(readFileSync(new URL("hands.json", import.meta.url), "utf8")) as [string, string | null][];

test.each(known)("the hand %s is read like the rules: %s", (typed, written) => {
  const hand = parseHand(typed);
  expect(hand && handText(hand)).toBe(written);
});

test("a set has the right tiles", () => {
  expect(setTiles({ kind: "chow", tile: "7m" })).toEqual(["7m", "8m", "9m"]);
  expect(setTiles({ kind: "concealed", tile: "1z" })).toHaveLength(4);
  expect(parseTiles("19m 19p")).toEqual(["1m", "9m", "1p", "9p"]);
});
