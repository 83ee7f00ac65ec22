/** Battle's view in the browser: its shape, the effect of events, and the names of slots. */

import type { BattleView, TakePair, Tile } from "../../generated/wire";
import type { EventOf, MoveOf, Seat } from "../../lib/wire";

export type { BattleView, PairTaken, TakePair } from "../../generated/wire";
export type BattleMove = MoveOf<"battle">;
export type BattleEvent = EventOf<"battle">;

export const COLUMNS = 12;
export const ROWS = 9;
export const TOTAL = 270;
export const LETTERS: readonly string[] = Array.from("abcdefghijkl");

export interface Placed {
  slot: number;
  tile: Tile;
  column: number;
  row: number;
  /** Is it an end of its column? Only for drawing; the legal moves say whether it can be taken. */
  isEnd: boolean;
}

export const slotText = (slot: number): string => `${LETTERS[Math.floor(slot / ROWS)]}${(slot % ROWS) + 1}`;
/** The slot with a name such as `c7`. */
export const slotOf = (text: string): number => LETTERS.indexOf(text[0] ?? "") * ROWS + Number(text[1]) - 1;
/** The two slots of a pair in notation, such as `c1f9`; null for any other text. */
export const pairOfText = (text: string): [first: number, second: number] | null =>
  /^[a-l][1-9][a-l][1-9]$/.test(text) ? [slotOf(text.slice(0, 2)), slotOf(text.slice(2))] : null;
export const rankOf = (tile: string): number => Number(tile[0]);

/** Every remaining tile with its place. */
export function placed(view: BattleView): Placed[] {
  return view.board.columns.flatMap((tiles, column) =>
    tiles.map((tile, depth) => {
      const row = (view.board.tops[column] ?? 0) + depth;
      return { slot: column * ROWS + row, tile, column, row, isEnd: depth === 0 || depth === tiles.length - 1 };
    }),
  );
}

export function tileAt(view: BattleView, slot: number): Tile | null {
  const column = Math.floor(slot / ROWS);
  return view.board.columns[column]?.[(slot % ROWS) - (view.board.tops[column] ?? 0)] ?? null;
}

/** The board without the tiles in some slots. */
function without(view: BattleView, slots: readonly number[]): BattleView["board"] {
  const columns = [...view.board.columns];
  const tops = [...view.board.tops];
  for (const slot of slots) {
    const column = Math.floor(slot / ROWS);
    const tiles = columns[column] ?? [];
    const isTop = slot % ROWS === tops[column];
    columns[column] = isTop ? tiles.slice(1) : tiles.slice(0, -1);
    if (isTop) tops[column] = tiles.length > 1 ? (tops[column] ?? 0) + 1 : 0;
  }
  return { columns, tops };
}

function taken(view: BattleView, seat: Seat, slots: readonly number[], points: number): BattleView {
  const scores = view.scores.map((score, place) => (place === seat ? score + points : score));
  return { board: without(view, slots), scores, mover: 1 - seat, result: null };
}

/** The view after an event. */
export function follow(view: BattleView, event: BattleEvent): BattleView {
  switch (event.type) {
    case "pair_taken":
      return taken(view, event.seat, [event.first, event.second], event.points);
    case "ended":
      return { ...view, result: event.result };
    case "forfeited":
      return view;
  }
}

/** The view to show once the viewer has sent a move, as if the server had accepted it. */
export function expected(view: BattleView, seat: Seat | null, move: BattleMove | null): BattleView {
  if (move?.type !== "take_pair" || seat === null || view.mover !== seat) return view;
  const { first, second } = move;
  const tile = tileAt(view, first);
  return tile === null || tileAt(view, second) !== tile ? view : taken(view, seat, [first, second], rankOf(tile));
}

/** The slots that become free once a pair is taken. */
export function uncovered(view: BattleView, { first, second }: Pick<TakePair, "first" | "second">): number[] {
  const ends = (one: BattleView): number[] => placed(one).flatMap(({ slot, isEnd }) => (isEnd ? [slot] : []));
  const before = new Set(ends(view));
  return ends({ ...view, board: without(view, [first, second]) }).filter((slot) => !before.has(slot));
}

/** All pairs of equal end tiles, in the order of slots: shown greyed out when they cannot be taken now. */
export function alike(view: BattleView): TakePair[] {
  const ends = placed(view).filter(({ isEnd }) => isEnd);
  return ends.flatMap((one, place) =>
    ends
      .slice(place + 1)
      .filter(({ tile }) => tile === one.tile)
      .map(({ slot }) => ({ type: "take_pair", first: one.slot, second: slot })),
  );
}

/** The two ends of the column in which a slot lies; null if the slot is an end itself. */
export function between(view: BattleView, slot: number): [upper: number, lower: number] | null {
  const column = Math.floor(slot / ROWS);
  const upper = column * ROWS + (view.board.tops[column] ?? 0);
  const lower = upper + (view.board.columns[column]?.length ?? 0) - 1;
  return slot > upper && slot < lower ? [upper, lower] : null;
}

/** The points of all pairs still on the table, takable or not. */
export function onTable(view: BattleView): number {
  return view.board.columns.flat().reduce((sum, tile) => sum + rankOf(tile), 0) / 2;
}

/** Both players' points: the result's once the game is over, because resigning gives the rest to the opponent. */
export const pointsOf = ({ scores, result }: BattleView): readonly number[] => result?.scores ?? scores;

/** The points on the table that nobody got. */
export function pointsLeft(view: BattleView): number {
  const sum = (points: readonly number[]): number => points.reduce((before, one) => before + one, 0);
  return onTable(view) - (sum(pointsOf(view)) - sum(view.scores));
}

/** The slots that form a pair with a slot. */
export function partners(moves: readonly TakePair[], slot: number): number[] {
  return moves.flatMap(({ first, second }) => (first === slot ? [second] : second === slot ? [first] : []));
}

export const pairsOf = (moves: readonly BattleMove[]): TakePair[] => moves.filter((move) => move.type === "take_pair");
