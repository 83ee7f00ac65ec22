/** Navigation through the steps of a replay, some of which are folded away. */

/** The next visible step in a direction, or the last one there is. */
export function stepFrom(isFolded: readonly boolean[], at: number, by: 1 | -1): number {
  const end = isFolded.length - 1;
  let to = at + by;
  while (to > 0 && to < end && isFolded[to]) to += by;
  return Math.max(0, Math.min(end, to));
}

/** The number of each step as players count: the deal has none, and a pass has that of the step it answers. */
export function stepNumbers(isPass: readonly boolean[]): number[] {
  let number = -1;
  return isPass.map((pass) => (pass ? number : ++number));
}

/** The visible step that stands for a folded one. */
export function shownStep(isFolded: readonly boolean[], at: number): number {
  return isFolded.findLastIndex((folded, step) => step <= at && !folded);
}
