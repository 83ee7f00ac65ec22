/**
 * Selecting tiles: the first click selects a tile, the second takes the pair. While another pair is being sent, the new
 * one waits. The second tile is raised in the next frame; the pair is sent once that frame is shown.
 */

import { afterPaint } from "../../lib/browser/later";
import { settings } from "../../lib/settings.svelte";
import { play } from "../../lib/browser/sounds";
import { matesOf, type SolitaireMove, type SolitaireTakePair, type SolitaireView } from "./board";

export interface Choice {
  view: SolitaireView;
  moves: readonly SolitaireMove[];
  pending: SolitaireMove | null;
  /** Can a move be played now? */
  isAble: boolean;
  act: (move: SolitaireMove) => void;
  /** Called when a blocked tile is clicked. */
  refuse?: (slot: number) => void;
  /** Called when two tiles are no pair. */
  mismatch?: (first: number, second: number) => void;
}

/** Create it while a board is set up. */
export class Choosing {
  chosen: number | null = $state(null);
  private queued: readonly [number, number] | null = $state(null);
  /** The chosen pair, sent as soon as its tiles are shown as selected. */
  private taken: SolitaireTakePair | null = $state.raw(null);
  /** Sends the pair, once. Not a state: on leaving the table, states would still have their old values. */
  private leave: (() => void) | null = null;
  private readonly free = $derived.by(() => new Set(this.given().view.board?.free ?? []));
  /** The tiles that match the selected one, if the setting marks them. */
  readonly mates: ReadonlySet<number> = $derived.by(
    () => new Set(this.chosen === null || !settings.mates ? [] : this.matesTo(this.chosen)),
  );

  constructor(private readonly given: () => Choice) {
    $effect(() => {
      if (this.chosen !== null && (!this.free.has(this.chosen) || !given().isAble)) this.chosen = null;
    });
    $effect(() => {
      if (given().view.board?.hint != null) this.chosen = null; // a hint must not look like the matches of a selection
    });
    $effect(() => {
      if (given().pending !== null || this.queued === null) return;
      const [first, second] = this.queued;
      this.queued = null;
      this.take(first, second);
    });
    $effect(() => () => this.settle()); // sends a pair chosen just before the visitor leaves the table
  }

  /** Is the tile raised: selected, or one of the pair about to leave? */
  isChosen(slot: number): boolean {
    return slot === this.chosen || slot === this.taken?.first || slot === this.taken?.second;
  }

  pick(slot: number): void {
    this.settle();
    const { pending, isAble, refuse } = this.given();
    const { chosen } = this;
    if (!isAble) return;
    if (!this.free.has(slot)) return refuse?.(slot);
    if (chosen === null) return this.hold(slot);
    this.chosen = null;
    if (chosen === slot) return;
    if (pending !== null) this.queued = [chosen, slot];
    else this.take(chosen, slot);
  }

  /** Select the first tile, or take its pair at once if the setting allows it and only one partner is free. */
  private hold(slot: number): void {
    const [only, ...others] = settings.quick && this.given().pending === null ? this.matesTo(slot) : [];
    if (only !== undefined && others.length === 0) return this.take(slot, only);
    this.chosen = slot;
    play("pick");
  }

  private take(first: number, second: number): void {
    const isPair = (move: SolitaireTakePair): boolean =>
      (move.first === first && move.second === second) || (move.first === second && move.second === first);
    const move = this.given()
      .moves.filter((one) => one.type === "take_pair")
      .find(isPair);
    if (move === undefined && this.free.has(second)) this.chosen = second;
    play(move === undefined ? "pick" : "take");
    if (move === undefined) return this.given().mismatch?.(first, second);
    const { act } = this.given();
    this.taken = move;
    this.leave = () => act(move);
    afterPaint(() => this.settle());
  }

  /** Send the chosen pair unless it has been sent. */
  private settle(): void {
    const { leave } = this;
    [this.taken, this.leave] = [null, null];
    leave?.();
  }

  private matesTo(slot: number): number[] {
    const { board } = this.given().view;
    return board === null ? [] : matesOf(board, slot);
  }
}
