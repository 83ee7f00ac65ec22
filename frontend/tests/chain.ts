/** A chain that the rules wrote (`make golden`): a deal as every viewer saw it, event by event. */

import type { Games } from "../src/generated/wire";
import type { Seat, Steps, Tagged } from "../src/lib/wire";

export type Game = keyof Games;
type Path = readonly (string | number)[];
type Change = readonly [Path, unknown];
/** Who saw an event, what they saw, and what it changed in their view. */
type Seen = readonly [readonly (Seat | null)[], Tagged, readonly Change[]];

interface Told {
  seen: readonly Seen[];
  /** The wall of Classic afterwards, where it changed. */
  wall?: string;
}

interface Ply {
  seat: Seat;
  move: Tagged;
  text: string;
  events: readonly Told[];
}

export interface Chain {
  name: string;
  game: Game;
  options: Record<string, unknown>;
  /** What the deal was dealt from; null where a script laid the tiles. */
  seed: string | null;
  dealt: Record<string, unknown> | null;
  opening: readonly Tagged[];
  /** The first view of an onlooker, and what differs from it for each seat. */
  first: unknown;
  firsts: readonly (readonly Change[])[];
  /** The wall of Classic at the start; null where a script laid the tiles. */
  wall: string | null;
  hands: readonly string[];
  plies: readonly Ply[];
  last_hands: readonly string[];
}

/** One event as a viewer saw it, between the views before and after it that the rules give. */
export interface Link<View = unknown> {
  before: View;
  event: Tagged;
  after: View;
  /** The wall of Classic afterwards. */
  wall: string | null;
  ply: Ply;
  /** Is it the first that this viewer saw of the move? */
  isFirst: boolean;
}

export const viewersOf = (chain: Chain): (Seat | null)[] => [...chain.firsts.map((_, seat) => seat), null];

function changed(view: unknown, changes: readonly Change[]): unknown {
  const copy = structuredClone(view) as Record<string | number, unknown>;
  for (const [path, value] of changes) {
    let place = copy;
    for (const key of path.slice(0, -1)) place = place[key] as Record<string | number, unknown>;
    place[path.at(-1) ?? ""] = value;
  }
  return copy;
}

/** The first view of somebody. */
export const firstView = <View>(chain: Chain, viewer: Seat | null): View =>
  (viewer === null ? chain.first : changed(chain.first, chain.firsts[viewer] ?? [])) as View;

/** Everything that a viewer saw, in order. */
export function* linksOf<View>(chain: Chain, viewer: Seat | null): Generator<Link<View>> {
  let before = firstView<View>(chain, viewer);
  let wall = chain.wall;
  for (const ply of chain.plies) {
    let isFirst = true;
    for (const told of ply.events) {
      wall = told.wall ?? wall;
      const seen = told.seen.find(([viewers]) => viewers.includes(viewer));
      if (seen === undefined) continue;
      const after = changed(before, seen[2]) as View;
      yield { before, event: seen[1], after, wall, ply, isFirst };
      before = after;
      isFirst = false;
    }
  }
}

/** Every view of somebody, the first one too. */
export const viewsOf = <View>(chain: Chain, viewer: Seat | null): View[] => [
  firstView<View>(chain, viewer),
  ...Array.from(linksOf<View>(chain, viewer), (link) => link.after),
];

/** The deal as a replay shows it through somebody's eyes. */
export function replayOf(chain: Chain, viewer: Seat | null): Steps {
  const views = viewsOf(chain, viewer);
  const events = Array.from(linksOf(chain, viewer), (link) => link.event);
  const dealt = chain.firsts.map((_, seat) => firstView(chain, seat));
  const step = { ply: 0, seat: null, move: null, text: "", ms: 0, events, view: views.at(-1) };
  return { game: chain.game, options: chain.options, names: [], result: null, steps: [step], dealt, seat: viewer };
}
