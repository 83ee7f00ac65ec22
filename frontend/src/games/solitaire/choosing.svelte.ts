/** Choosing tiles: the first is held, the second takes the pair; a pair chosen while another is on its way waits.
    The second click raises the second tile in the first frame; the pair leaves after it is shown. */

import { afterPaint } from "../../lib/painted";
import { settings } from "../../lib/settings.svelte";
import { play } from "../../lib/sounds";
import { matesOf, type SolitaireMove, type SolitaireTakePair, type SolitaireView } from "./board";

export interface Choice {
  view: SolitaireView;
  moves: readonly SolitaireMove[];
  pending: SolitaireMove | null;
  /** Can something be played now? */
  isAble: boolean;
  act: (move: SolitaireMove) => void;
  /** A tile that is not free was chosen. */
  refuse?: (slot: number) => void;
  /** Two tiles were chosen that are no pair. */
  mismatch?: (first: number, second: number) => void;
}

/** To be made while a board is set up. */
export class Choosing {
  chosen: number | null = $state(null);
  private queued: readonly [number, number] | null = $state(null);
  /** The pair that was chosen, and is played as soon as it is seen to be chosen. */
  private taken: SolitaireTakePair | null = $state.raw(null);
  /** Plays it, once. No state: when the table is left states are seen as they were before. */
  private leave: (() => void) | null = null;
  private readonly free = $derived.by(() => new Set(this.given().view.board?.free ?? []));
  /** The tiles that match the chosen one, where they are to be marked. */
  readonly mates: ReadonlySet<number> = $derived.by(
    () => new Set(this.chosen === null || !settings.mates ? [] : this.matesTo(this.chosen)),
  );

  constructor(private readonly given: () => Choice) {
    $effect(() => {
      if (this.chosen !== null && (!this.free.has(this.chosen) || !given().isAble)) this.chosen = null;
    });
    $effect(() => {
      if (given().view.board?.hint != null) this.chosen = null; // a hint is not to be taken for what matches a choice
    });
    $effect(() => {
      if (given().pending !== null || this.queued === null) return;
      const [first, second] = this.queued;
      this.queued = null;
      this.take(first, second);
    });
    $effect(() => () => this.settle()); // a pair that was chosen before the table was left
  }

  /** Is the tile raised: chosen, or one of the pair that leaves next? */
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

  /** Hold the first tile; with one click its pair is taken, where that is wished and only one is free. */
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

  /** Play the pair that was chosen, if it has not been played. */
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
