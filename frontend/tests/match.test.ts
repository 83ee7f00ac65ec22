import { expect, test } from "vitest";
import { gameNumber, isDailyDeal, isWithheld, matchResults, mayChat, standing } from "../src/lib/table/match";
import type { Result, SeatInfo } from "../src/lib/wire";

const result = (...scores: number[]): Result => ({ scores, winners: [], ending: "cleared" });
const [first, second, third] = [result(150, 120), result(100, 170), result(135, 135)];

test("the results of the current match are the last ones, one for each game it has played", () => {
  expect(matchResults({ results: [first], played: 1 })).toEqual([first]);
  expect(matchResults({ results: [first, second], played: 2 })).toEqual([first, second]);
  expect(matchResults({ results: [first, second, third], played: 1 })).toEqual([third]);
});

test("a match without results does not show those of the last match", () => {
  expect(matchResults({ results: [first, second], played: 0 })).toEqual([]);
});

test("a game has its number within its match", () => {
  expect(gameNumber({ status: "playing", played: 0 })).toBe(1);
  expect(gameNumber({ status: "playing", played: 1 })).toBe(2);
  expect(gameNumber({ status: "between", played: 1 })).toBe(1);
  expect(gameNumber({ status: "open", played: 0 })).toBe(0);
});

test("a chat needs another person who can read it", () => {
  const [me, friend, house] = [
    { name: "Ann", person: "p1" },
    { name: "Bob", person: "p2" },
    { name: "Suki", bot: "easy" },
  ];
  const seated = (...seats: (SeatInfo | null)[]): boolean => mayChat({ seats }, "p1", []);
  expect([seated(me), seated(me, house), seated(me, null), seated(house, friend)]).toEqual([false, false, true, true]);
  expect(mayChat({ seats: [me] }, "p1", [{ t: "said", person: "p3", name: "Cid", text: "well played" }])).toBe(true);
});

test("seats with equal points share a place", () => {
  expect(standing([-120, 300, -120, -60]).map(({ seat, place }) => [seat, place])).toEqual([
    [1, 1],
    [3, 2],
    [0, 3],
    [2, 3],
  ]);
});

test("only the first deal of a daily table is the daily deal, which has no advice", () => {
  expect(isDailyDeal({ day: "2026-11-16", deal: 0 })).toBe(true);
  expect(isDailyDeal({ day: "2026-11-16", deal: 1 })).toBe(false);
  expect(isDailyDeal({ day: "", deal: 0 })).toBe(false);
});

test("a record is secret on the day of its daily deal, and until the match with its tiles is over", () => {
  const single = { day: "", deal: 1, deals: 1, match_over: true };
  expect(isWithheld(single, "2026-11-16")).toBe(false);
  expect(isWithheld({ ...single, day: "2026-11-16" }, "2026-11-16")).toBe(true);
  expect(isWithheld({ ...single, day: "2026-11-16" }, "2026-11-17")).toBe(false);
  expect(isWithheld({ ...single, day: "2026-11-16", deal: 2 }, "2026-11-16")).toBe(false);
  expect(isWithheld({ ...single, deals: 2, match_over: false }, "2026-11-16")).toBe(true);
  expect(isWithheld({ ...single, deals: null, match_over: false }, "2026-11-16")).toBe(false);
});
