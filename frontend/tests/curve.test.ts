import { expect, test } from "vitest";
import { scaleOf } from "../src/lib/page/curve";

test.each([
  ["both ends and zero", [-80, 100], [100, 0, -80]],
  ["zero instead of an end that is near to it", [-89, 1], [0, -89]],
  ["both ends where zero is out of sight", [300, 340], [340, 300]],
] as const)("the labels of a curve are %s", (_, range, labels) => {
  expect(scaleOf(range)).toEqual(labels);
});
