/** The animation at the end of a deal: the score counts up line by line, until it is done or skipped. */

import { isStill } from "../settings.svelte";

const LINE_MS = 180;
const COUNT_MS = 700;
/** The animation never lasts longer, however many lines there are. */
const MOST_MS = 3_500;

class EndAnimation {
  /** How long it has run, in milliseconds; infinite once everything is shown. */
  elapsed = $state(Infinity);

  get isRunning(): boolean {
    return this.elapsed < MOST_MS;
  }

  /** Start, unless motion is reduced; call the returned function to end it. */
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

  skip(): void {
    this.elapsed = Infinity;
  }

  /** How much of a number in this line is shown: from 0 to 1, faster at first. */
  shareOf(line: number): number {
    const share = Math.min(1, Math.max(0, (this.elapsed - line * LINE_MS) / COUNT_MS));
    return 1 - (1 - share) ** 3;
  }
}

export const endAnimation = new EndAnimation();

/** Number the lines and tiles of a panel, so that they appear one after another. */
export function inTurn(panel: HTMLElement): void {
  for (const which of ["tbody tr", ".tile"])
    panel.querySelectorAll<HTMLElement>(which).forEach((one, place) => one.style.setProperty("--turn", `${place}`));
}
