/** The states in which the gallery shows every board. */

import type { AnyGameModule } from "../boards/module";
import type { MoveOf, Result, TableInfo } from "../lib/wire";
import { isTile } from "../lib/hand";
import { away } from "./fixtures";
import { laterMoves, positionOf, type AnyBoardProps, type Deal, type Deals } from "./positions";

export interface BoardState {
  name: string;
  state: string;
  game: AnyGameModule;
  props: AnyBoardProps;
  isText?: boolean;
}

interface EndState extends BoardState {
  result: Result;
  table: Partial<TableInfo>;
}

/** Every board from its deal to its end, at each kind of seat. */
export const boardStates = (deals: Deals): BoardState[] => [
  ...battleStates(deals.battle),
  ...classicStates(deals.classic),
  ...solitaireStates(deals.turtle, deals.contest),
];

function battleStates(deal: Deal): BoardState[] {
  const { game } = deal;
  const now = positionOf(deal, 20, 0);
  const moves = laterMoves(deal, 20, "take_pair", 1);
  const state = (state: string, props: AnyBoardProps): BoardState => ({ name: "battle", state, game, props });
  return [
    { ...state("own turn, a move is advised", { ...now, moves, advised: moves[0] }), isText: true },
    state("another's turn, who is away", positionOf(deal, 21, 0, { presence: away(2, 0) })),
    state("a move is on its way", { ...now, moves, pending: moves[0] ?? null }),
    state("a replay", positionOf(deal, -1, null, { replay: true })),
  ];
}

function classicStates(deal: Deal): BoardState[] {
  const { game, chain } = deal;
  const claim = chain.plies.findIndex(({ move }) => move.type === "claim_pong");
  const claimer = chain.plies[claim]?.seat ?? 0;
  const pass = { type: "pass" } as const;
  const moves = [chain.plies[claim]?.move, pass].filter((move) => move !== undefined);
  const offered = { moves, clocks: { left: [], turns: [], running: [], window: 60_000, at: performance.now() } };
  const state = (state: string, props: AnyBoardProps): BoardState => ({ name: "classic", state, game, props });
  return [
    { ...state("own turn", ownTurn(deal)), isText: true },
    state("a claim is open", positionOf(deal, claim, claimer, offered)),
    state("passed, the others have not answered", positionOf(deal, claim, claimer, { answer: pass })),
    state("an onlooker", positionOf(deal, claim, null)),
    state("a replay with open hands", positionOf(deal, -1, 0, { replay: true, hands: handsOf(deal) })),
  ];
}

/** The first choice of the dealer: every tile of the hand can be discarded. */
function ownTurn(deal: Deal): AnyBoardProps {
  const first = deal.chain.plies[0];
  const props = positionOf(deal, 0, first?.seat ?? 0);
  const hand = deal.game.handOf?.(props.view) ?? [];
  const moves = [...new Set(hand)].filter(isTile).map((tile): MoveOf => ({ type: "discard", tile, ready: false }));
  return { ...props, moves, advised: first?.move };
}

const handsOf = (deal: Deal): (readonly string[])[] =>
  deal.chain.firsts.map((_, seat) => deal.game.handOf?.(positionOf(deal, -1, seat).view) ?? []);

function solitaireStates(turtle: Deal, contest: Deal): BoardState[] {
  const state = (state: string, { game }: Deal, props: AnyBoardProps): BoardState => ({
    name: "solitaire",
    state,
    game,
    props,
  });
  const moves = laterMoves(turtle, 5, "take_pair", 1);
  return [
    state("alone", turtle, positionOf(turtle, 5, 0, { moves, advised: moves[0] })),
    { ...state("a contest", contest, positionOf(contest, 8, 0, { presence: away(3, 0) })), isText: true },
    state("a replay", turtle, positionOf(turtle, 3, null, { replay: true })),
  ];
}

/** The last position of a deal with its result, as the panel at the end shows it. */
export function endStates(deals: Deals): EndState[] {
  const session = { match: "session", deals: null, match_over: true, points: [120, -340, 560, -340] };
  return [
    endOf("battle", "a game", deals.battle, {}),
    endOf("battle", "between two games", deals.battle, { status: "between", deals: 2, match: "double" }),
    endOf("classic", "a win", deals.classic, {}),
    endOf("classic", "a session is over", deals.classic, session),
    endOf("classic", "nobody won", deals.drawn, {}),
    endOf("solitaire", "given up", deals.turtle, {}),
    endOf("solitaire", "a contest for a stake", deals.contest, { stake: 100 }),
  ];
}

function endOf(name: string, state: string, deal: Deal, table: Partial<TableInfo>): EndState {
  const props = positionOf(deal, -1, 0);
  const { result } = props.view;
  if (result === null) throw new Error(`${name}, ${state}: the deal has no result`);
  return { name, state, game: deal.game, props, result, table };
}
