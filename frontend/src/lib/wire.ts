/** The messages between browser and server: the server's own structs, with the views, moves and events of the games. */

import type * as w from "../generated/wire";
import type { GameName, Games } from "../generated/wire";

export type {
  Ack,
  Bye,
  Clock,
  Ended,
  Forfeit,
  Forfeited,
  GameInfo,
  GameName,
  Nack,
  OpenTable,
  Pong,
  Presence,
  RecordInfo,
  Result,
  Said,
  SeatInfo,
  SessionInfo,
  TableForPerson,
} from "../generated/wire";

export type Seat = number;
export type Person = w.Me;
/** Another person, by id and name. */
export type Named = w.PersonName;

/** A member of a game's union of moves or events, distinguished by its field `type`. */
export interface Tagged {
  readonly type: string;
}

/** The types of one game; without its name, those of any game. */
export type ViewOf<Game extends GameName = GameName> = Games[Game]["view"];
export type MoveOf<Game extends GameName = GameName> = Games[Game]["move"];
export type EventOf<Game extends GameName = GameName> = Games[Game]["event"];
export type AnalysisOf<Game extends GameName = GameName> = Analyses[Game];

/** A move that the house advises. */
export type Advised<Move = MoveOf> = Omit<w.Advised, "move"> & { readonly move: Move };
export type Advice = Omit<w.Advice, "moves"> & { readonly moves: readonly Advised[] };

export type JudgedChoice = Omit<w.JudgedChoice, "best"> & { readonly best: Advised<MoveOf<"classic">> };
type ClassicAnalysis = Omit<w.ClassicAnalysis, "choices"> & { readonly choices: readonly JudgedChoice[] };
type Analyses = { battle: w.BattleAnalysis; classic: ClassicAnalysis; solitaire: w.SolitaireAnalysis };

export type TableInfo = Omit<w.TableInfo, "results"> & { readonly results: readonly (w.Result | null)[] };
type Offer<Move> = { readonly moves?: readonly Move[]; readonly answer?: Move | null };
export type Snapshot<View, Move> = Omit<w.Snapshot, "view" | keyof Offer<Move> | "table"> &
  Offer<Move> & { readonly view?: View | null; readonly table: TableInfo };
export type Events<Move, Event> = Omit<w.Events, "events" | keyof Offer<Move>> &
  Offer<Move> & { readonly events: readonly Event[] };
type News = Omit<w.News, "table"> & { readonly table: TableInfo };

export type FromServer<View = ViewOf, Move = MoveOf, Event = EventOf> =
  Snapshot<View, Move> | Events<Move, Event> | w.Clock | News | w.Said | w.Presence | w.Ack | w.Nack | w.Pong | w.Bye;

type Act = Omit<w.Act, "move"> & { readonly move: Tagged };
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** A request to a table; it is sent with an id of the browser's own, so that sending it twice is harmless. */
export type TableRequest = WithoutId<
  w.Sit | w.Leave | w.Ready | w.PausePlay | Act | w.Withdraw | w.Absent | w.End | w.Chat | w.Mute | w.Remove
>;

/** A step of a replay; the first has no move. */
export type Step<View = ViewOf, Move = MoveOf, Event = EventOf> = Omit<w.ReplayStep, "move" | "events" | "view"> & {
  readonly move: Move | null;
  readonly events: readonly Event[];
  readonly view: View;
};
export type Steps<View = ViewOf, Move = MoveOf, Event = EventOf> = Omit<w.Replay, "steps" | "dealt"> & {
  readonly steps: readonly Step<View, Move, Event>[];
  /** The views of all seats after the deal. */
  readonly dealt: readonly View[];
};

export type LessonMove = Omit<w.LessonMove, "move" | "events" | "view"> & {
  readonly move: MoveOf;
  readonly events: readonly EventOf[];
  readonly view: ViewOf;
};
type LessonStep = Omit<w.LessonStep, "view" | "moves" | "right"> & {
  readonly view: ViewOf;
  readonly moves: readonly MoveOf[];
  readonly right: readonly LessonMove[];
};
export type Lesson = Omit<w.Lesson, "steps"> & { readonly steps: readonly LessonStep[] };
