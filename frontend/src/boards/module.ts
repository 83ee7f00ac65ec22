/** What a game brings to the app, and what its parts are given. */

import type { Component } from "svelte";
import type { Clocks, Thought } from "../lib/clocks";
import type { Follow } from "../lib/connection";
import type { KeyHelp } from "../lib/help.svelte";
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

/** The time of who plays alone. */
export interface Alone {
  /** How long that person has thought. */
  thought: Thought;
  /** Is the clock stopped, and nothing can be played? */
  isPaused: boolean;
  /** Stop the clock, or let it run on; null where that is not allowed. */
  pause: ((on: boolean) => void) | null;
}

/** What a board is given. It draws the view and calls `act`; it holds no rule: what can be done stands in `moves`. */
export interface BoardProps<View, Move, Event> {
  /** The game's own view, as this viewer may know it. */
  view: View;
  /** The legal moves of this viewer; empty when it is another's turn, or for an onlooker. */
  moves: readonly Move[];
  /** Own seat; null for an onlooker. */
  seat: Seat | null;
  names: readonly string[];
  seats: readonly (SeatInfo | null)[];
  presence: Presence | null;
  clocks: Clocks;
  /** Own answer to an open claim, held until it closes. */
  answer: Move | null;
  /** Own move on its way to the server: to be shown as done. */
  pending: Move | null;
  /** What happened last. */
  last: readonly Event[];
  /** Changes with every deal. */
  deal: string;
  /** Is this a replay, without clocks? */
  replay: boolean;
  /** Every seat's hand, where a replay lays them open. */
  hands?: readonly (readonly string[])[] | null | undefined;
  /** At a table: the time spent, and whether it stands still. */
  alone?: Alone | undefined;
  /** What the house advises to play, to be marked. */
  advised?: Move | null | undefined;
  act: (move: Move) => void;
  /** Takes the own answer to an open claim back, at a table. */
  takeBack?: (() => void) | undefined;
  /** What was said at the table, the newest last. */
  said?: readonly Said[] | undefined;
}

/** What the panel at the end of a deal is given. */
export interface SummaryProps<View> {
  view: View;
  table: TableInfo;
  result: Result;
  /** The results of the running match, this deal's last. */
  results: readonly Result[];
  seat: Seat | null;
  names: readonly string[];
  /** The code that opens this table to others. */
  invite: string;
  /** How long the viewer has thought, in milliseconds; not said outside a table. */
  spent?: number | undefined;
  /** Put the result aside, so that the board is seen, or show it again. */
  look?: ((on: boolean) => void) | undefined;
}

/** One thing that was looked into, and whether it is as it should be; null where this browser cannot tell. */
export interface Check {
  text: string;
  holds: boolean | null;
}

/** A replay as a seat saw it. */
export type Eyes<View, Move, Event> = (seat: Seat) => Promise<Steps<View, Move, Event>>;

/** What a panel with the house's opinion of a finished game is given. */
export interface OpinionProps<View, Move, Event, Analysis> {
  analysis: Analysis;
  replay: Steps<View, Move, Event>;
  /** Whose game was judged, where everybody has one of their own. */
  seat: Seat;
  names: readonly string[];
  /** The step that is shown. */
  at: number;
  go: (step: number) => void;
}

/** The same, whichever step is shown. */
export type JudgedProps<View, Move, Event, Analysis> = Omit<OpinionProps<View, Move, Event, Analysis>, "at" | "go">;

/** What advice costs: the move that pays for it, null where that is not possible, and how often it still is. */
export interface AdvicePrice<Move> {
  pay: Move | null;
  price: number;
  left: number;
}

/** A game's parts, for its own types on the wire. */
export interface GameModule<View, Move, Event, Analysis> {
  Board: Component<BoardProps<View, Move, Event>>;
  /** The same as words and buttons, for screen readers and everybody who likes it. */
  TextTable: Component<BoardProps<View, Move, Event>>;
  Summary: Component<SummaryProps<View>>;
  /** The view after an event: what keeps a client up to date. */
  follow: Follow<View, Event>;
  /** An event in words, to be read aloud. */
  describe: (event: Event, names: readonly string[], seat: Seat | null) => string;
  /** A move in words, with the view in which it can be played. */
  moveWords: (move: Move, view: View) => string;
  /** What advice costs here; null where it is free. */
  advicePrice?: (view: View, moves: readonly Move[]) => AdvicePrice<Move> | "paid" | null;
  /** A move in the fewest words, for the list of a replay; its notation where it is not said. */
  stepWords?: (move: Move) => string;
  /** The tiles that a move is about, drawn beside its words; with the view in which it is played. */
  moveTiles?: (move: Move, view: View) => readonly string[];
  /** Is it one of the many moves that change nothing, which a replay folds away? */
  isPass?: (move: Move) => boolean;
  /** Names that tell the seats apart in a list, where several players are called alike. */
  seatNames?: (names: readonly string[], view: View) => string[];
  /** What stands over the result; null for the usual words. */
  headline?: (props: SummaryProps<View>) => string | null;
  keys: readonly KeyHelp[];
  /** Does everybody see everything from the start? Then there is no luck to be told apart from play. */
  isOpen?: boolean;
  /** Does the board offer to end the game? Then the table does not offer to give up beside it. */
  endsItself?: boolean;
  /** How wide a page with this board and the side panel should become, as CSS. */
  width: string;
  /** How wide the panel at the end may become, as CSS; the usual width where it is not said. */
  endWidth?: string;
  /** What only some have seen, so that a replay can be looked at through their eyes. */
  secrets?: "hands" | "boards";
  /** The own hand of a view, where seats have hands. */
  handOf?: (view: View) => readonly string[];
  /** Shows what the house thinks of a finished game, where an engine can judge it; and the mark of a step. */
  Opinion?: Component<OpinionProps<View, Move, Event, Analysis>>;
  markOf?: (props: JudgedProps<View, Move, Event, Analysis>, step: number) => string;
  /** Deal again from a seed, and compare with what a replay shows through anybody's eyes. */
  redeal: (seed: Uint8Array, replay: Steps<View, Move, Event>, eyes: Eyes<View, Move, Event>) => Promise<Check[]>;
}

/** What the module of a game is, and its parts are given. */
export type ModuleOf<Game extends GameName> = GameModule<ViewOf<Game>, MoveOf<Game>, EventOf<Game>, AnalysisOf<Game>>;
export type BoardOf<Game extends GameName> = BoardProps<ViewOf<Game>, MoveOf<Game>, EventOf<Game>>;
export type OpinionOf<Game extends GameName> = OpinionProps<
  ViewOf<Game>,
  MoveOf<Game>,
  EventOf<Game>,
  AnalysisOf<Game>
>;

/** The module of a game that is known at run time alone, such as a table's: `gameModule` gives it. */
export type AnyGameModule = GameModule<ViewOf, MoveOf, EventOf, AnalysisOf>;
