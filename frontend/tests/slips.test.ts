import { expect, test } from "vitest";
import { courseRange, reasonText } from "../src/lib/study/slips";

test("a curve includes zero, unless its values are far from it", () => {
  expect(courseRange([0, -30, 12])).toEqual([-30, 12]);
  expect(courseRange([5, 5])).toEqual([4.5, 5.5]);
  expect(courseRange([9000, 8400])).toEqual([8100, 9300]);
  expect(courseRange([-9000, -8400])).toEqual([-9300, -8100]);
  expect(courseRange([2, 10])).toEqual([-1, 10]);
});

test("a small chance is not rounded to zero", () => {
  const textFor = (percent: number): string =>
    reasonText({ code: "plan", values: { plan: "", points: 2000, percent } });
  expect(textFor(0)).toContain("<\u00a01%");
  expect(textFor(7)).toContain("7%");
  expect(textFor(7)).not.toContain("<");
});
