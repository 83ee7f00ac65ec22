/** What travels between browser and server, as the house's structs write it. */

export type Seat = number;

export interface SeatInfo {
  name: string;
  person?: string | null;
  bot?: string | null;
  ready?: boolean;
  stand_in?: string | null;
}

export type Status = "open" | "playing" | "between" | "over";

export interface Result {
  scores: number[];
  winners: Seat[];
  ending: string;
}

export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, unknown>;
  match: string;
  status: Status;
  seats: (SeatInfo | null)[];
  bank: number;
  step: number;
  private: boolean;
  stake: number;
  deal: number;
  commitment: string | null;
  points: number[];
  results: (Result | null)[];
  opened: number;
}

/** Moves and events are tagged unions of each game; the field `type` tells which. */
export interface Tagged {
  type: string;
}

export interface Forfeit extends Tagged {
  type: "forfeit";
  reason: "resigned" | "time" | "absent";
}

export interface Forfeited extends Tagged {
  type: "forfeited";
  seat: Seat;
  reason: "resigned" | "time" | "absent";
}

export interface Ended extends Tagged {
  type: "ended";
  result: Result;
}

export interface Snapshot {
  t: "snapshot";
  v: number;
  table: TableInfo;
  seat?: Seat | null;
  view?: unknown;
  moves?: Tagged[];
  clocks?: number[];
  running?: Seat[];
}

export interface Events {
  t: "events";
  v: number;
  events: Tagged[];
  moves?: Tagged[];
  clocks?: number[];
  running?: Seat[];
}

export interface News {
  t: "news";
  v: number;
  table: TableInfo;
}

export interface Said {
  t: "said";
  name: string;
  person: string;
  text: string;
}

export interface Presence {
  t: "presence";
  seats: boolean[];
  onlookers: number;
}

export interface Ack {
  t: "ack";
  id: string;
  v: number;
}

export interface Nack {
  t: "nack";
  id: string;
  code: string;
  text: string;
  v?: number;
}

export interface Pong {
  t: "pong";
  id: string;
  at: number;
}

export interface Bye {
  t: "bye";
  reason: "restart" | "slow" | "flood" | "elsewhere";
}

export type FromServer = Snapshot | Events | News | Said | Presence | Ack | Nack | Pong | Bye;

/** What a person asks of a table; each carries an id of the browser's own, so that asking twice is harmless. */
export type Wish =
  | { t: "sit"; seat?: Seat | null; bot?: string | null; invite?: string }
  | { t: "leave"; seat?: Seat | null }
  | { t: "ready"; share: string }
  | { t: "act"; v: number; move: Tagged }
  | { t: "chat"; text: string }
  | { t: "mute"; on: boolean };

export interface Person {
  id: string;
  name: string;
  guest: boolean;
  tallies: number;
}

export interface GameInfo {
  name: string;
  summary: string;
  seats: number;
  options: unknown;
  matches: string[];
  clocks: string[];
  players: string[];
  rules: string;
}

export interface OpenTable {
  game: string;
  options?: Record<string, unknown>;
  match?: string;
  clock?: string;
  private?: boolean;
  stake?: number;
  bots?: Record<string, string>;
}

export interface RecordInfo {
  table: string;
  deal: number;
  game: string;
  ended: number;
  names: string[];
  result: Result | null;
}

export interface Step {
  ply: number;
  seat: Seat | null;
  move: Tagged | null;
  text: string;
  events: Tagged[];
  view: unknown;
}

export interface Steps {
  game: string;
  names: string[];
  result: Result | null;
  steps: Step[];
}

/** A place where one is signed in; `here` is this one. */
export interface SessionInfo {
  id: string;
  created: number;
  seen: number;
  expires: number;
  agent: string;
  here: boolean;
}

/** A table as one person may look at it. */
export interface Look {
  table: TableInfo;
  seat?: Seat | null;
  invite?: string | null;
}
