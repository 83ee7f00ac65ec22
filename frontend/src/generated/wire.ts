// Made from the structs of the server by `python -m teahouse.web.typescript`. Changes here are lost.

/** Begin to look. `v` is the last version seen, -1 for none; `seat` whose eyes saw it, null for an onlooker's. */
export interface Hello {
  readonly t: "hello";
  readonly v?: number;
  readonly invite?: string;
  readonly seat?: number | null;
}

/** Play a move. `id` is the client's own, the same when the action is sent again. */
export interface Act {
  readonly t: "act";
  readonly id: string;
  readonly v: number;
  readonly move: Readonly<Record<string, unknown>>;
}

/** Take a seat, or put a bot there. */
export interface Sit {
  readonly t: "sit";
  readonly id: string;
  readonly seat?: number | null;
  readonly bot?: string | null;
  readonly invite?: string;
}

/** Leave the table, or send the bot of a seat away. */
export interface Leave {
  readonly t: "leave";
  readonly id: string;
  readonly seat?: number | null;
}

/** Be ready for the next deal; `share` is 32 random bytes in hexadecimal digits. */
export interface Ready {
  readonly t: "ready";
  readonly id: string;
  readonly share: string;
}

/** Say something. */
export interface Chat {
  readonly t: "chat";
  readonly id: string;
  readonly text: string;
}

/** Hear nothing that is said on this line, or hear it again. */
export interface Mute {
  readonly t: "mute";
  readonly id: string;
  readonly on?: boolean;
}

/** Ask whether the server is there. */
export interface Ping {
  readonly t: "ping";
  readonly id: string;
}

/** The table as it is now, for one viewer. */
export interface Snapshot {
  readonly t: "snapshot";
  readonly v: number;
  readonly table: TableInfo;
  readonly seat?: number | null;
  readonly view?: unknown;
  readonly moves?: readonly unknown[];
  readonly clocks?: readonly number[];
  readonly running?: readonly number[];
}

/** What everybody may know about a table. */
export interface TableInfo {
  readonly id: string;
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly match: string;
  readonly status: "between" | "open" | "over" | "playing";
  readonly seats: readonly (SeatInfo | null)[];
  readonly bank: number;
  readonly step: number;
  readonly private: boolean;
  readonly stake: number;
  readonly deal: number;
  readonly commitment: string | null;
  readonly points: readonly number[];
  readonly results: readonly unknown[];
  readonly opened: number;
}

/** Who sits in a seat. */
export interface SeatInfo {
  readonly name: string;
  readonly person?: string | null;
  readonly bot?: string | null;
  readonly ready?: boolean;
  readonly stand_in?: string | null;
}

/** What happened in the game, as this viewer may know it, and what the viewer may do now. */
export interface Events {
  readonly t: "events";
  readonly v: number;
  readonly events: readonly unknown[];
  readonly moves?: readonly unknown[];
  readonly clocks?: readonly number[];
  readonly running?: readonly number[];
}

/** The table itself changed: somebody sat down, got ready, left; a deal ended. */
export interface News {
  readonly t: "news";
  readonly v: number;
  readonly table: TableInfo;
}

/** Somebody said something. */
export interface Said {
  readonly t: "said";
  readonly name: string;
  readonly person: string;
  readonly text: string;
}

/** Which seats have somebody at the other end, and how many look on. */
export interface Presence {
  readonly t: "presence";
  readonly seats: readonly boolean[];
  readonly onlookers: number;
}

/** An action was done and is kept. */
export interface Ack {
  readonly t: "ack";
  readonly id: string;
  readonly v: number;
}

/** An action was refused; nothing has changed. */
export interface Nack {
  readonly t: "nack";
  readonly id: string;
  readonly code: string;
  readonly text: string;
  readonly v?: number;
}

/** The answer to a ping, with the server's time. */
export interface Pong {
  readonly t: "pong";
  readonly id: string;
  readonly at: number;
}

/** The server closes this line: it is stopping, or the line was too slow. */
export interface Bye {
  readonly t: "bye";
  readonly reason: "elsewhere" | "flood" | "restart" | "slow";
}

/** Why something was not done: a code for programs, a sentence for people. */
export interface Problem {
  readonly code: string;
  readonly text: string;
}

/** A wish for a table. */
export interface OpenTable {
  readonly game: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly match?: string | null;
  readonly clock?: string | null;
  readonly private?: boolean;
  readonly stake?: number;
  readonly bots?: Readonly<Record<string, string>>;
}

/** A table as somebody finds it: its sign, where they sit, and the invite code for those who belong there. */
export interface Look {
  readonly table: TableInfo;
  readonly seat: number | null;
  readonly invite: string | null;
}

/** Whether a record holds: what was played, or the line that is wrong and why. */
export interface Verdict {
  readonly verified: boolean;
  readonly game?: string;
  readonly moves?: number;
  readonly names?: readonly string[];
  readonly seed?: string;
  readonly commitment?: string | null;
  readonly result?: Result | null;
  readonly line?: number | null;
  readonly error?: string;
}

/** How play ended: every seat's score, who won (several when shared, nobody when drawn), and by what. */
export interface Result {
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  readonly ending: string;
}

/** A record, step by step. */
export interface Replay {
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  readonly result: Result | null;
  readonly steps: readonly ReplayStep[];
}

/** One step of a replay: the move, what an onlooker saw of it, and the table afterwards. Ply 0 is the deal. */
export interface ReplayStep {
  readonly ply: number;
  readonly seat: number | null;
  readonly move: unknown;
  readonly text: string;
  readonly ms: number;
  readonly events: readonly unknown[];
  readonly view: unknown;
}

/** A line of a statement: what an account received or gave, and what it had afterwards. */
export interface Line {
  readonly entry: number;
  readonly at: number;
  readonly memo: string;
  readonly tallies: number;
  readonly balance: number;
}

/** A game of the house: how many sit, what can be chosen, who plays it, and its rules in words. */
export interface GameInfo {
  readonly name: string;
  readonly summary: string;
  readonly seats: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly matches: readonly string[];
  readonly clocks: readonly string[];
  readonly players: readonly string[];
  readonly rules: string;
}

/** Who asks. */
export interface Me {
  readonly id: string;
  readonly name: string;
  readonly guest: boolean;
  readonly tallies: number;
}

/** A wish for another name. */
export interface NewName {
  readonly name: string;
}

/** A name and a password. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** A place where one is signed in; `here` is the one that asks. */
export interface SessionInfo {
  readonly id: string;
  readonly created: number;
  readonly seen: number;
  readonly expires: number;
  readonly agent: string;
  readonly here: boolean;
}

/** The table that an invite code opens. */
export interface Found {
  readonly table: string;
}

/** A deal that was played. */
export interface RecordInfo {
  readonly table: string;
  readonly deal: number;
  readonly game: string;
  readonly ended: number;
  readonly names: readonly string[];
  readonly result: Result;
}

/** Whether the server can work. */
export interface Health {
  readonly status: string;
}

/** The options of Battle. */
export interface BattleRules {
  readonly least_opening_moves: number;
  readonly first_seat: number;
}

/** What everybody may know: in Battle, everything. */
export interface BattleView {
  readonly board: Board;
  readonly scores: readonly number[];
  readonly mover: number;
  readonly result: Result | null;
}

/** The tiles left. They leave a column from its ends only, so each column is an unbroken run. */
export interface Board {
  readonly columns: readonly (readonly Tile[])[];
  readonly tops: readonly number[];
}

/** A kind of tile; its value is its text, as mahjong software writes it. */
export type Tile = "1m" | "2m" | "3m" | "4m" | "5m" | "6m" | "7m" | "8m" | "9m" | "1p" | "2p" | "3p" | "4p" | "5p" | "6p" | "7p" | "8p" | "9p" | "1s" | "2s" | "3s" | "4s" | "5s" | "6s" | "7s" | "8s" | "9s" | "1z" | "2z" | "3z" | "4z" | "5z" | "6z" | "7z" | "1f" | "2f" | "3f" | "4f" | "5f" | "6f" | "7f" | "8f";

/** Take two identical free tiles; the first slot is the one with the lower number. */
export interface TakePair {
  readonly type: "take_pair";
  readonly first: number;
  readonly second: number;
}

/** Give up. Any seat may, at any moment while play goes on; what it means is the game's rule. */
export interface Forfeit {
  readonly type: "forfeit";
  readonly reason: "absent" | "resigned" | "time";
}

/** A seat took a pair and got its points. */
export interface PairTaken {
  readonly type: "pair_taken";
  readonly seat: number;
  readonly first: number;
  readonly second: number;
  readonly tile: Tile;
  readonly points: number;
}

/** A seat gave up. */
export interface Forfeited {
  readonly type: "forfeited";
  readonly seat: number;
  readonly reason: "absent" | "resigned" | "time";
}

/** Play is over. */
export interface Ended {
  readonly type: "ended";
  readonly result: Result;
}

/** What a client says. */
export type ClientMessage = Hello | Act | Sit | Leave | Ready | Chat | Mute | Ping;

/** What the server tells. */
export type ServerMessage = Snapshot | Events | News | Said | Presence | Ack | Nack | Pong | Bye;

/** The types of each game. */
export interface Games {
  readonly battle: {
    readonly rules: BattleRules;
    readonly view: BattleView;
    readonly move: TakePair | Forfeit;
    readonly event: PairTaken | Forfeited | Ended;
  };
}

export type GameName = keyof Games;

/** Why something was refused. */
export type Code =
  | "move/illegal"
  | "move/unreadable"
  | "move/stale"
  | "move/late"
  | "table/unknown"
  | "table/full"
  | "table/taken"
  | "table/private"
  | "table/started"
  | "table/over"
  | "table/seat"
  | "table/options"
  | "table/busy"
  | "chat/muted"
  | "chat/phrase"
  | "person/name"
  | "person/password"
  | "person/weak"
  | "person/missing"
  | "person/account"
  | "person/session"
  | "person/unknown"
  | "person/tallies"
  | "tallies/stake"
  | "tallies/pot"
  | "tallies/booked"
  | "record/unknown"
  | "record/running"
  | "record/invalid"
  | "store/full"
  | "store/readonly"
  | "store/locked"
  | "store/away"
  | "store/conflict"
  | "bus/away"
  | "table/moved"
  | "wire/unreadable"
  | "wire/large"
  | "wire/unknown"
  | "wire/failed"
  | "wire/origin"
  | "wire/flood";

/** What can always be said. */
export const PHRASES = ["hello", "good luck", "well played", "thank you", "one moment", "sorry", "goodbye"] as const;
