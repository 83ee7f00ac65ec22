import { expect, test } from "vitest";
import { ScoredHand } from "../src/lib/scoring/scorer.svelte";

const picked = (...tiles: string[]): ScoredHand => {
  const hand = new ScoredHand();
  for (const tile of tiles) hand.pick(tile);
  return hand;
};

test("up to four equal tiles can be added, and the last one is the winning tile", () => {
  const hand = picked("5m", "5m", "5m", "5m", "5m", "1z");
  expect(hand.text).toBe("5555m 1z");
  expect(hand.winning).toBe("1z");
  expect(hand.canPick("5m")).toBe(false);
});

test("a set needs room in the hand, and enough unused tiles", () => {
  const hand = picked("3m", "3m");
  hand.way = "pong";
  expect(hand.canPick("3m")).toBe(false);
  hand.way = "chow";
  expect([hand.canPick("7m"), hand.canPick("8m"), hand.canPick("1z")]).toEqual([true, false, false]);
  hand.pick("7m");
  expect(hand.text).toBe("33m [789m]");
  hand.dropSet(0);
  expect(hand.size).toBe(2);
});

test("the example can be scored, and its address gives the same hand again", () => {
  const hand = new ScoredHand();
  hand.showExample();
  expect(hand.isReady).toBe(true);
  const read = new ScoredHand();
  read.readAddress(new URL(hand.address, "http://house").searchParams);
  expect(read.question).toEqual(hand.question);
});

test("typed bonus tiles are put beside the hand; unreadable text stays as typed", () => {
  const hand = new ScoredHand();
  hand.write("11m 1f 5f");
  expect([hand.text, hand.bonus]).toEqual(["11m", ["1f", "5f"]]);
  hand.write("11x");
  expect([hand.isUnreadable, hand.text, hand.size]).toEqual([true, "11x", 2]);
});

test("a removed winning tile is replaced by another", () => {
  const hand = picked("1m", "2m");
  hand.drop(1);
  hand.settle();
  expect(hand.winning).toBe("1m");
});
