/** Positions of real deals for the gallery: the golden chains, folded as the app folds them at a table. */

import { firstView, linksOf, type Chain } from "../../tests/chain";
import type { AnyGameModule, BoardOf } from "../boards/module";
import { gameModule } from "../games/registry";
import { NO_CLOCKS } from "../lib/clocks";
import type { GameName, MoveOf, Seat, Step, Steps, ViewOf } from "../lib/wire";
import { NAMES } from "./fixtures";

const FILES = import.meta.glob<string>("../../tests/chains/*.json", { query: "?raw", import: "default" });

/** A deal with the module of its game. */
export interface Deal {
  game: AnyGameModule;
  chain: Chain;
}

/** The deals of which the gallery shows positions. */
export interface Deals {
  battle: Deal;
  classic: Deal;
  drawn: Deal;
  turtle: Deal;
  contest: Deal;
}

/** What any game's board is given. */
export type AnyBoardProps = BoardOf<GameName>;

/** The chain of this name, and its game. */
export async function dealOf(file: string, name: string): Promise<Deal> {
  const text = await FILES[`../../tests/chains/${file}.json`]?.();
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the border of JSON
  const chain = (JSON.parse(text ?? "[]") as Chain[]).find((one) => one.name === name);
  const game = chain && (await gameModule(chain.game));
  if (chain === undefined || !game) throw new Error(`no chain ${file}/${name}`);
  return { game, chain };
}

export const namesOf = ({ chain }: Deal): string[] => chain.firsts.map((_, seat) => NAMES[seat] ?? `Guest ${seat}`);

/** The deal as a replay shows it: the view and the events of every move, as a viewer saw them. */
export function replayOf(deal: Deal, viewer: Seat | null): Steps {
  const { chain } = deal;
  const links = [...linksOf(chain, viewer)];
  const start = { ply: 0, seat: null, move: null, text: "", ms: 0 };
  let view: ViewOf = firstView(chain, viewer);
  const steps: Step[] = [{ ...start, events: chain.opening, view }];
  for (const [place, ply] of chain.plies.entries()) {
    const seen = links.filter((link) => link.ply === ply);
    view = seen.at(-1)?.after ?? view;
    const { seat, move, text } = ply;
    steps.push({ ply: place + 1, seat, move, text, ms: 0, events: seen.map((link) => link.event), view });
  }
  const dealt = chain.firsts.map((_, seat) => firstView(chain, seat));
  return { game: chain.game, options: chain.options, names: namesOf(deal), result: null, steps, dealt, seat: viewer };
}

/** What a board is given after so many moves of a deal; nothing can be played unless `part` says so. */
export function positionOf(
  deal: Deal,
  ply: number,
  seat: Seat | null,
  part: Partial<AnyBoardProps> = {},
): AnyBoardProps {
  const step = replayOf(deal, seat).steps.at(ply);
  const names = namesOf(deal);
  return {
    view: step?.view ?? deal.chain.first,
    moves: [],
    seat,
    names,
    seats: names.map((name) => ({ name, person: name })),
    presence: null,
    clocks: NO_CLOCKS,
    answer: null,
    pending: null,
    last: step?.events ?? [],
    deal: `${deal.chain.name}/${seat}`,
    replay: false,
    act: () => undefined,
    ...part,
  };
}

/** The moves that the deal's player really made from here on, as if all could be played now. */
export const laterMoves = ({ chain }: Deal, ply: number, type: MoveOf["type"], most = 6): MoveOf[] =>
  chain.plies
    .slice(ply)
    .map(({ move }) => move)
    .filter((move) => move.type === type)
    .slice(0, most);
