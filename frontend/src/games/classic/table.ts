/** Classic's view in the browser: the effect of events, and what is drawn before the server has answered. */

import type {
  ClassicView,
  Drew,
  Gave,
  KongDeclared,
  Meld,
  Melded,
  Offer,
  Received,
  Tile,
  Won,
} from "../../generated/wire";
import { run, sorted } from "../../lib/scoring/hand";
import type { EventOf, MoveOf, Seat } from "../../lib/wire";

export type { ClassicView, Discard, DiceRolled, Meld, Offer, Tile, Won } from "../../generated/wire";
export type ClassicEvent = EventOf<"classic">;
export type ClassicMove = MoveOf<"classic">;

/** The tiles of a set. */
export function meldTiles({ kind, tile }: Meld): Tile[] {
  if (kind !== "chow") return Array.from({ length: kind === "kong" ? 4 : 3 }, () => tile);
  return runFrom(tile);
}

export const runFrom = (tile: string): Tile[] => run(tile.charAt(1), Number(tile.charAt(0)), 3);

const withSeat = <T>(values: readonly T[], seat: Seat, value: T): T[] =>
  values.map((one, at) => (at === seat ? value : one));

function without(tiles: readonly Tile[], tile: Tile, count: number): Tile[] {
  const left = [...tiles];
  for (let gone = 0; gone < count; gone++) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The viewer's hand without the tile just drawn, which stands apart. */
export const heldBefore = ({ hand, drawn }: ClassicView): readonly Tile[] =>
  drawn === null ? hand : without(hand, drawn, 1);

/** A hand without some tiles of a kind; only the viewer's own tiles are known. */
function lose(view: ClassicView, seat: Seat, tile: Tile, count: number): ClassicView {
  const sizes = withSeat(view.hand_sizes, seat, (view.hand_sizes[seat] ?? 0) - count);
  return { ...view, hand_sizes: sizes, hand: seat === view.seat ? without(view.hand, tile, count) : view.hand };
}

const atTurn = (view: ClassicView, seat: Seat): ClassicView => ({
  ...view,
  turn: seat,
  waiting: [seat],
  offer: null,
  answer: null,
});

function onOffer(view: ClassicView, offer: Offer): ClassicView {
  const others = view.gone.flatMap((gone, seat) => (!gone && seat !== offer.seat ? [seat] : []));
  return { ...view, waiting: others, offer, answer: null, drawn: null };
}

function afterDrawing(view: ClassicView, { seat, tile, supply, refilled }: Drew): ClassicView {
  const fromBox = supply === "kong_box";
  const drawn = {
    ...view,
    wall: view.wall - (!fromBox || refilled ? 1 : 0),
    box: view.box - (fromBox && !refilled ? 1 : 0),
    hand_sizes: withSeat(view.hand_sizes, seat, (view.hand_sizes[seat] ?? 0) + 1),
    hand: tile === null ? view.hand : sorted([...view.hand, tile]),
    drawn: tile,
    tail: view.tail + (supply === "wall_tail" || refilled ? 1 : 0),
  };
  return atTurn(drawn, seat);
}

/** Move the last discard to the claimer, and mark its place in the river. */
function takeDiscard(view: ClassicView, by: Seat): ClassicView {
  const laid = view.discards.at(-1);
  if (laid === undefined) return view;
  const left = view.discards.slice(0, -1);
  return { ...view, discards: left, claimed: [...view.claimed, { ...laid, by, at: left.length }] };
}

function afterClaim(view: ClassicView, { seat, meld, tile }: Melded): ClassicView {
  const needed = without(meldTiles(meld), tile, 1);
  const lighter = needed.reduce((before, one) => lose(before, seat, one, 1), view);
  const melds = withSeat(view.melds, seat, [...(view.melds[seat] ?? []), meld]);
  return atTurn({ ...takeDiscard(lighter, seat), melds, drawn: null }, seat);
}

function afterKong(view: ClassicView, { seat, meld, offer }: KongDeclared): ClassicView {
  const melds = view.melds[seat] ?? [];
  const pong = melds.findIndex((one) => one.kind === "pong" && one.tile === meld.tile);
  const joined = pong < 0 ? [...melds, meld] : melds.map((one, at) => (at === pong ? meld : one));
  const lighter = lose(view, seat, meld.tile, pong < 0 ? 4 : 1);
  const after = { ...lighter, melds: withSeat(view.melds, seat, joined), drawn: null };
  return offer === null ? after : onOffer(after, { tile: meld.tile, seat, kind: offer });
}

/** The winning tile belongs to the winner's hand now; a robbed kong is a pong again. */
function afterWin(view: ClassicView, won: Won): ClassicView {
  const wins = [...view.wins, won];
  const { offer } = view;
  if (offer === null || view.wins.length > 0) return { ...view, wins };
  const pong: Meld = { kind: "pong", tile: offer.tile, concealed: offer.kind === "concealed_kong", added: false };
  const robbed = (view.melds[offer.seat] ?? []).map((meld) =>
    meld.kind === "kong" && meld.tile === offer.tile ? pong : meld,
  );
  const isDiscard = offer.kind === "discard";
  return {
    ...(isDiscard ? takeDiscard(view, won.seat) : view),
    wins,
    melds: isDiscard ? view.melds : withSeat(view.melds, offer.seat, robbed),
    hand: won.seat === view.seat ? won.hand : view.hand,
    hand_sizes: withSeat(view.hand_sizes, won.seat, won.hand.length),
  };
}

const PASSED = 3;
const EXCHANGES = 3;

/** The seat that lays a tile aside next in the exchange of a goulash: the same one until it has laid three. */
function afterGiving(view: ClassicView, { seat, tile }: Gave): ClassicView {
  const { exchange } = view;
  if (!exchange) return view;
  const count = (exchange.given[seat] ?? 0) + 1;
  const turn = count < PASSED ? seat : (seat + 1) % view.hand_sizes.length;
  return {
    ...view,
    hand: tile === null ? view.hand : without(view.hand, tile, 1),
    hand_sizes: withSeat(view.hand_sizes, seat, (view.hand_sizes[seat] ?? 0) - 1),
    exchange: {
      ...exchange,
      given: withSeat(exchange.given, seat, count),
      own: tile === null ? exchange.own : [...exchange.own, tile],
    },
    turn,
    waiting: [turn],
  };
}

/** The partner of each seat in an exchange, counted from East as in the rules. */
function partners(view: ClassicView, number: number): Seat[] {
  const { winds } = view.opening;
  const [count, east] = [winds.length, winds.indexOf("East")];
  return winds.map((_, seat) => {
    const place = (seat - east + count) % count;
    if (count === 3) return (seat + (number === 1 ? 2 : 1)) % count;
    return (east + (place ^ (count === 4 ? ([2, 1, 3][number] ?? 0) : 1))) % count;
  });
}

/** A seat takes up the tiles passed to it; after the last seat the next exchange begins, or the first turn. */
function afterReceiving(view: ClassicView, { seat, tiles }: Received): ClassicView {
  const { exchange, opening } = view;
  if (!exchange) return view;
  const isLast = exchange.number + 1 === EXCHANGES;
  const taken = {
    ...view,
    hand: tiles === null ? view.hand : sorted([...view.hand, ...tiles]),
    hand_sizes: withSeat(view.hand_sizes, seat, (view.hand_sizes[seat] ?? 0) + PASSED),
    drawn: isLast && seat === opening.dealer ? (tiles?.at(-1) ?? view.drawn) : view.drawn,
  };
  if (seat + 1 < opening.winds.length) return taken;
  const number = exchange.number + 1;
  const next = { number, to: partners(view, number), given: opening.winds.map(() => 0), own: [] };
  return { ...taken, exchange: isLast ? null : next, turn: opening.dealer, waiting: [opening.dealer] };
}

/** The view after an event. */
export function follow(before: ClassicView, event: ClassicEvent): ClassicView {
  switch (event.type) {
    case "dice_rolled":
      return before;
    case "drew":
      return afterDrawing(before, event);
    case "gave":
      return afterGiving(before, event);
    case "received":
      return afterReceiving(before, event);
    case "bonus_shown": {
      const bonus = withSeat(before.bonus, event.seat, [...(before.bonus[event.seat] ?? []), event.tile]);
      return lose({ ...before, bonus, drawn: null }, event.seat, event.tile, 1);
    }
    case "discarded": {
      const { seat, tile, ready } = event;
      const laid = { ...lose(before, seat, tile, 1), discards: [...before.discards, { seat, tile }] };
      const after = ready ? { ...laid, ready: withSeat(laid.ready, seat, true) } : laid;
      return onOffer(after, { tile, seat, kind: "discard" });
    }
    case "answered": {
      const answer = event.seat === before.seat ? event.claim : before.answer;
      return { ...before, waiting: before.waiting.filter((seat) => seat !== event.seat), answer };
    }
    case "melded":
      return afterClaim(before, event);
    case "kong_declared":
      return afterKong(before, event);
    case "won":
      return afterWin(before, event);
    case "forfeited": {
      const { seat } = event;
      const answer = seat === before.seat ? null : before.answer;
      return {
        ...before,
        gone: withSeat(before.gone, seat, true),
        waiting: before.waiting.filter((one) => one !== seat),
        answer,
      };
    }
    case "ended":
      return { ...before, waiting: [], offer: null, answer: null, result: event.result };
  }
}

/** The view to show after the viewer's move, as if the server had accepted it: a discard is laid down at once. */
export function expected(view: ClassicView, seat: Seat | null, move: ClassicMove | null): ClassicView {
  if (move?.type !== "discard" || seat === null || view.turn !== seat || view.offer !== null) return view;
  const { tile, ready } = move;
  if (view.exchange) return follow(view, { type: "gave", seat, tile });
  return follow(view, { type: "discarded", seat, tile, ready });
}

/** A player's tallies, with the payments of the deal once it is over; null if none are kept. */
export function talliesOf({ opening, result }: ClassicView, seat: Seat): number | null {
  return opening.tallies == null ? null : (opening.tallies[seat] ?? 0) + (result?.scores[seat] ?? 0);
}

/** The side of a seat relative to the viewer's: 0 is the viewer, then round to the right. Two players sit opposite. */
export function sideOf(seat: Seat, own: Seat, players: number): number {
  const side = (one: Seat): number => (players === 2 ? one * 2 : one);
  return (side(seat) - side(own) + 4) % 4;
}

/** A heap of the wall: its side, its place from that side's right end, the tiles left, and is it in the Kong Box? */
export interface Heap {
  side: number;
  place: number;
  tiles: number;
  isBox: boolean;
}

/** Every heap that still has a tile, computed from public information, and how many heaps a side had. */
export function heapsOf(view: ClassicView, own: Seat): { heaps: Heap[]; length: number } {
  const { opening } = view;
  const length = Math.floor((opening.wall + opening.box) / 8);
  const end = opening.wall - view.tail;
  const start = end - view.wall;
  const dealer = sideOf(opening.dealer, own, view.hand_sizes.length);
  const heaps: Heap[] = [];
  const add = (number: number, tiles: number, isBox: boolean): void => {
    const at = (number + 4 * length) % (4 * length);
    heaps.push({ side: (dealer - Math.floor(at / length) + 4) % 4, place: at % length, tiles, isBox });
  };
  const first = opening.heaps + (opening.lifted ? 1 : 0);
  for (let heap = Math.floor(start / 2); heap < Math.ceil(end / 2); heap++)
    add(first + heap, Math.min(end, 2 * heap + 2) - Math.max(start, 2 * heap), false);
  const loose = opening.lifted ? Math.max(0, view.box - 2 * opening.heaps) : 0;
  const left = view.box - loose;
  const firstBox = opening.heaps - Math.floor(opening.box / 2) + (opening.lifted ? 1 : 0);
  for (let heap = 0; heap < Math.ceil(left / 2); heap++)
    add(firstBox + heap, Math.min(2, left - 2 * heap) + (heap < loose ? 1 : 0), true);
  return { heaps, length };
}
