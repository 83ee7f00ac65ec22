/** The interface of a game's module, and the properties of its components. */

import type { Component } from "svelte";
import type { Clocks, ThinkingTime } from "../lib/table/clocks";
import type { Follow } from "../lib/table/following";
import type { KeyHelp } from "../lib/page/help.svelte";
import type {
  AnalysisOf,
  EventOf,
  GameName,
  MoveOf,
  Presence,
  Result,
  Said,
  Seat,
  SeatInfo,
  Steps,
  TableInfo,
  ViewOf,
} from "../lib/wire";

/** The clock of a solo game. */
export interface Alone {
  /** The player's thinking time. */
  thinkingTime: ThinkingTime;
  /** Is the clock paused? Then no move can be played. */
  isPaused: boolean;
  /** Pause or resume the clock; null if that is not allowed. */
  pause: ((on: boolean) => void) | null;
}

/** The properties of a board. It draws the view and calls `act`; it contains no rules: `moves` says what is legal. */
export interface BoardProps<View, Move, Event> {
  /** The game's view, with only what this viewer may know. */
  view: View;
  /** The viewer's legal moves; empty for an onlooker, or if it is another player's turn. */
  moves: readonly Move[];
  /** The viewer's seat; null for an onlooker. */
  seat: Seat | null;
  names: readonly string[];
  seats: readonly (SeatInfo | null)[];
  presence: Presence | null;
  clocks: Clocks;
  /** The viewer's answer to an open claim, until the claim closes. */
  answer: Move | null;
  /** The viewer's move on its way to the server, to be shown as done. */
  pending: Move | null;
  /** The last events. */
  last: readonly Event[];
  /** Changes with every deal. */
  deal: string;
  /** Is this a replay, without clocks? */
  replay: boolean;
  /** Every seat's hand, if a replay shows them. */
  hands?: readonly (readonly string[])[] | null | undefined;
  /** In a solo game at a table: the thinking time, and whether the clock is paused. */
  alone?: Alone | undefined;
  /** The advised move, to be marked. */
  advised?: Move | null | undefined;
  act: (move: Move) => void;
  /** Withdraw the viewer's answer to an open claim, at a table. */
  takeBack?: (() => void) | undefined;
  /** The chat messages, newest last. */
  said?: readonly Said[] | undefined;
}

/** The properties of the panel at the end of a deal. */
export interface SummaryProps<View> {
  view: View;
  table: TableInfo;
  result: Result;
  /** The results of the current match, this deal's last. */
  results: readonly Result[];
  seat: Seat | null;
  names: readonly string[];
  /** The table's invitation code. */
  invite: string;
  /** The viewer's thinking time in milliseconds; absent outside a table. */
  spent?: number | undefined;
  /** Hide the result to show the board, or show it again. */
  look?: ((on: boolean) => void) | undefined;
}

/** One verification and its result; null if this browser cannot tell. */
export interface Check {
  text: string;
  holds: boolean | null;
}

/** Loads a replay as a seat saw it. */
export type ReplayLoader<View, Move, Event> = (seat: Seat) => Promise<Steps<View, Move, Event>>;

/** The properties of the panel with the analysis of a finished game. */
export interface OpinionProps<View, Move, Event, Analysis> {
  analysis: Analysis;
  replay: Steps<View, Move, Event>;
  /** The seat whose game was judged, if every player has their own. */
  seat: Seat;
  names: readonly string[];
  /** The step being shown. */
  at: number;
  go: (step: number) => void;
}

/** The same properties without the step. */
export type JudgedProps<View, Move, Event, Analysis> = Omit<OpinionProps<View, Move, Event, Analysis>, "at" | "go">;

/** The price of advice: the move that pays for it (null if it cannot be paid), and how often it can still be paid. */
export interface AdvicePrice<Move> {
  pay: Move | null;
  price: number;
  left: number;
}

/** A game's components and functions, with its own types. */
export interface GameModule<View, Move, Event, Analysis> {
  Board: Component<BoardProps<View, Move, Event>>;
  /** The board as text and buttons, for screen readers and anybody who prefers it. */
  TextTable: Component<BoardProps<View, Move, Event>>;
  Summary: Component<SummaryProps<View>>;
  /** The view after an event, which keeps a client up to date. */
  follow: Follow<View, Event>;
  /** An event in words, to be announced. */
  describe: (event: Event, names: readonly string[], seat: Seat | null) => string;
  /** A move in words, with the view in which it can be played. */
  moveWords: (move: Move, view: View) => string;
  /** The price of advice; null if it is free. */
  advicePrice?: (view: View, moves: readonly Move[]) => AdvicePrice<Move> | "paid" | null;
  /** A move in the fewest words, for the list of a replay; its notation if absent. */
  stepWords?: (move: Move) => string;
  /** The tiles of a move, drawn beside its words; with the view in which it is played. */
  moveTiles?: (move: Move, view: View) => readonly string[];
  /** Is it one of the many moves that change nothing, which a replay folds away? */
  isPass?: (move: Move) => boolean;
  /** Names that are distinct even if several players have the same name. */
  seatNames?: (names: readonly string[], view: View) => string[];
  /** The heading of the result; null for the default words. */
  headline?: (props: SummaryProps<View>) => string | null;
  keys: readonly KeyHelp[];
  /** Is the game without hidden information? Then luck is not separated from play. */
  isOpen?: boolean;
  /** Does the board itself have a button to end the game, so that the table needs none to resign? */
  endsItself?: boolean;
  /** Can a house player take the place of somebody who is away? Then nobody has to end the game for it. */
  canStandIn?: boolean;
  /** The width of a page with this board and the side panel, as CSS. */
  width: string;
  /** The maximal width of the end panel, as CSS; has a default. */
  endWidth?: string;
  /** What is hidden from other players, so that a replay can show one player's view. */
  secrets?: "hands" | "boards";
  /** The viewer's hand in a view, in games with hands. */
  handOf?: (view: View) => readonly string[];
  /** The analysis of a finished game, if an engine can judge it; and the mark of a step. */
  Opinion?: Component<OpinionProps<View, Move, Event, Analysis>>;
  markOf?: (props: JudgedProps<View, Move, Event, Analysis>, step: number) => string;
  /** Deal again from a seed, and compare with what the replay shows to each seat. */
  redeal: (
    seed: Uint8Array,
    replay: Steps<View, Move, Event>,
    replayOf: ReplayLoader<View, Move, Event>,
  ) => Promise<Check[]>;
}

/** The type of a game's module. */
export type ModuleOf<Game extends GameName> = GameModule<ViewOf<Game>, MoveOf<Game>, EventOf<Game>, AnalysisOf<Game>>;
export type BoardOf<Game extends GameName> = BoardProps<ViewOf<Game>, MoveOf<Game>, EventOf<Game>>;
export type OpinionOf<Game extends GameName> = OpinionProps<
  ViewOf<Game>,
  MoveOf<Game>,
  EventOf<Game>,
  AnalysisOf<Game>
>;

/** The module of a game known only at run time, such as a table's; `gameModule` returns it. */
export type AnyGameModule = GameModule<ViewOf, MoveOf, EventOf, AnalysisOf>;
