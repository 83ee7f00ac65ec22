import { expect, test } from "vitest";
import { gameNumber, matchResults, standing } from "../src/lib/match";
import type { Result } from "../src/lib/wire";

const result = (...scores: number[]): Result => ({ scores, winners: [], ending: "cleared" }) as unknown as Result;
const [first, second, third] = [result(150, 120), result(100, 170), result(135, 135)];

test("the results of the running match are those that its points add up from", () => {
  expect(matchResults({ results: [first], points: [150, 120] })).toEqual([first]);
  expect(matchResults({ results: [first, second], points: [250, 290] })).toEqual([first, second]);
  expect(matchResults({ results: [first, second, third], points: [135, 135] })).toEqual([third]);
});

test("a match that has no result yet has none of the last match's", () => {
  expect(matchResults({ results: [first, second], points: [] })).toEqual([]);
  expect(matchResults({ results: [null], points: [] })).toEqual([]);
});

test("a game has its number within its match, also after a match that was ended early", () => {
  expect(gameNumber({ status: "playing", results: [], points: [], match_over: false })).toBe(1);
  expect(gameNumber({ status: "playing", results: [first], points: [150, 120], match_over: false })).toBe(2);
  expect(gameNumber({ status: "between", results: [first], points: [150, 120], match_over: false })).toBe(1);
  expect(gameNumber({ status: "playing", results: [first], points: [], match_over: false })).toBe(1);
  expect(gameNumber({ status: "between", results: [third, first, second], points: [250, 290], match_over: true })).toBe(2);
});

test("who has equal points shares a place", () => {
  expect(standing([-120, 300, -120, -60]).map(({ seat, place }) => [seat, place])).toEqual([
    [1, 1],
    [3, 2],
    [0, 3],
    [2, 3],
  ]);
});
