import { expect, test } from "vitest";
import { courseRange, reasonText } from "../src/lib/slips";

test("a course is drawn with zero, and closer where it lies far from it", () => {
  expect(courseRange([0, -30, 12])).toEqual([-30, 12]);
  expect(courseRange([5, 5])).toEqual([4.5, 5.5]);
  expect(courseRange([9000, 8400])).toEqual([8100, 9300]);
  expect(courseRange([-9000, -8400])).toEqual([-9300, -8100]);
  expect(courseRange([2, 10])).toEqual([-1, 10]);
});

test("a small chance is told as a small chance", () => {
  const told = (percent: number): string => reasonText({ code: "plan", values: { plan: "", points: 2000, percent } });
  expect(told(0)).toContain("<\u00a01%");
  expect(told(7)).toContain("7%");
  expect(told(7)).not.toContain("<");
});
