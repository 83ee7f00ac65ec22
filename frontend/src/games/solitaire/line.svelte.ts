/** The line that is played on the board: the best one known, or one that clears it. */

import type { SolitaireAnalysis } from "../../generated/wire";
import type { Key } from "../../i18n/i18n.svelte";
import type { SolitaireView } from "./board";
import { lineEvent, lineView, type Pairs } from "./line";

export interface Line {
  title: Key;
  /** The view after the end, which shows the deal. */
  view: SolitaireView;
  pairs: Pairs;
  onclose?: (() => void) | undefined;
}

const EVERY_MS = 900;

class ShownLine {
  line: Line | null = $state.raw(null);
  at = $state(0);
  isRunning = $state(false);
  readonly end = $derived(this.line?.pairs.length ?? 0);
  readonly view = $derived(this.line && lineView(this.line.view, this.line.pairs, this.at));
  readonly last = $derived(this.line && lineEvent(this.line.view, this.line.pairs, this.at));
  /** What the house has told of deals, so that it need not be asked twice. */
  private readonly known = new Map<string, SolitaireAnalysis>();

  open(line: Line): void {
    this.line = line;
    this.at = 0;
    this.isRunning = false;
  }

  close(): void {
    const line = this.line;
    this.line = null;
    this.isRunning = false;
    line?.onclose?.();
  }

  /** Put the line away without a word, with the board that it was on. */
  drop(): void {
    this.line = null;
    this.isRunning = false;
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.end, to));
    if (this.at === this.end) this.isRunning = false;
  }

  toggle(): void {
    if (this.at === this.end) this.at = 0;
    this.isRunning = !this.isRunning;
  }

  /** Step on by itself while it runs. To be called in an effect. */
  run(): (() => void) | undefined {
    if (!this.isRunning) return undefined;
    const timer = setInterval(() => this.go(this.at + 1), EVERY_MS);
    return () => clearInterval(timer);
  }

  told(deal: string): SolitaireAnalysis | null {
    return this.known.get(deal) ?? null;
  }

  keep(deal: string, told: SolitaireAnalysis): void {
    this.known.set(deal, told);
  }
}

export const shownLine = new ShownLine();
