/** A chain that the rules wrote (`make golden`): a deal as every viewer saw it, event by event. */

import type { EventOf, GameName, MoveOf, Seat, Steps, ViewOf } from "../src/lib/wire";

type Path = readonly (string | number)[];
type Change = readonly [Path, unknown];
/** Who saw an event, what they saw, and what it changed in their view. */
type Seen<Game extends GameName> = readonly [readonly (Seat | null)[], EventOf<Game>, readonly Change[]];

interface Told<Game extends GameName> {
  seen: readonly Seen<Game>[];
  /** The wall of Classic afterwards, where it changed. */
  wall?: string;
}

interface Ply<Game extends GameName> {
  seat: Seat;
  move: MoveOf<Game>;
  text: string;
  events: readonly Told<Game>[];
}

export interface Chain<Game extends GameName = GameName> {
  name: string;
  game: Game;
  options: Record<string, unknown>;
  /** What the deal was dealt from; null where a script laid the tiles. */
  seed: string | null;
  dealt: Record<string, unknown> | null;
  opening: readonly EventOf<Game>[];
  /** The first view of an onlooker, and what differs from it for each seat. */
  first: ViewOf<Game>;
  firsts: readonly (readonly Change[])[];
  /** The wall of Classic at the start; null where a script laid the tiles. */
  wall: string | null;
  hands: readonly string[];
  plies: readonly Ply<Game>[];
  last_hands: readonly string[];
}

/** One event as a viewer saw it, between the views before and after it that the rules give. */
export interface Link<Game extends GameName> {
  before: ViewOf<Game>;
  event: EventOf<Game>;
  after: ViewOf<Game>;
  /** The wall of Classic afterwards. */
  wall: string | null;
  ply: Ply<Game>;
  /** Is it the first that this viewer saw of the move? */
  isFirst: boolean;
}

export const viewersOf = (chain: Chain): (Seat | null)[] => [...chain.firsts.map((_, seat) => seat), null];

function changed<View>(view: View, changes: readonly Change[]): View {
  const copy = structuredClone(view);
  for (const [path, value] of changes) {
    let place = copy as Record<string | number, unknown>;
    for (const key of path.slice(0, -1)) place = place[key] as Record<string | number, unknown>;
    place[path.at(-1) ?? ""] = value;
  }
  return copy;
}

/** The first view of somebody. */
export const firstView = <Game extends GameName>(chain: Chain<Game>, viewer: Seat | null): ViewOf<Game> =>
  viewer === null ? chain.first : changed(chain.first, chain.firsts[viewer] ?? []);

/** Everything that a viewer saw, in order. */
export function* linksOf<Game extends GameName>(chain: Chain<Game>, viewer: Seat | null): Generator<Link<Game>> {
  let before = firstView(chain, viewer);
  let wall = chain.wall;
  for (const ply of chain.plies) {
    let isFirst = true;
    for (const told of ply.events) {
      wall = told.wall ?? wall;
      const seen = told.seen.find(([viewers]) => viewers.includes(viewer));
      if (seen === undefined) continue;
      const after = changed(before, seen[2]);
      yield { before, event: seen[1], after, wall, ply, isFirst };
      before = after;
      isFirst = false;
    }
  }
}

/** Every view of somebody, the first one too. */
export const viewsOf = <Game extends GameName>(chain: Chain<Game>, viewer: Seat | null): ViewOf<Game>[] => [
  firstView(chain, viewer),
  ...Array.from(linksOf(chain, viewer), (link) => link.after),
];

/** The deal as a replay shows it through somebody's eyes. */
export function replayOf(chain: Chain, viewer: Seat | null): Steps {
  const view = viewsOf(chain, viewer).at(-1) ?? chain.first;
  const events = Array.from(linksOf(chain, viewer), (link) => link.event);
  const dealt = chain.firsts.map((_, seat) => firstView(chain, seat));
  const step = { ply: 0, seat: null, move: null, text: "", ms: 0, events, view };
  return { game: chain.game, options: chain.options, names: [], result: null, steps: [step], dealt, seat: viewer };
}
