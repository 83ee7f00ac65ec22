/** Solitaire's view in the browser: the effect of events, and what is drawn before the server has answered. */

import { SOLITAIRE, type BoardView, type SolitaireView, type Standing, type Tile } from "../../generated/wire";
import { isTile, sorted } from "../../lib/scoring/hand";
import type { EventOf, MoveOf, Seat } from "../../lib/wire";
import { layoutOf, type Layout } from "./field/layout";

export type { BoardView, SolitaireTakePair, SolitaireView, Standing } from "../../generated/wire";
export type SolitaireMove = MoveOf<"solitaire">;
export type SolitaireEvent = EventOf<"solitaire">;

export const GONE = "..";
export const COVERED = "??";

export const isFree = (layout: Layout, cells: readonly string[], slot: number): boolean => {
  const isThere = (other: number): boolean => cells[other] !== GONE;
  if (!isThere(slot) || layout.over[slot]?.some((unit) => unit.some(isThere))) return false;
  return !(layout.west[slot]?.some(isThere) && layout.east[slot]?.some(isThere));
};

const isSeen = (layout: Layout, cells: readonly string[], slot: number): boolean =>
  layout.over[slot]?.some((unit) => unit.every((other) => cells[other] === GONE)) ?? true;

export const freeOf = (layout: Layout, cells: readonly string[]): number[] =>
  cells.flatMap((_, slot) => (isFree(layout, cells, slot) ? [slot] : []));

type Faces = readonly (readonly [number, string])[];

function withCells(layout: Layout, board: BoardView, faces: Faces): BoardView {
  const cells = [...board.cells];
  for (const [slot, cell] of faces) cells[slot] = cell;
  const seen = cells.map((cell, slot) => (cell !== GONE && !isSeen(layout, cells, slot) ? COVERED : cell));
  const uncovered = faces.filter(([slot]) => board.cells[slot] === COVERED).map(([, cell]) => cell);
  const hidden = cells.filter((cell, slot) => isTile(cell) && seen[slot] === COVERED).filter(isTile);
  return {
    ...board,
    cells: seen,
    free: freeOf(layout, seen),
    unseen: sorted([...without(board.unseen, uncovered), ...hidden]),
    hint: null,
  };
}

/** The tiles without the given ones, each as often as it is listed. */
function without(tiles: readonly Tile[], gone: readonly string[]): Tile[] {
  const left = [...tiles];
  for (const tile of gone)
    left.splice(
      left.findIndex((one) => one === tile),
      1,
    );
  return left;
}

/** The board after a shuffle that results in these cells. */
function withShuffled(board: BoardView, cells: readonly string[]): BoardView {
  const tiles = sorted([...board.cells.filter(isTile), ...board.unseen]);
  return { ...board, cells, unseen: without(tiles, cells.filter(isTile)), hint: null };
}

const used = (board: BoardView, kind: keyof BoardView["help"]): BoardView => ({
  ...board,
  help: { ...board.help, [kind]: board.help[kind] - 1 },
});

/** The viewer's board after an event; other players' events do not change it. */
function boardAfter(layout: Layout, board: BoardView | null, event: SolitaireEvent): BoardView | null {
  if (board === null) return null;
  switch (event.type) {
    case "pair_taken":
      if (event.taken.length === 0) return board;
      return withCells(layout, board, [...event.taken.map(([slot]) => [slot, GONE] as const), ...event.uncovered]);
    case "undone":
      if (event.cells !== null) return used(withShuffled(board, event.cells), "undos");
      return event.back.length === 0 ? board : used(withCells(layout, board, event.back), "undos");
    case "shuffled":
      return event.cells === null ? board : used(withShuffled(board, event.cells), "shuffles");
    case "hinted":
      return event.pair === null ? board : used({ ...board, hint: event.pair }, "hints");
    default:
      return board;
  }
}

function standingAfter(standing: Standing, event: SolitaireEvent): Standing {
  switch (event.type) {
    case "pair_taken":
      return { ...standing, score: standing.score + event.points, tiles: standing.tiles - 2 };
    case "undone":
      return {
        ...standing,
        score: standing.score - event.points - event.price,
        tiles: standing.tiles + (event.cells === null ? 2 : 0),
      };
    case "shuffled":
    case "hinted":
      return { ...standing, score: standing.score - event.price };
    case "started_over":
      return { score: 0, tiles: event.board.cells.length, ending: null };
    case "finished":
      return { ...standing, ending: event.ending };
    case "forfeited":
      return { ...standing, ending: event.reason };
    default:
      return standing;
  }
}

/** The view after an event. */
export function follow(before: SolitaireView, event: SolitaireEvent): SolitaireView {
  if (event.type === "ended") return { ...before, result: event.result };
  if (event.type === "deal_shown") return { ...before, deal: event.deal };
  const { seat } = event;
  const standings = before.standings.map((one, place) => (place === seat ? standingAfter(one, event) : one));
  const isOwn = seat === (before.seat ?? 0);
  let board = boardAfter(layoutOf(before.layout), before.board, event);
  if (event.type === "started_over" && board !== null) board = event.board;
  if (isOwn && board !== null && (event.type === "finished" || event.type === "forfeited"))
    board = { ...board, hint: null };
  return { ...before, standings, board };
}

/** The group in which tiles match: one kind, or all Flowers and Seasons together. */
const kindOf = (cell: string): string => (cell.endsWith("f") ? "f" : cell);

/** The free tiles that match a given one. */
export function matesOf({ cells, free }: BoardView, slot: number): number[] {
  const kind = kindOf(cells[slot] ?? GONE);
  return free.filter((other) => other !== slot && kindOf(cells[other] ?? "") === kind);
}

/** How many pairs can be taken without uncovering a tile. */
export function freePairs({ cells, free }: BoardView): number {
  const counts = new Map<string, number>();
  for (const slot of free) {
    const cell = cells[slot] ?? GONE;
    if (isTile(cell)) counts.set(kindOf(cell), (counts.get(kindOf(cell)) ?? 0) + 1);
  }
  return [...counts.values()].reduce((sum, count) => sum + Math.floor(count / 2), 0);
}

const valueOf = (cell: string): number => (isTile(cell) ? SOLITAIRE.values[cell] : 0);

/** The higher value of two tiles, which is multiplied by the pairs on the table. */
export const pairValue = (one = "", other = ""): number => Math.max(valueOf(one), valueOf(other));

/** The score of a pair if it is taken now. */
function pairPoints(view: SolitaireView, first: number, second: number): number {
  const { [first]: one, [second]: other } = view.board?.cells ?? [];
  return view.casual ? 0 : pairValue(one, other) * pairsLeft(view);
}

/** Pairs on the viewer's board: the multiplier of the next pair. */
export const pairsLeft = (view: SolitaireView): number => (view.standings[view.seat ?? 0]?.tiles ?? 0) / 2;
/** Was a gentle deal dealt, because no classic deal could be shown to be clearable? */
export const isGentleInstead = ({ level, dealt }: SolitaireView): boolean => level === "classic" && dealt === "gentle";
export const helpPrice = (view: SolitaireView): number => (view.casual ? 0 : SOLITAIRE.helpPrice * pairsLeft(view));

/** Is the seat still playing? */
export function isPlaying({ standings, result }: SolitaireView, seat: number | null): boolean {
  return seat !== null && standings[seat]?.ending === null && result === null;
}

/** The view to show once the viewer has sent a move, as if the server had accepted it. */
export function expected(view: SolitaireView, seat: Seat | null, move: SolitaireMove | null): SolitaireView {
  if (move?.type !== "take_pair" || seat === null || view.board === null) return view;
  const { first, second } = move;
  const { [first]: one = GONE, [second]: other = GONE } = view.board.cells;
  if (!isTile(one) || !isTile(other)) return view;
  const points = pairPoints(view, first, second);
  const taken = [[first, one] as const, [second, other] as const];
  return follow(view, { type: "pair_taken", seat, points, taken, uncovered: [] });
}

/** What each slot shows: the viewer's board, or backs for an onlooker; after the end, the deal. */
export function shownCells(view: SolitaireView, layout: Layout): readonly (string | null)[] {
  if (view.board !== null) return view.board.cells;
  return view.deal?.tiles.split(" ") ?? layout.places.map(() => null);
}

export const addressOf = (view: SolitaireView, slot: number): string =>
  layoutOf(view.layout).places[slot]?.address ?? "";

/** The free slot that an arrow key leads to: near, and mostly in its direction. */
export function neighbour(
  layout: Layout,
  free: readonly number[],
  from: number,
  dx: number,
  dy: number,
): number | null {
  const here = layout.places[from];
  let best: { slot: number; far: number } | null = null;
  for (const slot of free) {
    const there = layout.places[slot];
    if (here === undefined || there === undefined || slot === from) continue;
    const right = (there.x - there.z * 0.3 - here.x + here.z * 0.3) * 3;
    const down = (there.y - there.z * 0.3 - here.y + here.z * 0.3) * 4;
    const along = right * dx + down * dy;
    const aside = Math.abs(right * dy) + Math.abs(down * dx);
    const far = along + aside * 2.5;
    if (along > 0.5 && (best === null || far < best.far)) best = { slot, far };
  }
  return best?.slot ?? null;
}

/** The free tile after or before the one at the cursor, row by row, cyclically. */
export function following(layout: Layout, free: readonly number[], cursor: number | null, by: number): number | null {
  const far = (slot: number): number => (layout.places[slot]?.y ?? 0) * 1000 + (layout.places[slot]?.x ?? 0);
  const order = [...free].sort((a, b) => far(a) - far(b));
  const at = cursor === null ? -1 : order.indexOf(cursor);
  return order[at < 0 && by < 0 ? order.length - 1 : (at + by + order.length) % order.length] ?? null;
}
