/** A page's knowledge of a table: the server's last messages, and the state of the connection. */

import { NO_CLOCKS, NO_THINKING_TIME, type Clocks, type ThinkingTime } from "./clocks";
import type { EventOf, MoveOf, Presence, Said, Seat, TableInfo, ViewOf } from "../wire";

export type Phase = "connecting" | "open" | "waiting" | "closed";

/** A refused request: nothing has changed. */
export interface Trouble {
  code: string;
  text: string;
  /** The values to fill into its sentence. */
  values?: Readonly<Record<string, string | number>>;
}

/** Everything that a page needs to draw the table. Replaced as a whole with each change. */
export interface TableState<View = ViewOf, Move = MoveOf, Event = EventOf> {
  readonly phase: Phase;
  /** Is the server's answer so late that the connection seems lost? */
  readonly isLate: boolean;
  readonly v: number;
  readonly table: TableInfo | null;
  readonly seat: Seat | null;
  readonly view: View | null;
  readonly moves: readonly Move[];
  readonly clocks: Clocks;
  /** How long the viewer has thought in this deal. */
  readonly thinkingTime: ThinkingTime;
  /** The viewer's answer to the open claim, until it closes. */
  readonly answer: Move | null;
  /** The viewer's move that was sent but is not in the view yet. */
  readonly pending: Move | null;
  /** The last events of the game. */
  readonly last: readonly Event[];
  readonly presence: Presence | null;
  /** The moment (of `TableEnvironment.now`) at which `presence` arrived. */
  readonly presenceAt: number;
  readonly said: readonly Said[];
  readonly trouble: Trouble | null;
  /** The moment of the next attempt to connect. */
  readonly retryAt: number | null;
  /** The server's time minus ours, and how long an answer takes. */
  readonly offset: number;
  readonly delay: number | null;
}

/** The state before the first message. */
export const NOTHING: TableState<never, never, never> = {
  phase: "connecting",
  isLate: false,
  v: -1,
  table: null,
  seat: null,
  view: null,
  moves: [],
  clocks: NO_CLOCKS,
  thinkingTime: NO_THINKING_TIME,
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
