/** The moment when a deal has ended: its score is counted line by line, until it is over or somebody skips it. */

import { isStill } from "./settings.svelte";

const LINE_MS = 180;
const COUNT_MS = 700;
/** Longer nobody waits, however many lines there are. */
const MOST_MS = 3_500;

class Moment {
  /** How long it has lasted, in milliseconds; endless where everything is shown. */
  elapsed = $state(Infinity);

  get isRunning(): boolean {
    return this.elapsed < MOST_MS;
  }

  /** Begin, unless things should stand still; the returned function ends it. */
  begin(): () => void {
    if (isStill()) return () => undefined;
    const start = performance.now();
    this.elapsed = 0;
    const step = (now: number): void => {
      if (!this.isRunning) return;
      this.elapsed = Math.max(0, now - start);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    return () => this.skip();
  }

  /** Show everything at once. */
  skip(): void {
    this.elapsed = Infinity;
  }

  /** How much of a number on this line is counted: from 0 to 1, faster first. */
  shareOf(line: number): number {
    const share = Math.min(1, Math.max(0, (this.elapsed - line * LINE_MS) / COUNT_MS));
    return 1 - (1 - share) ** 3;
  }
}

export const moment = new Moment();

/** Tell each line and each tile of a panel which it is, so that they appear one after another. */
export function inTurn(panel: HTMLElement): void {
  for (const which of ["tbody tr", ".tile"])
    panel.querySelectorAll<HTMLElement>(which).forEach((one, place) => one.style.setProperty("--turn", `${place}`));
}
