import { expect, test } from "vitest";
import { settleOnPress } from "../src/boards/settle";

/** A running animation, and whether it was ended. */
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
  const stop = settleOnPress(board as unknown as HTMLElement);
  board.dispatchEvent(new Event("pointerdown"));
  stop();
  return one.isEnded;
}

test("a press ends what flies over the board", () => expect(pressed({})).toBe(true));

test.each([
  ["has not begun", { progress: null }],
  ["never ends", { iterations: Infinity }],
  ["shows time that passes", { duration: 8000 }],
])("a press leaves alone what %s", (_, timing) => expect(pressed(timing)).toBe(false));

test("a board that is left ends nothing any more", () => {
  const one = new Moving({});
  const board = new Board([one]);
  settleOnPress(board as unknown as HTMLElement)();
  board.dispatchEvent(new Event("pointerdown"));
  expect(one.isEnded).toBe(false);
});
