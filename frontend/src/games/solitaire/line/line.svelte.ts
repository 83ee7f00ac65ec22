/** The line shown on the board: the best one known, or one that clears it. */

import type { SolitaireAnalysis } from "../../../generated/wire";
import type { Key } from "../../../i18n/i18n.svelte";
import type { SolitaireView } from "../board";
import { lineEvent, lineView, type Pairs } from "./line";

export interface Line {
  title: Key;
  /** The view after the end, which contains the deal. */
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
  /** The house's analyses, so that they are requested only once. */
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

  /** Remove the line without calling `onclose`, because its board is gone. */
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

  /** Step forward automatically while the line runs. Call it in an effect. */
  run(): (() => void) | undefined {
    if (!this.isRunning) return undefined;
    const timer = setInterval(() => this.go(this.at + 1), EVERY_MS);
    return () => clearInterval(timer);
  }

  analysisOf(deal: string): SolitaireAnalysis | null {
    return this.known.get(deal) ?? null;
  }

  keep(deal: string, analysis: SolitaireAnalysis): void {
    this.known.set(deal, analysis);
  }
}

export const shownLine = new ShownLine();
