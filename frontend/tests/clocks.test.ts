import { expect, test } from "vitest";
import {
  clockLeft,
  clocksOf,
  countdownText,
  NO_CLOCKS,
  spentText,
  thinkingTimeAt,
  timeText,
  turnLeft,
  windowLeft,
} from "../src/lib/table/clocks";

const plain = clocksOf({ clocks: [10_000, 9_000], running: [0] }, 100);
const fresh = clocksOf({ clocks: [180_000, 60_000], turns: [20_000, 20_000], running: [0], window: 0 }, 1000);

test("a running clock goes on between two messages of the server; the others stand still", () => {
  expect([clockLeft(plain, 0, 1100), clockLeft(plain, 1, 1100), clockLeft(plain, 0, 99_999)]).toEqual([9000, 9000, 0]);
  expect(turnLeft(plain, 0, 1100)).toBeNull();
  expect(clockLeft(NO_CLOCKS, 0, 5)).toBeNull();
});

test.each([
  [1000, 20_000, 180_000],
  [1001, 19_999, 180_000],
  [20_999, 1, 180_000],
  [21_000, 0, 180_000],
  [22_500, 0, 178_500],
  [900_000, 0, 0],
])("at %i the turn has %i left and the reserve %i: the turn runs out first", (now, turn, reserve) => {
  expect([turnLeft(fresh, 0, now), clockLeft(fresh, 0, now)]).toEqual([turn, reserve]);
});

test("turn and reserve stand still for a seat that is not to move", () => {
  expect([turnLeft(fresh, 1, 99_000), clockLeft(fresh, 1, 99_000)]).toEqual([20_000, 60_000]);
});

test("a moment before the last message changes no clock", () => {
  expect([clockLeft(plain, 0, 50), turnLeft(fresh, 0, 500), windowLeft(clocksOf({ window: 8000 }, 700), 500)]).toEqual([
    10_000, 20_000, 8000,
  ]);
});

test("an open claim counts down to its end, and no further", () => {
  const open = clocksOf({ window: 8000 }, 1000);
  expect([windowLeft(open, 1000), windowLeft(open, 3500), windowLeft(open, 20_000), windowLeft(NO_CLOCKS, 5)]).toEqual([
    8000, 5500, 0, 0,
  ]);
});

test.each([
  [180_000, "3:00"],
  [179_001, "3:00"],
  [20_000, "0:20"],
  [10_000, "0:10"],
  [9_960, "0:10"],
  [9_940, "9.9"],
  [50, "0.1"],
  [0, "0:00"],
])("%i milliseconds are shown as %s", (ms, text) => {
  expect(timeText(ms)).toBe(text);
});

test.each([
  [60_000, "1:00"],
  [9_001, "0:10"],
  [8_000, "0:08"],
  [1, "0:01"],
  [0, "0:00"],
])("a countdown of %i milliseconds shows whole seconds: %s", (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});

test("thinking time goes on while it runs, and stands still in a pause", () => {
  const thinkingTime = { ms: 5000, at: 1000, isRunning: true };
  expect([thinkingTimeAt(thinkingTime, 3000), thinkingTimeAt(thinkingTime, 500)]).toEqual([7000, 5000]);
  expect(thinkingTimeAt({ ...thinkingTime, isRunning: false }, 3000)).toBe(5000);
  expect([0, 999, 65_000, 3_661_000].map(spentText)).toEqual(["0:00", "0:00", "1:05", "1:01:01"]);
});
