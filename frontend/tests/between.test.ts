import { expect, test } from "vitest";
import { mayEndMatch, seatStates } from "../src/parts/end/between";
import type { TableInfo } from "../src/lib/wire";

const person = (ready: boolean) => ({ name: "", person: "p", ready });
const SEATS = [
  person(true),
  person(false),
  { name: "", bot: "easy", ready: true },
  null,
] as unknown as TableInfo["seats"];

test("a seat is the house's, ready, away or awaited", () => {
  expect(seatStates(SEATS, [true, true, null, null])).toEqual(["ready", "awaited", "house", "house"]);
  expect(seatStates(SEATS, [true, false, null, null])).toEqual(["ready", "away", "house", "house"]);
});

test("a match without a stake or rating can be ended by everybody at the table at any time", () => {
  const waiting = { states: seatStates(SEATS, []), left: [], rest: null };
  expect([0, 1, null].map((seat) => mayEndMatch(seat, false, waiting))).toEqual([true, true, false]);
});

test("a match that counts can be ended only by those who wait, once the time of another player is over", () => {
  const waiting = { states: seatStates(SEATS, []), left: [null, null, null, null], rest: 1 };
  expect([0, 1].map((seat) => mayEndMatch(seat, true, waiting))).toEqual([false, false]);
  expect([0, 1].map((seat) => mayEndMatch(seat, true, { ...waiting, rest: 0 }))).toEqual([true, false]);
  const away = { ...waiting, rest: null, left: [null, 0, null, null] };
  expect([0, 1].map((seat) => mayEndMatch(seat, true, away))).toEqual([true, false]);
});
