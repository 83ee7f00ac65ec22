/** A chain written by the rules (`make golden`): a deal as every viewer saw it, event by event. */

import type { EventOf, GameName, MoveOf, Seat, Steps, ViewOf } from "../src/lib/wire";

type Path = readonly (string | number)[];
type Change = readonly [Path, unknown];
/** The viewers who saw an event, what they saw, and what changed in their view. */
type Seen<Game extends GameName> = readonly [readonly (Seat | null)[], EventOf<Game>, readonly Change[]];

interface ChainEvent<Game extends GameName> {
  seen: readonly Seen<Game>[];
  /** Classic's wall afterwards, if it changed. */
  wall?: string;
}

interface Ply<Game extends GameName> {
  seat: Seat;
  move: MoveOf<Game>;
  text: string;
  events: readonly ChainEvent<Game>[];
}

export interface Chain<Game extends GameName = GameName> {
  name: string;
  game: Game;
  options: Record<string, unknown>;
  /** The seed of the deal; null if a script laid the tiles. */
  seed: string | null;
  dealt: Record<string, unknown> | null;
  opening: readonly EventOf<Game>[];
  /** An onlooker's first view, and each seat's differences from it. */
  first: ViewOf<Game>;
  firsts: readonly (readonly Change[])[];
  /** Classic's wall at the start; null if a script laid the tiles. */
  wall: string | null;
  hands: readonly string[];
  plies: readonly Ply<Game>[];
  last_hands: readonly string[];
}

/** One event as a viewer saw it, between the views before and after it according to the rules. */
export interface Link<Game extends GameName> {
  before: ViewOf<Game>;
  event: EventOf<Game>;
  after: ViewOf<Game>;
  /** Classic's wall afterwards. */
  wall: string | null;
  ply: Ply<Game>;
  /** Is it the first event of the move that this viewer saw? */
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

/** A viewer's first view. */
export const firstView = <Game extends GameName>(chain: Chain<Game>, viewer: Seat | null): ViewOf<Game> =>
  viewer === null ? chain.first : changed(chain.first, chain.firsts[viewer] ?? []);

/** Every event that a viewer saw, in order. */
export function* linksOf<Game extends GameName>(chain: Chain<Game>, viewer: Seat | null): Generator<Link<Game>> {
  let before = firstView(chain, viewer);
  let wall = chain.wall;
  for (const ply of chain.plies) {
    let isFirst = true;
    for (const event of ply.events) {
      wall = event.wall ?? wall;
      const seen = event.seen.find(([viewers]) => viewers.includes(viewer));
      if (seen === undefined) continue;
      const after = changed(before, seen[2]);
      yield { before, event: seen[1], after, wall, ply, isFirst };
      before = after;
      isFirst = false;
    }
  }
}

/** Every view of a viewer, including the first one. */
export const viewsOf = <Game extends GameName>(chain: Chain<Game>, viewer: Seat | null): ViewOf<Game>[] => [
  firstView(chain, viewer),
  ...Array.from(linksOf(chain, viewer), (link) => link.after),
];

/** The deal as a replay shows it to a viewer. */
export function replayOf(chain: Chain, viewer: Seat | null): Steps {
  const view = viewsOf(chain, viewer).at(-1) ?? chain.first;
  const events = Array.from(linksOf(chain, viewer), (link) => link.event);
  const dealt = chain.firsts.map((_, seat) => firstView(chain, seat));
  const step = { ply: 0, seat: null, move: null, text: "", ms: 0, events, view };
  return { game: chain.game, options: chain.options, names: [], result: null, steps: [step], dealt, seat: viewer };
}
