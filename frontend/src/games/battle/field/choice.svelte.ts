/** The tiles that a player points at and has selected, and the tiles that are marked as a result. */

import { partners, uncovered, type BattleView, type TakePair } from "../board";

/** The selection on one board; `pairs` are the pairs that can be taken now. */
export class Choice {
  selected: number | null = $state(null);
  pointed: number | null = $state(null);
  focused: number | null = $state(null);
  /** The row of the list of pairs under the pointer or with the focus. */
  row: TakePair | null = $state.raw(null);

  /** The pair just taken: its tiles are shown as selected, and fly away in the next frame. */
  taken: TakePair | null = $state.raw(null);

  private readonly view: () => BattleView;
  private readonly pairs: () => readonly TakePair[];
  private readonly looked = $derived.by(() => this.selected ?? this.pointed ?? this.focused);

  /** The slots of tiles that can be taken. */
  readonly able: ReadonlySet<number> = $derived.by(
    () => new Set(this.pairs().flatMap(({ first, second }) => [first, second])),
  );
  /** The slots that form a pair with the tile pointed at. */
  readonly paired: ReadonlySet<number> = $derived.by(
    () => new Set(this.looked === null ? [] : partners(this.pairs(), this.looked)),
  );
  /** A row marks only its own two tiles; a tile marks itself and its partners. */
  readonly marked: ReadonlySet<number> = $derived.by(() => {
    if (this.row !== null) return new Set([this.row.first, this.row.second]);
    return new Set([...this.paired, ...(this.looked !== null && this.able.has(this.looked) ? [this.looked] : [])]);
  });
  /** The slots that the pair pointed at would free. */
  readonly next: ReadonlySet<number> = $derived.by(() => {
    const pair = this.row ?? this.find(this.selected, this.pointed ?? this.focused);
    return new Set(pair === undefined ? [] : uncovered(this.view(), pair));
  });

  constructor(view: () => BattleView, pairs: () => readonly TakePair[]) {
    this.view = view;
    this.pairs = pairs;
    $effect(() => {
      if (this.selected !== null && !this.able.has(this.selected)) this.selected = null;
    });
  }

  /** The pair of two slots in either order. */
  find(one: number | null, other: number | null): TakePair | undefined {
    return this.pairs().find(
      ({ first, second }) => (first === one && second === other) || (first === other && second === one),
    );
  }

  isChosen(slot: number): boolean {
    return slot === this.selected || slot === this.taken?.first || slot === this.taken?.second;
  }

  /** Drop the selection and everything pointed at. */
  clear(): void {
    this.selected = this.pointed = this.row = this.taken = null;
  }
}
