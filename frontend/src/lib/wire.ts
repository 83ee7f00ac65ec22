/** What travels between browser and server: the server's own structs, with moves and events known as tagged. */

import type * as w from "../generated/wire";

export type {
  Ack,
  Bye,
  Clock,
  Ended,
  Forfeit,
  Forfeited,
  GameInfo,
  Look,
  Nack,
  OpenTable,
  Opinion,
  Pong,
  Presence,
  RecordInfo,
  Result,
  Said,
  SeatInfo,
  SessionInfo,
} from "../generated/wire";

export type Seat = number;
export type Person = w.Me;

/** A member of a game's union of moves or events; the field `type` tells which. */
export interface Tagged {
  readonly type: string;
}

export type TableInfo = Omit<w.TableInfo, "results"> & { readonly results: readonly (w.Result | null)[] };
type Offer = { readonly moves?: readonly Tagged[] };
export type Snapshot = Omit<w.Snapshot, "moves" | "table"> & Offer & { readonly table: TableInfo };
export type Events = Omit<w.Events, "moves" | "events"> & Offer & { readonly events: readonly Tagged[] };
type News = Omit<w.News, "table"> & { readonly table: TableInfo };

export type FromServer = Snapshot | Events | w.Clock | News | w.Said | w.Presence | w.Ack | w.Nack | w.Pong | w.Bye;

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** What a person asks of a table; it goes out with an id of the browser's own, so that asking twice is harmless. */
export type Wish = WithoutId<w.Sit | w.Leave | w.Ready | w.Act | w.Absent | w.End | w.Chat | w.Mute>;

export type Step = Omit<w.ReplayStep, "events"> & { readonly events: readonly Tagged[] };
export type Steps = Omit<w.Replay, "steps"> & { readonly steps: readonly Step[] };
