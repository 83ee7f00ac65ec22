/** The tiles on the table: each player's discards in order, and sets with the claimed tile turned to its discarder. */

import type { Seat } from "../../../lib/wire";
import { coveredKong } from "../../../lib/scoring/hand";
import { meldTiles, sideOf, type ClassicView, type Meld, type Tile } from "../table";

/** A place in a river: a discard, or the gap left by a claimed one. */
export interface Laid {
  tile: Tile;
  /** The seat that claimed it; null if it still lies there. */
  by: Seat | null;
  isLast: boolean;
  isOffered: boolean;
}

/** Every place of a seat's river, the first discard first. */
export function riverOf(view: ClassicView, seat: Seat): Laid[] {
  const { discards, claimed, offer } = view;
  const last = discards.length - 1;
  const laid = discards.map((one, at) => ({
    ...one,
    order: at,
    by: null,
    isLast: at === last,
    isOffered: at === last && offer?.kind === "discard",
  }));
  const gone = claimed.map((one) => ({ ...one, order: one.at - 0.5, isLast: false, isOffered: false }));
  return [...gone, ...laid].filter((one) => one.seat === seat).sort((one, other) => one.order - other.order);
}

/** The size of every river in tiles: rows of six, or of twelve if two players sit opposite each other. */
export function riverSize(view: ClassicView): { columns: number; rows: number } {
  const columns = view.hand_sizes.length === 2 ? 12 : 6;
  const longest = Math.max(...view.hand_sizes.map((_, seat) => riverOf(view, seat).length));
  return { columns, rows: Math.max(4, Math.ceil(longest / columns)) };
}

/** A tile of a set as it lies: null is face down, a turned one was claimed. */
export interface SetTile {
  tile: Tile | null;
  isTurned: boolean;
}

/** An open set, the seat that discarded its claimed tile, and its tiles from left to right. */
export interface LaidSet {
  meld: Meld;
  giver: Seat | null;
  tiles: SetTile[];
}

/** The sets of a seat. Every melded set was claimed, in the order of the claims. */
export function setsOf(view: ClassicView, seat: Seat): LaidSet[] {
  const claims = view.claimed.filter((one) => one.by === seat);
  const players = view.hand_sizes.length;
  return (view.melds[seat] ?? []).map((meld) => {
    const claim = meld.concealed ? undefined : claims.shift();
    if (claim === undefined) return { meld, giver: null, tiles: unclaimed(meld) };
    return { meld, giver: claim.seat, tiles: turned(meld, claim.tile, sideOf(claim.seat, seat, players)) };
  });
}

const unclaimed = (meld: Meld): SetTile[] =>
  (meld.concealed && meld.kind === "kong" ? coveredKong(meld.tile) : meldTiles(meld)).map((tile) => ({
    tile,
    isTurned: false,
  }));

/**
 * The claimed tile lies on its side: left if it came from the left player, in the middle if from the opposite one, else
 * right. A fourth tile added later lies beside it.
 */
function turned(meld: Meld, tile: Tile, side: number): SetTile[] {
  const held = meldTiles(meld);
  held.splice(held.indexOf(tile), 1);
  if (meld.added) held.pop();
  const on = { tile, isTurned: true };
  const rest = held.map((one) => ({ tile: one, isTurned: false }));
  const at = side === 3 ? 0 : side === 2 ? 1 : rest.length;
  return [...rest.slice(0, at), on, ...(meld.added ? [on] : []), ...rest.slice(at)];
}
