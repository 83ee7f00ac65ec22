import { expect, test } from "vitest";
import { dealTitle, leaders, sessionTitle } from "../src/parts/end/title";
import type { Result, TableInfo } from "../src/lib/wire";

const NAMES = ["Ada", "Ben"];
const ending = (result: Partial<Result>, seat: number | null, table: Partial<TableInfo> = {}) => ({
  result: { winners: [0], scores: [10, 5], ending: "done", ...result },
  results: [],
  seat,
  names: NAMES,
  table: table as TableInfo,
});

test("the leaders have the most points, and nobody leads if all are equal", () => {
  expect([leaders([3, 9, 9]), leaders([4, 4]), leaders([1, 2])]).toEqual([[1, 2], [], [1]]);
});

test("a deal's title names its winner, or says that it is a draw", () => {
  const titles = [dealTitle(ending({}, 0), [0]), dealTitle(ending({}, 1), [0]), dealTitle(ending({}, null), [])];
  expect(titles).toEqual(["You win", "Ada wins", "A draw"]);
});

test("a deal's title tells first who gave up", () => {
  const title = dealTitle(ending({ ending: "resigned" }, 0), [0]);
  expect(title).toMatch(/^Ben .*\. You win$/);
});

test("a session without a single winner only says that it is over", () => {
  const titles = [
    [7, 2],
    [5, 5],
  ].map((points) => sessionTitle(ending({}, 1, { match: "session", points })));
  expect(titles).toEqual(["The session is over. Ada wins", "The session is over."]);
});
