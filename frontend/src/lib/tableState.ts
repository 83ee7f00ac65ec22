/** What a page knows of a table: the last that the server told, and how the connection is. */

import { NO_CLOCKS, NO_THOUGHT, type Clocks, type Thought } from "./clocks";
import type { EventOf, MoveOf, Presence, Said, Seat, TableInfo, ViewOf } from "./wire";

export type Phase = "connecting" | "open" | "waiting" | "closed";

/** A refusal of the table: nothing has changed. */
export interface Trouble {
  code: string;
  text: string;
  /** What stands in its sentence. */
  values?: Readonly<Record<string, string | number>>;
}

/** Everything a page needs to draw the table. Replaced as a whole with each change. */
export interface TableState<View = ViewOf, Move = MoveOf, Event = EventOf> {
  readonly phase: Phase;
  /** Has the server owed an answer for so long that the connection seems lost? */
  readonly isLate: boolean;
  readonly v: number;
  readonly table: TableInfo | null;
  readonly seat: Seat | null;
  readonly view: View | null;
  readonly moves: readonly Move[];
  readonly clocks: Clocks;
  /** How long the viewer has thought in this deal. */
  readonly thought: Thought;
  /** Own answer to the open claim, held until it closes. */
  readonly answer: Move | null;
  /** Own move that was sent and is not in the view yet. */
  readonly pending: Move | null;
  /** What happened last in the game. */
  readonly last: readonly Event[];
  readonly presence: Presence | null;
  /** The moment (of `World.now`) at which `presence` was told. */
  readonly presenceAt: number;
  readonly said: readonly Said[];
  readonly trouble: Trouble | null;
  /** The moment at which the next try to connect begins. */
  readonly retryAt: number | null;
  /** Server's time minus ours, and how long an answer takes. */
  readonly offset: number;
  readonly delay: number | null;
}

/** Before the server has told anything. */
export const NOTHING: TableState<never, never, never> = {
  phase: "connecting",
  isLate: false,
  v: -1,
  table: null,
  seat: null,
  view: null,
  moves: [],
  clocks: NO_CLOCKS,
  thought: NO_THOUGHT,
  answer: null,
  pending: null,
  last: [],
  presence: null,
  presenceAt: 0,
  said: [],
  trouble: null,
  retryAt: null,
  offset: 0,
  delay: null,
};
