/** What a player looks at on the field and has chosen, and which tiles are marked for it. */

import { partners, uncovered, type BattleView, type TakePair } from "./board";

/** The state of one board; `pairs` are what can be taken now. */
export class Choice {
  selected: number | null = $state(null);
  pointed: number | null = $state(null);
  focused: number | null = $state(null);
  /** The row of the list of pairs that is pointed at or has the focus. */
  row: TakePair | null = $state.raw(null);

  /** The pair that was taken just now: its tiles are shown as chosen, and fly in the next frame. */
  taken: TakePair | null = $state.raw(null);

  private readonly view: () => BattleView;
  private readonly pairs: () => readonly TakePair[];
  private readonly looked = $derived.by(() => this.selected ?? this.pointed ?? this.focused);

  /** The slots that can be taken. */
  readonly able: ReadonlySet<number> = $derived.by(
    () => new Set(this.pairs().flatMap(({ first, second }) => [first, second])),
  );
  /** What can be taken with the tile that is looked at. */
  readonly paired: ReadonlySet<number> = $derived.by(
    () => new Set(this.looked === null ? [] : partners(this.pairs(), this.looked)),
  );
  /** A row marks its own two tiles alone; a tile marks itself and its partners. */
  readonly marked: ReadonlySet<number> = $derived.by(() => {
    if (this.row !== null) return new Set([this.row.first, this.row.second]);
    return new Set([...this.paired, ...(this.looked !== null && this.able.has(this.looked) ? [this.looked] : [])]);
  });
  /** The slots that become free with the pair that is aimed at. */
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

  /** The pair of two slots, whichever comes first. */
  find(one: number | null, other: number | null): TakePair | undefined {
    return this.pairs().find(
      ({ first, second }) => (first === one && second === other) || (first === other && second === one),
    );
  }

  isChosen(slot: number): boolean {
    return slot === this.selected || slot === this.taken?.first || slot === this.taken?.second;
  }

  /** Nothing is chosen or pointed at any more. */
  clear(): void {
    this.selected = this.pointed = this.row = this.taken = null;
  }
}
