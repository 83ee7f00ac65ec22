/** The way of the keyboard over the field: from end to end of the columns, from pair to pair, from rank to rank. */

import { COLUMNS, ROWS, type Placed, type TakePair } from "./board";

const columnOf = (slot: number): number => Math.floor(slot / ROWS);
const inColumn = (ends: readonly Placed[], column: number): Placed[] => ends.filter((tile) => tile.column === column);

/** The slot in the next column that has tiles, at the same end. */
export function sideways(ends: readonly Placed[], from: number, step: number): number | undefined {
  const column = columnOf(from);
  const isBottom = inColumn(ends, column).at(-1)?.slot === from;
  for (let far = 1; far <= COLUMNS; far++) {
    const there = inColumn(ends, (column + step * far + COLUMNS * far) % COLUMNS);
    if (there.length > 0) return there.at(isBottom && there.length > 1 ? -1 : 0)?.slot;
  }
  return undefined;
}

/** The first or the last slot of the same column. */
export const columnEnd = (ends: readonly Placed[], from: number, end: 0 | -1): number | undefined =>
  inColumn(ends, columnOf(from)).at(end)?.slot;

/** The pair after or before the one whose tiles are chosen and focused; the first or the last where none is. */
export function nextPair(
  pairs: readonly TakePair[],
  selected: number | null,
  focused: number | null,
  step: number,
): TakePair | undefined {
  const at = pairs.findIndex((pair) => pair.first === selected && pair.second === focused);
  return pairs[(at + step + pairs.length + (at < 0 && step < 0 ? 1 : 0)) % pairs.length];
}

/** The slot after the one that has the focus, round and round. */
export function nextOf(slots: readonly number[], focused: number | null): number | undefined {
  const order = [...slots].sort((a, b) => a - b);
  return order.find((slot) => slot > (focused ?? -1)) ?? order[0];
}
