import { expect, test } from "vitest";
import { hasMore } from "../src/lib/page/scrollHint";

test.each([
  ["everything is in sight", 300, 300, 0, false],
  ["a rounding is left out", 304, 300, 0, false],
  ["a line is below", 330, 300, 0, true],
  ["the end was reached", 330, 300, 29.5, false],
])("an element with more content below is marked: %s", (_, scrollHeight, clientHeight, scrollTop, more) => {
  expect(hasMore({ scrollHeight, clientHeight, scrollTop })).toBe(more);
});
