/** One hand while a deal of a real table is entered: its tiles or its score, and the answers to further questions. */

import type { HandEntry } from "../../generated/wire";
import { ScoredHand, SIZE, type Ask } from "./scorer.svelte";

export const LOSING = SIZE - 1;

export class EnteredHand {
  readonly hand: ScoredHand;
  /** The score, if the players counted it themselves. */
  counted: number | null = $state(null);
  isFishing = $state(false);
  hasCall = $state(false);
  /** The seat that pays for everybody; empty for nobody. */
  liable = $state("");
  gone = $state("");

  readonly isEmpty = $derived.by(() => this.counted === null && this.hand.isEmpty);
  readonly isWhole = $derived.by(() => this.counted !== null || this.hand.size === this.hand.whole);

  constructor(whole = SIZE) {
    this.hand = new ScoredHand(whole);
  }

  take(entry: HandEntry): void {
    this.hand.write(entry.tiles ?? "");
    this.hand.bonus = (entry.bonus ?? "").match(/[1-8]f/g) ?? [];
    this.counted = entry.counted ?? null;
    [this.isFishing, this.hasCall, this.gone] = [
      entry.fishing ?? false,
      entry.original_call ?? false,
      entry.gone ?? "",
    ];
    this.liable = entry.liable === null || entry.liable === undefined ? "" : `${entry.liable}`;
  }

  /** The hand as the server takes it, without answers to questions that do not apply. */
  entry(hasWon: boolean, asks: readonly Ask[]): HandEntry {
    const asked = (what: Ask): boolean => asks.includes(what);
    const tiles =
      this.counted === null ? { tiles: this.hand.text, bonus: this.hand.bonus.join(" ") } : { counted: this.counted };
    if (this.isEmpty && !(hasWon && this.liable !== "")) return {};
    return {
      ...tiles,
      ...(!hasWon && asked("fishing") && this.isFishing ? { fishing: true } : {}),
      ...(hasWon && asked("original_call") && this.hasCall ? { original_call: true } : {}),
      ...(hasWon && asked("liable") && this.liable !== "" ? { liable: Number(this.liable) } : {}),
      ...(hasWon && asked("gone") && this.gone.trim() !== "" ? { gone: this.gone.trim() } : {}),
    };
  }

  clear(): void {
    this.hand.clear();
    this.take({});
  }
}
