import { expect, test } from "vitest";
import { finishOnPress } from "../src/boards/finishAnimations";

/** A running animation that remembers whether it was finished. */
class Moving {
  readonly playState = "running";
  isEnded = false;
  constructor(private readonly timing: ComputedEffectTiming) {}
  get effect(): Pick<AnimationEffect, "getComputedTiming"> {
    return { getComputedTiming: () => ({ iterations: 1, duration: 380, progress: 0.5, ...this.timing }) };
  }
  finish(): void {
    this.isEnded = true;
  }
}

class Board extends EventTarget {
  constructor(private readonly moving: Moving[]) {
    super();
  }
  getAnimations(): Moving[] {
    return this.moving;
  }
}

function pressed(timing: ComputedEffectTiming): boolean {
  const one = new Moving(timing);
  const board = new Board([one]);
  const stop = finishOnPress(board as unknown as HTMLElement);
  board.dispatchEvent(new Event("pointerdown"));
  stop();
  return one.isEnded;
}

test("a press finishes the animations of flying tiles", () => expect(pressed({})).toBe(true));

test.each([
  ["has not begun", { progress: null }],
  ["never ends", { iterations: Infinity }],
  ["shows time that passes", { duration: 8000 }],
])("a press does not finish an animation that %s", (_, timing) => expect(pressed(timing)).toBe(false));

test("a removed board finishes no animations", () => {
  const one = new Moving({});
  const board = new Board([one]);
  finishOnPress(board as unknown as HTMLElement)();
  board.dispatchEvent(new Event("pointerdown"));
  expect(one.isEnded).toBe(false);
});
