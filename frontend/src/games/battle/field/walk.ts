/** Keyboard navigation on the field: between the ends of columns, between pairs, between ranks. */

import { COLUMNS, ROWS, type Placed, type TakePair } from "../board";

const columnOf = (slot: number): number => Math.floor(slot / ROWS);
const inColumn = (ends: readonly Placed[], column: number): Placed[] => ends.filter((tile) => tile.column === column);

/** The slot at the same end of the next column that has tiles. */
export function sideways(ends: readonly Placed[], from: number, step: number): number | undefined {
  const column = columnOf(from);
  const isBottom = inColumn(ends, column).at(-1)?.slot === from;
  for (let far = 1; far <= COLUMNS; far++) {
    const there = inColumn(ends, (column + step * far + COLUMNS * far) % COLUMNS);
    if (there.length > 0) return there.at(isBottom && there.length > 1 ? -1 : 0)?.slot;
  }
  return undefined;
}

/** The first or last slot of the same column. */
export const columnEnd = (ends: readonly Placed[], from: number, end: 0 | -1): number | undefined =>
  inColumn(ends, columnOf(from)).at(end)?.slot;

/** The pair after or before the selected and focused one; the first or last pair if there is none. */
export function nextPair(
  pairs: readonly TakePair[],
  selected: number | null,
  focused: number | null,
  step: number,
): TakePair | undefined {
  const at = pairs.findIndex((pair) => pair.first === selected && pair.second === focused);
  return pairs[(at + step + pairs.length + (at < 0 && step < 0 ? 1 : 0)) % pairs.length];
}

/** The slot after the focused one, cyclically. */
export function nextOf(slots: readonly number[], focused: number | null): number | undefined {
  const order = [...slots].sort((a, b) => a - b);
  return order.find((slot) => slot > (focused ?? -1)) ?? order[0];
}
