// Made from the structs of the server by `python -m teahouse.web.typescript`. Changes here are lost.

/** Start. `v` is the last version seen, -1 for none; `seat` is the seat that saw it, null for an onlooker. */
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

/** Take back the answer to an open claim, to answer again. */
export interface Withdraw {
  readonly t: "withdraw";
  readonly id: string;
  readonly v: number;
}

/** Take a seat, or put a bot there. */
export interface Sit {
  readonly t: "sit";
  readonly id: string;
  readonly seat?: number | null;
  readonly bot?: string | null;
  readonly invite?: string;
}

/** Leave the table, or remove the bot of a seat. */
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
  readonly again?: boolean;
}

/** Stop the clock of a game that is played alone; `on` false lets it run on. */
export interface PausePlay {
  readonly t: "pause";
  readonly id: string;
  readonly on?: boolean;
}

/** Send a chat message. */
export interface Chat {
  readonly t: "chat";
  readonly id: string;
  readonly text: string;
}

/** Mute or unmute the chat on this connection; with `person`, that person at every table. */
export interface Mute {
  readonly t: "mute";
  readonly id: string;
  readonly on?: boolean;
  readonly person?: string | null;
}

/** Mute or unmute a person at this table; for the host. */
export interface HostMute {
  readonly t: "hush";
  readonly id: string;
  readonly person: string;
  readonly on?: boolean;
}

/** Remove a person from a table that has not begun; for the host. */
export interface Remove {
  readonly t: "remove";
  readonly id: string;
  readonly person: string;
}

/** Claim against a person who has been absent too long: a house player stands in, or the person forfeits. */
export interface Absent {
  readonly t: "absent";
  readonly id: string;
  readonly seat: number;
}

/** Between deals: end the match with its standing. */
export interface End {
  readonly t: "end";
  readonly id: string;
}

/** Ask whether the server is there. */
export interface Ping {
  readonly t: "ping";
  readonly id: string;
}

/** A snapshot of the table for one viewer. */
export interface Snapshot {
  readonly t: "snapshot";
  readonly v: number;
  readonly table: TableInfo;
  readonly seat?: number | null;
  readonly view?: unknown;
  readonly moves?: readonly unknown[];
  readonly clocks?: readonly number[];
  readonly running?: readonly number[];
  readonly turns?: readonly number[];
  readonly window?: number;
  readonly answer?: unknown;
  readonly spent?: number;
}

/** The public facts of a table. */
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
  readonly day: string;
  readonly deals: number | null;
  readonly match_over: boolean;
  readonly fresh: boolean;
  readonly claims: string;
  readonly played: number;
  readonly host: string;
  readonly closed: string;
  readonly paused: boolean;
  readonly rated: boolean;
  readonly known: string;
}

/** Who sits in a seat. weakened: the level that plays for a bot whose engine failed. */
export interface SeatInfo {
  readonly name: string;
  readonly person?: string | null;
  readonly bot?: string | null;
  readonly ready?: boolean;
  readonly stand_in?: string | null;
  readonly hushed?: boolean;
  readonly weakened?: string | null;
}

/** Events of the game, as this viewer may know them, and the viewer's moves now. */
export interface Events {
  readonly t: "events";
  readonly v: number;
  readonly events: readonly unknown[];
  readonly moves?: readonly unknown[];
  readonly clocks?: readonly number[];
  readonly running?: readonly number[];
  readonly turns?: readonly number[];
  readonly window?: number;
  readonly answer?: unknown;
}

/** The current clocks, if they differ from earlier messages; without a version. */
export interface Clock {
  readonly t: "clock";
  readonly clocks?: readonly number[];
  readonly running?: readonly number[];
  readonly turns?: readonly number[];
  readonly window?: number;
}

/** The table itself changed: a person sat down, got ready or left, or a deal ended. */
export interface News {
  readonly t: "news";
  readonly v: number;
  readonly table: TableInfo;
}

/** A chat message. n: the number of the line at this table; the last lines are sent again on return. */
export interface Said {
  readonly t: "said";
  readonly name: string;
  readonly person: string;
  readonly text: string;
  readonly n?: number;
}

/** Which seats are connected, and the number of onlookers. */
export interface Presence {
  readonly t: "presence";
  readonly seats: readonly boolean[];
  readonly onlookers: number;
  readonly away?: readonly (number | null)[];
  readonly ready_in?: number | null;
}

/** A request was done and stored. */
export interface Ack {
  readonly t: "ack";
  readonly id: string;
  readonly v: number;
}

/** A request was refused; nothing has changed. values: the values in its sentence, for translations. */
export interface Nack {
  readonly t: "nack";
  readonly id: string;
  readonly code: string;
  readonly text: string;
  readonly v?: number;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** The answer to a ping, with the server's time. */
export interface Pong {
  readonly t: "pong";
  readonly id: string;
  readonly at: number;
}

/** The server closes this connection: it is stopping, or the client was too slow. */
export interface Bye {
  readonly t: "bye";
  readonly reason: "elsewhere" | "flood" | "restart" | "slow";
}

/** Why something was not done: a code for programs, a sentence for people. */
export interface Problem {
  readonly code: string;
  readonly text: string;
  readonly why?: string | null;
  readonly values?: Readonly<Record<string, string | number>> | null;
}

/** A request for a new table. */
export interface OpenTable {
  readonly game: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly match?: string | null;
  readonly clock?: string | null;
  readonly private?: boolean;
  readonly stake?: number;
  readonly bots?: Readonly<Record<string, string>>;
  readonly daily?: boolean;
  readonly claims?: string | null;
  readonly rated?: boolean;
  readonly known?: string;
}

/** A table for a person: its info, their seat, and the invite code for those who belong there. */
export interface TableForPerson {
  readonly table: TableInfo;
  readonly seat: number | null;
  readonly invite: string | null;
}

/** Whether a record is valid: what was played, or the wrong line and why. */
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

/** How play ended: every seat's score, the winners (several if they share the win, none in a draw), and the ending. */
export interface Result {
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  readonly ending: string;
  readonly facts?: Readonly<Record<string, number>>;
}

/** A record, step by step, as a seat or an onlooker saw it. dealt: the deal as each seat saw it. */
export interface Replay {
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  readonly result: Result | null;
  readonly steps: readonly ReplayStep[];
  readonly dealt: readonly unknown[];
  readonly seat: number | null;
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

/** A judged record: the judgement, and the details of its own game. */
export interface JudgedRecord {
  readonly judgement: Judgement;
  readonly analysis: BattleAnalysis | ClassicAnalysis | SolitaireAnalysis;
}

/** A finished game judged once by one version of its engine. */
export interface Judgement {
  readonly game: string;
  readonly engine: string;
  readonly favours: string;
  readonly seats: readonly SeatJudgement[];
  readonly curve: readonly CurvePoint[];
  readonly turning: readonly Slip[];
  readonly slips: readonly Slip[];
}

/** How one seat played. */
export interface SeatJudgement {
  readonly choices: number;
  readonly exact: number;
  readonly lost: number;
  readonly merit: number;
  readonly accuracy: number | null;
  readonly like: string | null;
  readonly luck: number | null;
}

/** What each seat could expect at a step of the replay, in points; None for a seat that has no judged choice yet. */
export interface CurvePoint {
  readonly step: number;
  readonly values: readonly (number | null)[];
  readonly exact: boolean;
}

/** A choice that gave something away. */
export interface Slip {
  readonly step: number;
  readonly seat: number;
  readonly played: string;
  readonly better: string;
  readonly better_move: unknown;
  readonly line: readonly string[];
  readonly lost: number;
  readonly exact: boolean;
  readonly mark: string;
  readonly reason: SlipReason;
}

/** Why a move was a mistake, or the best one: a code, and the values in its sentence. */
export interface SlipReason {
  readonly code: "aims" | "danger" | "dead" | "farther" | "fewer" | "gift" | "later" | "mahjong" | "more_now" | "plan" | "points" | "safest" | "worth";
  readonly values: Readonly<Record<string, number | string>>;
}

/** A game of Battle: its moves, the curve of the expected margin, and from which move on everything is exact. */
export interface BattleAnalysis {
  readonly game: "battle";
  readonly moves: readonly JudgedMove[];
  readonly curve: readonly number[];
  readonly exact_from: number | null;
}

/** A move of Battle judged: by how much seat 0 was heading to win before it, a best move, the points given away. */
export interface JudgedMove {
  readonly seat: number;
  readonly best: string | null;
  readonly ahead: number;
  readonly exact: boolean;
  readonly lost: number | null;
  readonly mark: string;
}

/** A deal of Classic: every move that was a choice, and the expected points that each seat gave away. */
export interface ClassicAnalysis {
  readonly game: "classic";
  readonly choices: readonly JudgedChoice[];
  readonly lost: readonly number[];
}

/** A choice of Classic judged by what its seat saw: what the house player would have played, the points given away. */
export interface JudgedChoice {
  readonly step: number;
  readonly seat: number;
  readonly best: Advised;
  readonly lost: number;
  readonly mark: string;
}

/** One move with its evaluation. */
export interface Advised {
  readonly move: unknown;
  readonly text: string;
  readonly reason: string;
  readonly notes?: readonly Note[];
  readonly value?: number | null;
  readonly lost?: number | null;
  readonly distance?: number | null;
  readonly helps?: readonly HelpingTile[];
  readonly plan?: string | null;
  readonly plan_distance?: number | null;
  readonly chance?: number | null;
  readonly score?: number | null;
  readonly danger?: number | null;
  readonly discard?: Tile | null;
}

/** A reason by its code, with its figure if it has one. */
export interface Note {
  readonly code: "best_left" | "best_play" | "complete" | "kept" | "last_resort" | "leads_well" | "looks_best" | "scores" | "spared" | "worth";
  readonly n?: number;
}

/** A kind of tile that helps, and how many of it this seat does not see. */
export interface HelpingTile {
  readonly tile: Tile;
  readonly unseen: number;
}

/** A kind of tile; its value is its text, as mahjong software writes it. */
export type Tile = "1m" | "2m" | "3m" | "4m" | "5m" | "6m" | "7m" | "8m" | "9m" | "1p" | "2p" | "3p" | "4p" | "5p" | "6p" | "7p" | "8p" | "9p" | "1s" | "2s" | "3s" | "4s" | "5s" | "6s" | "7s" | "8s" | "9s" | "1z" | "2z" | "3z" | "4z" | "5z" | "6z" | "7z" | "1f" | "2f" | "3f" | "4f" | "5f" | "6f" | "7f" | "8f";

/** A game of Solitaire: every player's game, and what is known about the deal. */
export interface SolitaireAnalysis {
  readonly game: "solitaire";
  readonly players: readonly SolitairePlayer[];
  readonly best: number;
  readonly bound: number;
  readonly line: readonly (readonly [number, number])[];
  readonly stars: number;
  readonly share: number;
}

/** One player's game since it last started over. */
export interface SolitairePlayer {
  readonly clearable: readonly (boolean | null)[];
  readonly lost_at: number | null;
  readonly score: number;
}

/** The review of a finished deal. */
export interface Review {
  readonly table: string;
  readonly deal: number;
  readonly game: string;
  readonly state: "done" | "failed" | "queued" | "running" | "unjudged";
  readonly ahead: number;
  readonly engine: string;
  readonly names: readonly string[];
  readonly opinion: JudgedRecord | null;
  readonly match: readonly MatchAccuracy[];
}

/** A person's accuracy over all judged deals of a match, which has enough choices where one deal has too few. */
export interface MatchAccuracy {
  readonly seat: number;
  readonly deals: number;
  readonly choices: number;
  readonly accuracy: number;
  readonly like: string | null;
}

/** A page of found deals. after: where to go on, None at the end of the search. */
export interface FoundDeals {
  readonly deals: readonly FoundDeal[];
  readonly after: string | null;
  readonly back_to: number | null;
}

/** A deal that a search found. length: its moves, passes left out. */
export interface FoundDeal {
  readonly table: string;
  readonly deal: number;
  readonly game: string;
  readonly variant: string;
  readonly ended: number;
  readonly length: number;
  readonly names: readonly string[];
  readonly result: Result;
}

/** The id of a deal that can be played again. */
export interface KnownDealId {
  readonly id: string;
}

/** A known deal. first: its first play, for those who may see that. plays: the latest first. */
export interface KnownDealPage {
  readonly id: string;
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly seats: number;
  readonly first: PlayedAgain | null;
  readonly plays: readonly PlayedAgain[];
}

/** A play of a known deal. people: their ids by seat, None for house players. is_own: did the reader play? */
export interface PlayedAgain {
  readonly table: string;
  readonly deal: number;
  readonly ended: number;
  readonly names: readonly string[];
  readonly result: Result;
  readonly people: readonly (string | null)[];
  readonly is_own: boolean;
}

/** A deal to be played again: a finished one by its table and number, or one of a game from a seed. */
export interface NewKnownDeal {
  readonly table: string;
  readonly deal: number;
  readonly invite: string;
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: string;
}

/** A line of a statement: what was received or paid and for what, and the balance afterwards. */
export interface StatementLine {
  readonly entry: number;
  readonly at: number;
  readonly memo: string;
  readonly coins: number;
  readonly balance: number;
  readonly reason: "broken off" | "closed" | "daily" | "deal" | "deserted" | "ended" | "opening" | "other" | "stake";
  readonly table: string;
  readonly game: string;
  readonly deal: number | null;
}

/** A game: its seats, and what can be chosen at its tables. */
export interface GameInfo {
  readonly name: string;
  readonly summary: string;
  readonly seats: number;
  readonly matches: readonly string[];
  readonly clocks: readonly string[];
  readonly claims: readonly string[];
  readonly players: readonly string[];
  readonly rated: readonly string[];
  readonly ratings: Readonly<Record<string, ShownRating>>;
}

/** A rating as people see it: rounded, with its interval and whether it is provisional. */
export interface ShownRating {
  readonly rating: number;
  readonly low: number;
  readonly high: number;
  readonly deviation: number;
  readonly provisional: boolean;
  readonly games: number;
}

/** The options and the language for which the rules of a game are written. */
export interface RulesQuestion {
  readonly options: Readonly<Record<string, unknown>>;
  readonly lang: string;
}

/** The person who asks. */
export interface Me {
  readonly id: string;
  readonly name: string;
  readonly guest: boolean;
  readonly coins: number;
}

/** A person by id and name. */
export interface PersonName {
  readonly id: string;
  readonly name: string;
}

/** Restrictions of the person who asks (a pause after leaving games, sanctions), and whether they administrate. */
export interface OwnStanding {
  readonly pause: LeaverPause;
  readonly sanctions: readonly Sanction[];
  readonly administrator: boolean;
}

/** How often a person left lately, until when they wait, and how long they would wait after the next time. */
export interface LeaverPause {
  readonly departures: number;
  readonly until: number;
  readonly next_minutes: number;
}

/** A sanction that holds until a moment, and why. */
export interface Sanction {
  readonly kind: "mute" | "suspend";
  readonly since: number;
  readonly until: number;
  readonly why: string;
}

/** A report was stored. */
export interface Reported {
  readonly report: string;
}

/** A reason for what an administrator does. */
export interface Why {
  readonly why: string;
}

/** A sanction: for how many minutes, and why. */
export interface NewSanction {
  readonly minutes: number;
  readonly why: string;
}

/** Reports, and the names of everybody in them. */
export interface ReportPage {
  readonly reports: readonly Report[];
  readonly names: Readonly<Record<string, string>>;
}

/** A report with its evidence, and what was decided. */
export interface Report {
  readonly id: string;
  readonly at: number;
  readonly reporter: string;
  readonly person: string;
  readonly reason: "cheating" | "insult" | "leaving" | "name" | "other" | "spam";
  readonly text: string;
  readonly evidence: Evidence;
  readonly status: "closed" | "open";
  readonly decided: number | null;
  readonly note: string;
}

/** The evidence at the moment of a report. */
export interface Evidence {
  readonly table: string;
  readonly game: string;
  readonly status: string;
  readonly seats: readonly string[];
  readonly record: string;
  readonly chat: readonly SaidLine[];
  readonly said: number | null;
}

/** A chat message at a table. */
export interface SaidLine {
  readonly seq: number;
  readonly at: number;
  readonly person: string;
  readonly text: string;
}

/** A person for administrators, and the names of everybody concerned. */
export interface CardPage {
  readonly card: PersonCard;
  readonly names: Readonly<Record<string, string>>;
}

/** A person as administrators see one: sanctions, how often they left games, their tables, reports about them. */
export interface PersonCard {
  readonly id: string;
  readonly name: string;
  readonly guest: boolean;
  readonly created: number;
  readonly administrator: boolean;
  readonly sanctions: readonly Sanction[];
  readonly pause: LeaverPause;
  readonly tables: readonly string[];
  readonly reports: readonly Report[];
  readonly log: readonly AuditEntry[];
}

/** One act. administrator: empty for the command line. person, table: whom and what it was about, or empty. */
export interface AuditEntry {
  readonly id: number;
  readonly at: number;
  readonly administrator: string;
  readonly act: string;
  readonly person: string;
  readonly table: string;
  readonly why: string;
}

/** A table for administrators, and the names of those who sit there. */
export interface TablePage {
  readonly check: TableCheck;
  readonly names: Readonly<Record<string, string>>;
}

/** A table as an administrator sees it. trouble: what is broken, in words; empty if nothing is. */
export interface TableCheck {
  readonly id: string;
  readonly game: string;
  readonly status: string;
  readonly private: boolean;
  readonly created: number;
  readonly updated: number;
  readonly events: number;
  readonly pot: number;
  readonly seats: readonly string[];
  readonly trouble: string;
}

/** Acts of administrators, and the names of everybody concerned. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly names: Readonly<Record<string, string>>;
}

/** A report as a person sends it. said: the text of the reported chat message, if it is about one. */
export interface NewReport {
  readonly person: string;
  readonly reason: "cheating" | "insult" | "leaving" | "name" | "other" | "spam";
  readonly text: string;
  readonly table: string;
  readonly said: string;
}

/** A summary of a person's judged games so far. */
export interface FairPlay {
  readonly games: number;
  readonly judged: number;
  readonly positions: number;
  readonly found: number;
  readonly longest: number;
  readonly guessed: number;
  readonly level: string;
  readonly baseline: number;
  readonly measured: number;
  readonly shares: Readonly<Record<string, number>>;
  readonly likelihood: number;
}

/** A server now. refusals: by code since the start, over HTTP and sockets. broken: tables that could not be read. */
export interface LiveFigures {
  readonly at: number;
  readonly memory_mb: number;
  readonly tables: number;
  readonly sockets: number;
  readonly streams: number;
  readonly workers: number;
  readonly workers_busy: number;
  readonly workers_waiting: number;
  readonly loop_lag_ms: number;
  readonly engines: EngineFigures | null;
  readonly households: readonly HouseholdFigures[];
  readonly refusals: Readonly<Record<string, number>>;
  readonly broken: readonly string[];
}

/** The engine processes: how many, how many think, choices that wait, and what went wrong since the start. */
export interface EngineFigures {
  readonly processes: number;
  readonly busy: number;
  readonly waiting: number;
  readonly cold: number;
  readonly choices: number;
  readonly mean_seconds: number;
  readonly replaced: number;
  readonly fallbacks: Readonly<Record<string, number>>;
  readonly memory_mb: readonly number[];
  readonly memory_limit_mb: number;
}

/** A network address, and how much of its work waits or runs. */
export interface HouseholdFigures {
  readonly household: string;
  readonly choices: number;
  readonly work: number;
}

/** A request for another name. */
export interface NewName {
  readonly name: string;
}

/** A name and a password. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** A session of the person: when it was seen, in which browser on which system; `here` is the current one. */
export interface SessionInfo {
  readonly id: string;
  readonly created: number;
  readonly seen: number;
  readonly expires: number;
  readonly browser: string;
  readonly system: string;
  readonly here: boolean;
}

/** The person who asks, with the recovery code of the account, which is shown once. */
export interface MeWithRecoveryCode {
  readonly id: string;
  readonly name: string;
  readonly guest: boolean;
  readonly coins: number;
  readonly recovery: string;
}

/** The password of the account, needed ten minutes after signing in and later. */
export interface Confirmation {
  readonly password: string | null;
}

/** A request to be deleted: the name, typed once more, and the password of an account if it is asked for. */
export interface AccountDeletion {
  readonly name: string;
  readonly password: string | null;
}

/** A request for another password. */
export interface NewPassword {
  readonly old: string;
  readonly new: string;
}

/** A recovery code, which is shown once. */
export interface RecoveryCode {
  readonly code: string;
}

/** The ways back into an account beside the recovery code: whether the house sends letters. */
export interface WaysBack {
  readonly mail: boolean;
}

/** A request for a new password with a recovery code. */
export interface ByCode {
  readonly name: string;
  readonly code: string;
  readonly password: string;
}

/** A request for a letter with a link to a new password; `name` may be the address. */
export interface ByMail {
  readonly name: string;
  readonly lang: "de" | "en" | "fr" | "nl";
}

/** A request for a new password with the secret of a link. */
export interface ByLink {
  readonly token: string;
  readonly password: string;
}

/** A request for another mail address of the account. */
export interface NewAddress {
  readonly address: string;
  readonly lang: "de" | "en" | "fr" | "nl";
  readonly password: string | null;
}

/** The secret of a link. */
export interface LinkSecret {
  readonly token: string;
}

/** Your account: since when, the ways into it, and whether the house sends letters. */
export interface AccountInfo {
  readonly created: number;
  readonly recovery: number | null;
  readonly passkeys: readonly Passkey[];
  readonly has_mail: boolean;
  readonly address: Address | null;
}

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly used: number | null;
}

/** The address of an account. */
export interface Address {
  readonly address: string;
  readonly confirmed: boolean;
}

/** The options for the browser's own passkey interface. */
export interface PasskeyOptions {
  readonly publicKey: Readonly<Record<string, unknown>>;
}

/** A passkey that the browser has created, and a name for it. */
export interface NewPasskey {
  readonly name: string;
  readonly credential: Readonly<Record<string, unknown>>;
}

/** Another name for a passkey. */
export interface PasskeyName {
  readonly name: string;
}

/** A challenge that a passkey has signed. */
export interface UsedPasskey {
  readonly credential: Readonly<Record<string, unknown>>;
}

/** A request for a bot token, with a name for it. */
export interface NewToken {
  readonly name: string;
}

/** A bot token as its owner sees it; the token itself is shown once, when it is created. */
export interface TokenInfo {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly seen: number;
  readonly expires: number;
  readonly token: string | null;
}

/** The seat for a bot, any free one by default; at a private table with its invite code. */
export interface BotSeat {
  readonly seat: number | null;
  readonly invite: string;
}

/** A bot's move: one of those offered, and the version of the message that offered it. id: for repeated sends. */
export interface BotMove {
  readonly move: Readonly<Record<string, unknown>>;
  readonly v: number;
  readonly id: string;
}

/** An action was stored, at this version. */
export interface Done {
  readonly v: number;
}

/** A table that was found, by an invite code or a seek. */
export interface TableFound {
  readonly table: string;
}

/** A finished deal. */
export interface RecordInfo {
  readonly table: string;
  readonly deal: number;
  readonly game: string;
  readonly ended: number;
  readonly names: readonly string[];
  readonly result: Result;
}

/** A position: its game, a text (empty: an example), the moves from there, and one more move to play. */
export interface AnalysisRequest {
  readonly game: string;
  readonly position: string;
  readonly moves: readonly AnalysisMove[];
  readonly play: AnalysisMove | null;
}

/** A move on the analysis board: whose it is, and its text. */
export interface AnalysisMove {
  readonly seat: number;
  readonly text: string;
}

/** A position with the view of every seat. */
export interface AnalysisPosition {
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly views: readonly unknown[];
  readonly choices: readonly AnalysisChoice[];
  readonly added: readonly AnalysisMove[];
  readonly events: readonly unknown[];
  readonly result: Result | null;
  readonly text: string | null;
}

/** A legal move of a seat, as the game's data and as text. */
export interface AnalysisChoice {
  readonly seat: number;
  readonly move: unknown;
  readonly text: string;
}

/** A record as the start of an analysis: the first position, and the moves that were played. */
export interface AnalysisStart {
  readonly game: string;
  readonly position: string;
  readonly names: readonly string[];
  readonly steps: readonly AnalysisStep[];
  readonly origin: AnalysisOrigin | null;
}

/** Moves of a record that belong together: a choice and the forced answers to it. ply: that of the last one. */
export interface AnalysisStep {
  readonly moves: readonly AnalysisMove[];
  readonly ply: number;
}

/** The deal that a position comes from, so that its moves can be written as a record. */
export interface AnalysisOrigin {
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: string;
}

/** An analysis: the first position and every variation from it. */
export interface AnalysisTree {
  readonly game: string;
  readonly position: string;
  readonly title: string;
  readonly names: readonly string[];
  readonly nodes: readonly AnalysisNode[];
  readonly comment: string;
  readonly marks: readonly AnalysisMark[];
  readonly origin: AnalysisOrigin | null;
}

/** Moves that continue another node (-1: the first position), with a comment and marks. */
export interface AnalysisNode {
  readonly parent: number;
  readonly moves: readonly AnalysisMove[];
  readonly comment: string;
  readonly marks: readonly AnalysisMark[];
}

/** A ring around a place on the board, or an arrow from one place to another. */
export interface AnalysisMark {
  readonly at: string;
  readonly to: string | null;
}

/** An analysis in a list. */
export interface AnalysisTitle {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly changed: number;
}

/** A saved analysis. is_owner: may the reader change it? */
export interface SavedAnalysis {
  readonly id: string;
  readonly tree: AnalysisTree;
  readonly created: number;
  readonly changed: number;
  readonly is_owner: boolean;
}

/** A position for an engine. seat: whose moves are weighed, if several seats decide. seconds: the time limit. */
export interface ExploreRequest {
  readonly position: AnalysisRequest;
  readonly seat: number | null;
  readonly seconds: number;
}

/** Moves from a deal, to be written as a record. */
export interface RecordRequest {
  readonly position: AnalysisRequest;
  readonly origin: AnalysisOrigin;
  readonly names: readonly string[];
}

/** The number of analyses ahead in the queue. */
export interface Queued {
  readonly t: "queued";
  readonly ahead: number;
}

/** What is known so far, an `Explored`. done: this is the last message. */
export interface AnalysisProgress {
  readonly t: "thought";
  readonly explored: unknown;
  readonly done: boolean;
}

/** Why the analysis ended without a result: an error code and its text. */
export interface AnalysisEnded {
  readonly t: "ended";
  readonly code: string;
  readonly text: string;
}

/** An overview of a person's training. */
export interface TrainingOverview {
  readonly due: number;
  readonly next_due: number | null;
  readonly boxes: readonly number[];
  readonly learned: number;
  readonly days: readonly number[];
  readonly games: readonly PuzzleGame[];
}

/** The puzzles of a game: a person's strength, and whether there are any. opinion: no solution is proven. */
export interface PuzzleGame {
  readonly game: string;
  readonly strength: ShownRating;
  readonly has_puzzles: boolean;
  readonly opinion: boolean;
}

/** The next position; none if nothing is due, or if there are no puzzles. */
export interface NextTask {
  readonly task: TrainingTask | null;
}

/** A position: what would you play? */
export interface TrainingTask {
  readonly id: string;
  readonly kind: "puzzle" | "slip";
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly view: unknown;
  readonly seat: number;
  readonly moves: readonly TaskMove[];
  readonly exact: boolean;
  readonly box: number | null;
  readonly strength: number | null;
}

/** A move that may be answered, and its text. */
export interface TaskMove {
  readonly move: unknown;
  readonly text: string;
}

/** The verdict on an answer, in the words of a review. */
export interface TrainingVerdict {
  readonly id: string;
  readonly game: string;
  readonly right: boolean;
  readonly answer: string;
  readonly lost: number;
  readonly mark: string;
  readonly reason: SlipReason | null;
  readonly best: string;
  readonly best_move: unknown;
  readonly line: readonly string[];
  readonly exact: boolean;
  readonly position: string;
  readonly why: SlipReason | null;
  readonly place: SlipPlace | null;
  readonly box: number | null;
  readonly due: number | null;
  readonly strength: ShownRating | null;
  readonly change: number | null;
}

/** Where your own slip was played, and what. */
export interface SlipPlace {
  readonly table: string;
  readonly deal: number;
  readonly step: number;
  readonly seat: number;
  readonly played: string;
}

/** The text of a move; an empty one gives up, and counts as wrong. */
export interface AnswerRequest {
  readonly move: string;
}

/** A slip of a finished deal to train on: the step of the replay that it led to. */
export interface CardRequest {
  readonly table: string;
  readonly deal: number;
  readonly step: number;
  readonly invite: string;
}

/** What the house player would play at a seat: every move, the best first. */
export interface Advice {
  readonly game: string;
  readonly seat: number;
  readonly moves: readonly Advised[];
  readonly weakened: string | null;
}

/** A game's lesson: how many sit at its table, and the steps; the learner has seat 0. */
export interface Lesson {
  readonly game: string;
  readonly seats: number;
  readonly steps: readonly LessonStep[];
}

/** One step: the learner's view and moves, the right ones among them, and the tile that the text names. */
export interface LessonStep {
  readonly key: string;
  readonly view: unknown;
  readonly moves: readonly unknown[];
  readonly right: readonly LessonMove[];
  readonly tile: string;
}

/** A right move, the events that the learner sees, and the view after it. */
export interface LessonMove {
  readonly move: unknown;
  readonly events: readonly unknown[];
  readonly view: unknown;
}

/** The deals of one day, the commitments to its secret and to tomorrow's, yesterday's secret, own tries by game. */
export interface Today {
  readonly day: string;
  readonly games: readonly DailyGame[];
  readonly commitment: string;
  readonly tomorrow: string;
  readonly yesterday: Revealed | null;
  readonly tries: Readonly<Record<string, Try>>;
}

/** A game of the day: its options, the bots that sit there, and the best scores so far, guests apart. */
export interface DailyGame {
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly bots: Readonly<Record<string, string>>;
  readonly best: readonly Best[];
  readonly guests: readonly Best[];
}

/** A person's score in a daily deal, and its record, withheld until the day is over. */
export interface Best {
  readonly name: string;
  readonly score: number;
  readonly table: string;
  readonly deal: number;
}

/** A day that is over: its secret, and the commitment that was published before it began. */
export interface Revealed {
  readonly day: string;
  readonly secret: string;
  readonly commitment: string;
}

/** A person's own try at a daily deal; no score while it is played, or if none was reached that day. */
export interface Try {
  readonly table: string;
  readonly score: number | null;
}

/** The days of a month that had deals, and the streak: on how many days in a row the person finished a deal. */
export interface Calendar {
  readonly month: string;
  readonly today: string;
  readonly first: string;
  readonly days: readonly CalendarDay[];
  readonly streak: number;
  readonly longest: number;
}

/** A day with deals, and the person's scores by game. */
export interface CalendarDay {
  readonly day: string;
  readonly scores: Readonly<Record<string, number>>;
}

/** A day: its games with their best scores, and the commitment to its secret. */
export interface DayPage {
  readonly day: string;
  readonly games: readonly DailyGame[];
  readonly commitment: string;
  readonly secret: string | null;
  readonly pars: Readonly<Record<string, Par>>;
}

/** What is known of a daily deal: the score of each level, the best score known, and one that nobody can exceed. */
export interface Par {
  readonly levels: readonly LevelScore[];
  readonly best: number;
  readonly bound: number | null;
}

/** What a level of house players reaches with a deal. */
export interface LevelScore {
  readonly level: string;
  readonly score: number;
}

/** A game's rules in words, its terms, and all its options. */
export interface RuleBook {
  readonly game: string;
  readonly language: string;
  readonly text: string;
  readonly terms: Terms;
  readonly options: readonly OptionInfo[];
}

/** The terms of a game: the ruleset of the house that its rules are nearest to, and the options that differ. */
export interface Terms {
  readonly base: string;
  readonly differences: readonly Difference[];
}

/** An option with another value than in the rules it is compared with: the value, and the usual one there. */
export interface Difference {
  readonly option: string;
  readonly value: boolean | number | string | null | readonly (number | string)[];
  readonly usual: boolean | number | string | null | readonly (number | string)[];
}

/** An option for people: its key in the catalogues, name, meaning, possible values, usual ones, and sureness. */
export interface OptionInfo {
  readonly key: string;
  readonly name: string;
  readonly group: string;
  readonly meaning: string;
  readonly values: string;
  readonly usual: Readonly<Record<string, string>>;
  readonly sureness: "certain" | "choice" | "fair" | "strong" | "weak";
  readonly reconstructed: boolean;
  readonly accepts: readonly OptionValue[];
  readonly defaults: Readonly<Record<string, boolean | number | string | null | readonly (number | string)[]>>;
  readonly rule: string;
}

/** One kind of value that an option can have. */
export interface OptionValue {
  readonly kind: "choice" | "flag" | "list" | "none" | "number" | "table" | "text";
  readonly least?: number | null;
  readonly most?: number | null;
  readonly choices?: readonly (string | number)[];
  readonly items?: readonly OptionValue[];
  readonly count?: number | null;
}

/** A person's rating in a game, and the house player that fits it; `level` is empty if none was measured. */
export interface GameRating {
  readonly game: string;
  readonly rating: ShownRating;
  readonly level: string;
}

/** What a rated match changed for one person. */
export interface RatingChange {
  readonly person: string;
  readonly game: string;
  readonly at: number;
  readonly table: string;
  readonly before: number;
  readonly after: number;
  readonly deviation: number;
}

/** How strong the player in a seat is. */
export interface SeatRating {
  readonly seat: number;
  readonly rating: ShownRating;
}

/** A seek as everybody may see it; `target` is who is challenged, empty for anybody, `target_name` their name. */
export interface SeekInfo {
  readonly id: string;
  readonly person: string;
  readonly name: string;
  readonly target: string;
  readonly target_name: string;
  readonly wish: OpenTable;
  readonly seats: number;
  readonly rating: ShownRating;
  readonly since: number;
}

/** A person's seeks, the challenges to them, and the tables at which seeks ended in the last minute. */
export interface OwnSeeks {
  readonly seeks: readonly OwnSeek[];
  readonly challenges: readonly SeekInfo[];
  readonly tables: readonly string[];
}

/** Your own seek. window: how far apart ratings may be now. offer: the house player that is offered, if any. */
export interface OwnSeek {
  readonly seek: SeekInfo;
  readonly waited: number;
  readonly window: number;
  readonly offer: string;
}

/** Urgent news for a person: the challenges to them, and the tables at which their seeks ended in the last minute. */
export interface Alerts {
  readonly challenges: readonly SeekInfo[];
  readonly tables: readonly string[];
  readonly told: number;
}

/** A challenge to a person by name, and the table that is wanted. */
export interface NewChallenge {
  readonly name: string;
  readonly table: OpenTable;
}

/** Whether the profile is private. */
export interface ProfilePrivacy {
  readonly private: boolean;
}

/** A badge that can be earned. what: the special hand, the layout, or the wins in a row that it is for. */
export interface WinnableBadge {
  readonly game: string;
  readonly name: string;
  readonly what: string;
}

/** The kinds of notices that a person does not want. */
export interface NoticesOff {
  readonly off: readonly ("challenge" | "follow" | "invite" | "turn")[];
}

/** A person you follow; `table`: a public table where they sit now, or empty. */
export interface Followed {
  readonly id: string;
  readonly name: string;
  readonly there: boolean;
  readonly table: string;
}

/** The last notices, the newest first, how many are unread, and the kinds that are switched off. */
export interface Notices {
  readonly notices: readonly Notice[];
  readonly unread: number;
  readonly off: readonly string[];
}

/** A challenge (about is the seek), an invitation or one's turn (about is the table), or a new follower. */
export interface Notice {
  readonly kind: string;
  readonly person: string;
  readonly name: string;
  readonly about: string;
  readonly at: number;
  readonly read: boolean;
  readonly invite: string;
  readonly game: string;
}

/** A person's profile. private: can only the person see it? */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly guest: boolean;
  readonly since: number;
  readonly private: boolean;
  readonly ratings: readonly GameRating[];
  readonly games: readonly GameStatistics[];
  readonly badges: readonly Badge[];
}

/** A person's statistics in one game. */
export interface GameStatistics {
  readonly game: string;
  readonly all: Tally;
  readonly seats: readonly Tally[];
  readonly variants: readonly Tally[];
  readonly months: readonly Tally[];
  readonly opponents: readonly Tally[];
  readonly figures: readonly Figure[];
}

/** Sums over deals. `key`: the seat, the variant, the month, or the opponent, whose name is `name`. */
export interface Tally {
  readonly key: string;
  readonly name: string;
  readonly deals: number;
  readonly won: number;
  readonly drawn: number;
  readonly points: number;
  readonly best: number;
  readonly streak: number;
  readonly longest: number;
}

/** A figure that a game alone has: the sum, over how many deals, and the best. */
export interface Figure {
  readonly name: string;
  readonly total: number;
  readonly deals: number;
  readonly best: number;
}

/** Something achieved for the first time, and where. */
export interface Badge {
  readonly game: string;
  readonly name: string;
  readonly at: number;
  readonly table: string;
  readonly deal: number;
}

/** The profiles of two people, and the results of each in the deals they played together, by game. */
export interface Comparison {
  readonly one: Profile;
  readonly other: Profile;
  readonly together: Readonly<Record<string, Tally>>;
  readonly others: Readonly<Record<string, Tally>>;
}

/** A finished deal of a person. outcome: 2 won, 1 drawn, 0 lost. names: of everybody who played, by seat. */
export interface ListedDeal {
  readonly table: string;
  readonly deal: number;
  readonly game: string;
  readonly variant: string;
  readonly ended: number;
  readonly seat: number;
  readonly score: number;
  readonly outcome: number;
  readonly rated: boolean;
  readonly names: readonly string[];
}

/** A rating after a match. */
export interface RatingPoint {
  readonly at: number;
  readonly rating: number;
  readonly deviation: number;
  readonly table: string;
}

/** A person's accuracy, from 0 to 1, in a judged deal and, if that has few choices, in the deals before it. */
export interface AccuracyPoint {
  readonly at: number;
  readonly accuracy: number;
  readonly choices: number;
  readonly deals: number;
  readonly table: string;
  readonly deal: number;
}

/** The best of a month. enough: the fewest rated matches with which a person is listed. */
export interface Leaders {
  readonly enough: number;
  readonly leaders: readonly Leader[];
}

/** One of the best of a month. */
export interface Leader {
  readonly person: string;
  readonly name: string;
  readonly rating: ShownRating;
}

/** A record of the house; people with a private profile are not named. */
export interface HouseRecord {
  readonly game: string;
  readonly name: string;
  readonly variant: string;
  readonly value: number;
  readonly person: string;
  readonly holder: string;
  readonly table: string;
  readonly deal: number;
  readonly at: number;
}

/** How a request arrived: the sender's address and scheme as the server believes them. */
export interface RequestArrival {
  readonly address: string;
  readonly scheme: string;
  readonly forwarded: boolean;
  readonly believed: boolean;
}

/** Whether the server can work: `ready`, or `degraded` when weaker levels had to play for bots recently. */
export interface Health {
  readonly status: string;
  readonly engines?: EngineHealth | null;
}

/** The state of the bots. */
export interface EngineHealth {
  readonly processes: number;
  readonly compiling: readonly string[];
  readonly cold: number;
  readonly fallbacks: Readonly<Record<string, number>>;
  readonly recent: Readonly<Record<string, number>>;
  readonly memory_mb: readonly number[];
}

/** A hand that somebody won with, in text, to be scored. */
export interface ScoreRequest {
  readonly hand: string;
  readonly winning_tile: string;
  readonly source: string;
  readonly personal_wind: string;
  readonly prevailing_wind: string;
  readonly bonus?: string | readonly string[] | null;
  readonly dealer?: boolean | null;
  readonly discarder_is_dealer?: boolean | null;
  readonly discarder_is_east?: boolean | null;
  readonly kong_upon_kong?: boolean | null;
  readonly original_call?: boolean | null;
  readonly winning_streak?: boolean | null;
  readonly insured?: boolean | null;
  readonly gone?: string | null;
  readonly ruleset?: string | null;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The score of a hand of Classic under a ruleset: every line, and what each player receives or pays. */
export interface Scored {
  readonly ruleset: string;
  readonly score: number;
  readonly points: number;
  readonly doublings: number;
  readonly lines: readonly ScoredLine[];
  readonly payments: readonly RolePayment[];
}

/** One line of a score; `reconstructed` if its value comes from other rule books. */
export interface ScoredLine {
  readonly rule: string;
  readonly points: number;
  readonly doublings: number;
  readonly tiles: string;
  readonly reconstructed: boolean;
}

/** What one player, named by its roles, receives; negative if the player pays. */
export interface RolePayment {
  readonly who: string;
  readonly tallies: number;
}

/** How a deal ended, every seat called by its own wind. */
export interface TableDeal {
  readonly winners?: readonly string[];
  readonly source?: string;
  readonly winning_tile?: string;
  readonly discarder?: string | null;
  readonly prevailing_wind?: string;
  readonly dealer?: string;
  readonly streak?: number;
  readonly kong_upon_kong?: boolean;
  readonly hands?: Readonly<Record<string, TableHand>>;
  readonly tallies?: Readonly<Record<string, number>> | null;
  readonly ruleset?: string | null;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A hand as it lay on the table: see `HandEntry`. liable: the wind of the player who pays for everybody. */
export interface TableHand {
  readonly tiles?: string;
  readonly bonus?: string;
  readonly counted?: number | null;
  readonly fishing?: boolean;
  readonly original_call?: boolean;
  readonly liable?: string | null;
  readonly gone?: string;
}

/** A settled deal. winds: of the seats, which are numbers in `deal`. */
export interface SettledTable {
  readonly ruleset: string;
  readonly winds: readonly Wind[];
  readonly deal: SettledDeal;
}

/** One of the four winds, in the order of play. */
export type Wind = "East" | "South" | "West" | "North";

/** A deal with everything that follows from it. */
export interface SettledDeal {
  readonly position: DealRoles;
  readonly entry: DealEntry;
  readonly scores: readonly HandScore[];
  readonly transfers: readonly Transfer[];
  readonly receipts: readonly number[];
}

/** The roles before a deal: East, the dealer, every seat's own wind, and the Prevailing Wind. */
export interface DealRoles {
  readonly east: number;
  readonly dealer: number;
  readonly winds: readonly Wind[];
  readonly prevailing: Wind;
  readonly streak?: number;
}

/** How a deal ended. */
export interface DealEntry {
  readonly winner?: number | null;
  readonly also_won?: readonly number[];
  readonly source?: "discard" | "earthly" | "heavenly" | "kong_box" | "last_discard" | "last_wall_tile" | "robbed_kong" | "wall";
  readonly winning_tile?: string;
  readonly discarder?: number | null;
  readonly kong_upon_kong?: boolean;
  readonly hands?: readonly HandEntry[];
}

/** A hand as it lay on the table. */
export interface HandEntry {
  readonly tiles?: string;
  readonly bonus?: string;
  readonly counted?: number | null;
  readonly fishing?: boolean;
  readonly original_call?: boolean;
  readonly liable?: number | null;
  readonly gone?: string;
}

/** What a hand is worth. counted: the players worked it out, so there are no lines. */
export interface HandScore {
  readonly seat: number;
  readonly score: number;
  readonly points?: number;
  readonly doublings?: number;
  readonly lines?: readonly ScoreLine[];
  readonly counted?: boolean;
}

/** One line of a score: the rule's name, its points, its doublings, and the tiles it is about, if any. */
export interface ScoreLine {
  readonly rule: string;
  readonly points: number;
  readonly doublings: number;
  readonly tiles?: string;
}

/** An amount that one player owes another: for the win, or for the difference of two losing hands. */
export interface Transfer {
  readonly payer: number;
  readonly payee: number;
  readonly amount: number;
  readonly cause: "difference" | "win";
  readonly of?: number;
  readonly reasons?: readonly ("dealer" | "discarder" | "east" | "liable" | "robbed" | "self_drawn")[];
}

/** A request for a scorebook: the rules, the names of the players in the order of play, and the asker's own seat. */
export interface NewScorebook {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  readonly seat?: number | null;
}

/** An action to write into a scorebook. id: chosen by the phone, the same when it is sent again. */
export interface ScorebookEntry {
  readonly id: string;
  readonly action: EnterDeal | EnterHand | Confirm | SettleNow | DropDraft | Adjust | Penalise | UndoAdjustment | NameSeat | UndoDeal | TakeSeat | LeaveSeat | CloseBook | ReopenBook;
}

/** Write down how the next deal ended. draft: the number of the draft it replaces, 0 for none. */
export interface EnterDeal {
  readonly type: "enter_deal";
  readonly draft: number;
  readonly entry: DealEntry;
}

/** Write down one hand of the deal that is being entered. deal: how many deals were settled before it. */
export interface EnterHand {
  readonly type: "enter_hand";
  readonly deal: number;
  readonly seat: number;
  readonly hand: HandEntry;
}

/** Agree with a draft; when everybody at the table has, the deal counts. */
export interface Confirm {
  readonly type: "confirm";
  readonly draft: number;
}

/** As the keeper of the book, let a draft count without waiting for everybody. */
export interface SettleNow {
  readonly type: "settle_now";
  readonly draft: number;
}

/** Throw a draft away. */
export interface DropDraft {
  readonly type: "drop_draft";
  readonly draft: number;
}

/** Move tallies between players, as the table agrees. amounts: what each seat receives; they sum to zero. */
export interface Adjust {
  readonly type: "adjust";
  readonly amounts: readonly number[];
  readonly reason: string;
}

/** Let a seat pay for a fault. amount: what each receives. payee: who receives it; without one, everybody else. */
export interface Penalise {
  readonly type: "penalise";
  readonly seat: number;
  readonly fault: "false_fishing" | "false_mahjong" | "misnamed_discard" | "other" | "wrong_set" | "wrong_tiles";
  readonly amount: number;
  readonly payee: number | null;
  readonly reason: string;
}

/** Take the last penalty or moved tallies back. adjustment: how many there are now. */
export interface UndoAdjustment {
  readonly type: "undo_adjustment";
  readonly adjustment: number;
}

/** Name a player who has no phone at the table. */
export interface NameSeat {
  readonly type: "name_seat";
  readonly seat: number;
  readonly name: string;
}

/** Take the last deal back; it becomes the draft again. deal: how many deals are settled now. */
export interface UndoDeal {
  readonly type: "undo_deal";
  readonly deal: number;
}

/** Sit in this seat; only a free seat can be taken. */
export interface TakeSeat {
  readonly type: "take_seat";
  readonly seat: number;
}

/** Free a seat: your own, or any seat if you opened the book. */
export interface LeaveSeat {
  readonly type: "leave_seat";
  readonly seat: number;
}

/** End the evening; nothing can be entered any more. */
export interface CloseBook {
  readonly type: "close_book";
}

/** Go on with an evening that was ended. */
export interface ReopenBook {
  readonly type: "reopen_book";
}

/** A scorebook as a viewer sees it. version: the number of entries. seat: the viewer's own; position: of the next */
export interface Scorebook {
  readonly id: string;
  readonly version: number;
  readonly rules: ClassicRules;
  readonly seats: readonly BookSeat[];
  readonly seat: number | null;
  readonly is_keeper: boolean;
  readonly position: DealRoles | null;
  readonly deals: readonly SettledDeal[];
  readonly adjustments: readonly Adjustment[];
  readonly draft: ShownDraft | null;
  readonly is_closed: boolean;
  readonly asks: readonly ("fishing" | "gone" | "kong_upon_kong" | "liable" | "losers" | "original_call" | "several_winners" | "streak")[];
}

/** The options of Classic mahjong. */
export interface ClassicRules {
  readonly ruleset: Ruleset | string;
  readonly east: number | null;
  readonly dealer: number | null;
  readonly prevailing: Wind;
  readonly tallies: readonly number[] | null;
  readonly streak: number;
  readonly goulash: boolean;
}

/** One way to play Classic mahjong: a value of every option. */
export interface Ruleset {
  readonly format: number;
  readonly name: string;
  readonly title: string;
  readonly players: 2 | 3 | 4;
  readonly winds: readonly Wind[];
  readonly bonus_tiles: boolean;
  readonly start_points: number;
  readonly non_dealer_discard_payment: "discarder_and_dealer" | "discarder_only" | "everybody";
  readonly doubling_role: "dealer" | "east";
  readonly robbed_player_pays_as: "discarder" | "self_drawn";
  readonly losers_settle: boolean;
  readonly concealed_allows_winning_discard: boolean;
  readonly concealed_bonus_stacks_with_wall: boolean;
  readonly winning_discard_set: "concealed" | "melded";
  readonly claimed_kong_is: "concealed" | "concealed_for_doublings" | "melded";
  readonly concealed_allows_kongs: boolean;
  readonly counting: "faan" | "points";
  readonly faan_table: "half_spicy" | "spicy";
  readonly most_faan: number;
  readonly unit: number;
  readonly limit: number | null;
  readonly special_hand_value: number;
  readonly special_half_limit: number;
  readonly special_hand_cap: "limit" | "none";
  readonly fishing_fifths: number;
  readonly limit_applies_to: "hand" | "payment";
  readonly scoring_pairs: "all_majors" | "valued_honours";
  readonly bonus_tile_points: number;
  readonly bouquet_doublings: number;
  readonly bouquet_replaces_own: boolean;
  readonly bonus_counts_for_minimum: boolean;
  readonly one_suit_only_allows_chows: boolean;
  readonly special_hand_adds_bonus_tiles: boolean;
  readonly gates_of_heaven_extra: "any" | "last" | "minor";
  readonly buried_treasure_tiles: "any_drawn" | "any_from_wall" | "one_suit";
  readonly imperial_jade_needs_green_dragon: boolean;
  readonly three_scholars_allows_chow: boolean;
  readonly all_pair_honours_all_different: boolean;
  readonly least_doublings: number;
  readonly least_score: number;
  readonly liability: "dangerous_discard" | "fed_sets" | "none";
  readonly streak_wins: number;
  readonly on_bankrupt: "allow_debt" | "end_session" | "pay_what_is_left";
  readonly first_dealer: "die" | "east";
  readonly dealer_dice: 1 | 2;
  readonly next_dealer: "rotate" | "winner";
  readonly personal_winds: "fixed" | "rotate";
  readonly prevailing_wind_rule: "blocks_of_four" | "extend_on_dealer_win" | "literal";
  readonly session_end: "after_east_block" | "after_north_block" | "open";
  readonly max_games: number | null;
  readonly earthly_hand: "first_discard_only" | "first_turn" | "first_turn_uninterrupted";
  readonly heavenly_allows_replacements: boolean;
  readonly rob_added_kong: "any_draw" | "wall_draw";
  readonly rob_concealed_kong: "never" | "thirteen_wonders";
  readonly kong_box: boolean;
  readonly kong_box_size: "dice" | number;
  readonly kong_box_empty: "draw_game" | "take_from_wall_tail";
  readonly tail_replacement_is: "kong_box" | "wall";
  readonly bonus_replacement: "kong_box" | "wall";
  readonly kong_box_replenish: boolean;
  readonly draw_game: "no_payment_next_dealer" | "no_payment_same_dealer";
  readonly draw_counts_as_game: boolean;
  readonly after_draw: "goulash" | "redeal";
  readonly multiple_mahjong: "all_win" | "best_hand" | "nearest";
  readonly declare_concealed_kong: "at_once" | "optional_on_own_turn";
  readonly kong_after_claim: boolean;
  readonly max_chows: number;
  readonly must_declare_ready: boolean;
  readonly original_call_from: "deal" | "first_discard";
  readonly mahjong: MahjongBonus;
  readonly sets: SetPoints;
  readonly pairs: PairPoints;
  readonly doublings: Doublings;
  readonly special_hands: SpecialHands;
  readonly payment: Payment;
  readonly hands: readonly OwnHand[];
  readonly rows: readonly OwnRow[];
}

/** What going Mahjong is worth: one row for where the winning tile came from, and the concealed hand. */
export interface MahjongBonus {
  readonly wall_points: number;
  readonly wall_doublings: number;
  readonly kong_box_points: number;
  readonly kong_box_doublings: number;
  readonly discard_points: number;
  readonly discard_doublings: number;
  readonly last_wall_tile_points: number;
  readonly last_wall_tile_doublings: number;
  readonly last_discard_points: number;
  readonly last_discard_doublings: number;
  readonly robbed_kong_points: number;
  readonly robbed_kong_doublings: number;
  readonly concealed_points: number;
  readonly concealed_doublings: number;
  readonly only_tile_points: number;
  readonly minor_pair_points: number;
  readonly major_pair_points: number;
}

/** What a set is worth: melded, then concealed. */
export interface SetPoints {
  readonly chow: readonly [number, number];
  readonly pong_minor: readonly [number, number];
  readonly pong_major: readonly [number, number];
  readonly pong_wind: readonly [number, number];
  readonly pong_dragon: readonly [number, number];
  readonly kong_minor: readonly [number, number];
  readonly kong_major: readonly [number, number];
  readonly kong_wind: readonly [number, number];
  readonly kong_dragon: readonly [number, number];
}

/** What a pair is worth. */
export interface PairPoints {
  readonly dragon: number;
  readonly own_wind: number;
  readonly prevailing_wind: number;
  readonly own_and_prevailing: number;
  readonly other_wind: number;
  readonly terminal: number;
  readonly minor: number;
}

/** How often a condition doubles the points; 0 is never. */
export interface Doublings {
  readonly dragon_set: number;
  readonly own_wind_set: number;
  readonly prevailing_wind_set: number;
  readonly own_flower: number;
  readonly own_season: number;
  readonly no_chows: number;
  readonly one_suit_with_honours: number;
  readonly one_suit_only: number;
  readonly majors_only: number;
  readonly original_call: number;
  readonly little_dragons: number;
  readonly little_winds: number;
  readonly three_concealed_pongs: number;
  readonly four_chows: number;
  readonly all_chows: number;
  readonly big_dragons: number;
  readonly big_winds: number;
  readonly four_concealed_pongs: number;
  readonly kong_upon_kong: number;
  readonly own_flower_and_season: number;
  readonly no_bonus_tiles: number;
}

/** What each special hand is worth: a share of the limit, points, or `off` if it is not played. */
export interface SpecialHands {
  readonly thirteen_wonders: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly gates_of_heaven: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly wriggling_snake: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly heads_and_tails: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly all_honours: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly three_scholars: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly four_blessings: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly imperial_jade: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly fourfold_plenty: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly buried_treasure: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly heavenly_hand: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly earthly_hand: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly plum_blossom: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly plucking_moon: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly twofold_fortune: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly carrying_pole: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly knitting: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly triple_knitting: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly all_pair_honours: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly run_pung_pair: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly great_snake: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly coloured_snake: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly wriggly_snake: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly little_snake: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly wriggly_dragon: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly squirming_snake: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly confused_gates: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly golden_gates: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly gerties_garter: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly gretas_garden: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly gretas_dragon: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly heavenly_twins: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly all_pair: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly dirty_pairs: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly all_pair_jade: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly sparrows_sanctuary: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly windfall: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly dragons_breath: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly dragonfly: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly windy_numbers: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly lily_of_the_valley: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly red_lily: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly royal_ruby: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly ruby_hand: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly jade_hand: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly pearl_hand: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly coloured_dragon: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly civil_war: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly hidden_suit: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly winning_streak: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly seven_bonus_tiles: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly eight_bonus_tiles: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
}

/** The factors of payment; the dealer here is the seat that `doubling_role` names. */
export interface Payment {
  readonly dealer_self_drawn: DealerSelfDrawn;
  readonly dealer_on_discard: DealerOnDiscard;
  readonly other_self_drawn: OtherSelfDrawn;
  readonly other_on_discard: OtherOnDiscard;
  readonly divisor: number;
}

/** The dealer drew the winning tile. */
export interface DealerSelfDrawn {
  readonly others: number;
}

/** The dealer won on a discard. */
export interface DealerOnDiscard {
  readonly discarder: number;
  readonly others: number;
}

/** Another player drew the winning tile. */
export interface OtherSelfDrawn {
  readonly dealer: number;
  readonly others: number;
}

/** Another player won on a discard; `non_dealer_discard_payment` says who pays at all. */
export interface OtherOnDiscard {
  readonly discarder: number;
  readonly discarder_if_dealer: number;
  readonly dealer: number;
  readonly others: number;
}

/** A special hand that a ruleset declares itself, as a pattern of tiles. */
export interface OwnHand {
  readonly key: string;
  readonly name: string;
  readonly parts: readonly (string | readonly string[])[];
  readonly value: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly cover: "concealed" | "half" | "open";
  readonly numbers: readonly number[];
}

/** A doubling, a bonus or a special hand of sets that a ruleset declares itself, as conditions of a win. */
export interface OwnRow {
  readonly key: string;
  readonly name: string;
  readonly when: readonly (string | readonly string[])[];
  readonly points: number;
  readonly doublings: number;
  readonly faan: number;
  readonly value: "double_limit" | "half_limit" | "limit" | "limit_and_half" | "off" | number;
  readonly whole_hand: boolean;
  readonly scope: "everybody" | "winner";
  readonly any_hand: boolean;
  readonly replaces: readonly string[];
  readonly counts_for_minimum: boolean;
}

/** A seat: its name, whether a person with a phone has taken it, its tallies, and whether that person agreed. */
export interface BookSeat {
  readonly name: string;
  readonly taken: boolean;
  readonly tallies: number;
  readonly agreed: boolean;
}

/** Tallies that changed hands outside the deals. deal: how many deals were settled before it. */
export interface Adjustment {
  readonly deal: number;
  readonly amounts: readonly number[];
  readonly reason: string;
  readonly seat: number | null;
  readonly fault: "false_fishing" | "false_mahjong" | "misnamed_discard" | "other" | "wrong_set" | "wrong_tiles" | null;
}

/** The draft, the seats whose hands it lacks, and the deal it would settle to; None if it cannot be settled. */
export interface ShownDraft {
  readonly draft: Draft;
  readonly lacking: readonly number[];
  readonly outcome: SettledDeal | null;
}

/** A deal that does not count yet. number: grows with every change. agreed: the people who confirmed it as it is. */
export interface Draft {
  readonly number: number;
  readonly entry: DealEntry;
  readonly agreed: readonly string[];
}

/** A scorebook in a list. */
export interface ScorebookTitle {
  readonly id: string;
  readonly created: number;
  readonly names: readonly string[];
  readonly deals: number;
}

/** House rules to save: the title, the ruleset of the house they start from, and the changed options. */
export interface NewHouseRules {
  readonly title: string;
  readonly base?: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly shared?: boolean;
}

/** House rules as a reader sees them. changed: when they were changed last. asks: as for `CheckedRules`. */
export interface HouseRules {
  readonly id: string;
  readonly title: string;
  readonly base: string;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly ruleset: Ruleset;
  readonly shared: boolean;
  readonly is_own: boolean;
  readonly changed: number;
  readonly asks: readonly ("fishing" | "gone" | "kong_upon_kong" | "liable" | "losers" | "original_call" | "several_winners" | "streak")[];
}

/** House rules in a list. winds: those of the players; empty if another version wrote the rules. */
export interface HouseRulesTitle {
  readonly id: string;
  readonly title: string;
  readonly base: string;
  readonly winds: readonly Wind[];
  readonly shared: boolean;
  readonly changed: number;
}

/** Rules to check before they are saved: a ruleset of the house, the changed options, and a title. */
export interface RulesRequest {
  readonly title?: string | null;
  readonly base?: string;
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** The problems of checked rules; if there are none, the whole ruleset and its file. */
export interface CheckedRules {
  readonly problems: readonly OptionProblem[];
  readonly ruleset: Ruleset | null;
  readonly file: string;
  readonly asks: readonly ("fishing" | "gone" | "kong_upon_kong" | "liable" | "losers" | "original_call" | "several_winners" | "streak")[];
}

/** An option that cannot have its value. option: its name, empty if no single option is the cause. */
export interface OptionProblem {
  readonly option: string;
  readonly text: string;
}

/** The rules of a file: its title, the nearest ruleset of the house, and what is changed in it. */
export interface ReadRules {
  readonly title: string;
  readonly base: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** The options of Battle. */
export interface BattleRules {
  readonly least_opening_moves: number;
  readonly first_seat: number;
}

/** What a viewer may know: in Battle, everything. */
export interface BattleView {
  readonly board: Board;
  readonly scores: readonly number[];
  readonly mover: number;
  readonly result: Result | null;
}

/** The tiles left. They are taken from the ends of a column only, so each column has no gaps. */
export interface Board {
  readonly columns: readonly (readonly Tile[])[];
  readonly tops: readonly number[];
}

/** Take two identical free tiles; the first slot is the one with the lower number. */
export interface TakePair {
  readonly type: "take_pair";
  readonly first: number;
  readonly second: number;
}

/** Give up; any seat that has not finished may do this during play, and each game defines what it means. */
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

/** What one seat, or an onlooker, may know. */
export interface ClassicView {
  readonly seat: number | null;
  readonly opening: Opening;
  readonly hand: readonly Tile[];
  readonly drawn: Tile | null;
  readonly hand_sizes: readonly number[];
  readonly melds: readonly (readonly Meld[])[];
  readonly bonus: readonly (readonly Tile[])[];
  readonly discards: readonly LaidTile[];
  readonly wall: number;
  readonly box: number;
  readonly turn: number;
  readonly waiting: readonly number[];
  readonly offer: Offer | null;
  readonly answer: DeclareMahjong | ClaimKong | ClaimPong | ClaimChow | Pass | null;
  readonly ready: readonly boolean[];
  readonly gone: readonly boolean[];
  readonly wins: readonly Won[];
  readonly result: Result | null;
  readonly tail: number;
  readonly claimed: readonly ClaimedTile[];
  readonly exchange: SeenExchange | null;
}

/** How a deal was set up; everybody knows this. */
export interface Opening {
  readonly rolls: readonly DiceRolled[];
  readonly winds: readonly Wind[];
  readonly prevailing: Wind;
  readonly dealer: number;
  readonly heaps: number;
  readonly lifted: boolean;
  readonly wall: number;
  readonly box: number;
  readonly shown: readonly BonusShown[];
  readonly tallies: readonly number[] | null;
  readonly max_chows: number;
  readonly streak: number;
  readonly goulash: boolean;
}

/** A seat threw dice during the setup; `purpose` names what they decide. */
export interface DiceRolled {
  readonly type: "dice_rolled";
  readonly purpose: "dealer" | "east" | "kong_box";
  readonly seat: number;
  readonly dice: readonly number[];
}

/** A seat laid a Flower or Season open. */
export interface BonusShown {
  readonly type: "bonus_shown";
  readonly seat: number;
  readonly tile: Tile;
}

/** A chow, pong or kong, named by its lowest tile. */
export interface Meld {
  readonly kind: "chow" | "kong" | "pong";
  readonly tile: Tile;
  readonly concealed: boolean;
  readonly added: boolean;
}

/** A discard that nobody claimed, and whose it was. */
export interface LaidTile {
  readonly seat: number;
  readonly tile: Tile;
}

/** A tile that others may claim: a discard, or the fourth tile of a kong that may be robbed. */
export interface Offer {
  readonly tile: Tile;
  readonly seat: number;
  readonly kind: "discard" | "added_kong" | "concealed_kong";
}

/** Show a complete hand: after drawing, with the tile on offer, or by robbing a kong. */
export interface DeclareMahjong {
  readonly type: "declare_mahjong";
}

/** Take the discard for four alike; the other three tiles are in the hand. */
export interface ClaimKong {
  readonly type: "claim_kong";
}

/** Take the discard for three alike. */
export interface ClaimPong {
  readonly type: "claim_pong";
}

/** Take the discard for the run that begins with this tile. */
export interface ClaimChow {
  readonly type: "claim_chow";
  readonly first: Tile;
}

/** Claim nothing. */
export interface Pass {
  readonly type: "pass";
}

/** A seat went Mahjong: its whole hand, where the last tile came from, what it scores and what every seat receives. */
export interface Won {
  readonly type: "won";
  readonly seat: number;
  readonly tile: Tile;
  readonly source: "discard" | "earthly" | "heavenly" | "kong_box" | "last_discard" | "last_wall_tile" | "robbed_kong" | "wall";
  readonly giver: number | null;
  readonly hand: readonly Tile[];
  readonly score: Score;
  readonly receipts: readonly number[];
  readonly losers: readonly LosingHand[];
  readonly settled: readonly number[];
  readonly liable: number | null;
}

/** The value of a hand: points, doublings and score up to the limit, with a line for each rule that counts. */
export interface Score {
  readonly score: number;
  readonly points: number;
  readonly doublings: number;
  readonly lines: readonly ScoreLine[];
  readonly uncounted?: number;
}

/** The hand of a seat that did not win, laid open if the losers settle among themselves. */
export interface LosingHand {
  readonly seat: number;
  readonly hand: readonly Tile[];
  readonly score: Score;
}

/** A discard that another seat took. */
export interface ClaimedTile {
  readonly seat: number;
  readonly tile: Tile;
  readonly by: number;
  readonly at: number;
}

/** An exchange as one seat sees it: to whom each seat passes, how many tiles each has laid aside, its own tiles. */
export interface SeenExchange {
  readonly number: number;
  readonly to: readonly number[];
  readonly given: readonly number[];
  readonly own: readonly Tile[];
}

/** Discard a tile; `ready` announces a ready hand (only if the ruleset asks for that). */
export interface Discard {
  readonly type: "discard";
  readonly tile: Tile;
  readonly ready: boolean;
}

/** Declare a kong from the hand, or add the fourth tile to a melded pong, and take a replacement tile. */
export interface DeclareKong {
  readonly type: "declare_kong";
  readonly tile: Tile;
}

/** A seat took a tile; with `refilled`, one tile moved from the wall's tail into the Kong Box after it. */
export interface Drew {
  readonly type: "drew";
  readonly seat: number;
  readonly tile: Tile | null;
  readonly supply: "kong_box" | "wall" | "wall_tail";
  readonly refilled: boolean;
}

/** A seat laid a tile aside, face down, for the exchange of a goulash. */
export interface Gave {
  readonly type: "gave";
  readonly seat: number;
  readonly tile: Tile | null;
}

/** A seat took up the three tiles that another one passed to it. */
export interface Received {
  readonly type: "received";
  readonly seat: number;
  readonly giver: number;
  readonly tiles: readonly Tile[] | null;
}

/** A seat discarded a tile; every other seat may claim it. */
export interface Discarded {
  readonly type: "discarded";
  readonly seat: number;
  readonly tile: Tile;
  readonly ready: boolean;
}

/** A seat answered the tile on offer; the others learn of it when every seat has answered. */
export interface Answered {
  readonly type: "answered";
  readonly seat: number;
  readonly claim: DeclareMahjong | ClaimKong | ClaimPong | ClaimChow | Pass;
}

/** A seat claimed another's discard and melded the set. */
export interface Melded {
  readonly type: "melded";
  readonly seat: number;
  readonly meld: Meld;
  readonly tile: Tile;
  readonly giver: number;
}

/** A seat declared a kong or added to a melded pong; others may rob it if `offer` says so. */
export interface KongDeclared {
  readonly type: "kong_declared";
  readonly seat: number;
  readonly meld: Meld;
  readonly offer: "added_kong" | "concealed_kong" | null;
}

/** The options of Solitaire. */
export interface SolitaireRules {
  readonly layout: string;
  readonly level: "classic" | "gentle" | "wild";
  readonly players: number;
  readonly uses: number;
  readonly start_overs: number;
  readonly casual: boolean;
}

/** What a seat may know: everybody's standing, and its own board. The deal is shown after the end. */
export interface SolitaireView {
  readonly layout: string;
  readonly level: "classic" | "gentle" | "wild";
  readonly dealt: "classic" | "gentle" | "given" | "wild";
  readonly seat: number | null;
  readonly standings: readonly Standing[];
  readonly board: BoardView | null;
  readonly result: Result | null;
  readonly deal: Deal | null;
  readonly casual: boolean;
}

/** What everybody knows of a seat: its score, the tiles on its board, and how it ended, if it did. */
export interface Standing {
  readonly score: number;
  readonly tiles: number;
  readonly ending: "cleared" | "ended" | "stuck" | "absent" | "resigned" | "time" | null;
}

/** A board as its player sees it. */
export interface BoardView {
  readonly cells: readonly string[];
  readonly free: readonly number[];
  readonly unseen: readonly Tile[];
  readonly help: Help;
  readonly hint: readonly [number, number] | null;
}

/** How often each kind of help may still be used. */
export interface Help {
  readonly undos: number;
  readonly shuffles: number;
  readonly hints: number;
}

/** The tiles of a board in the order of slots, how they were asked for and how they were dealt. */
export interface Deal {
  readonly layout: string;
  readonly level: "classic" | "gentle" | "wild";
  readonly dealt: "classic" | "gentle" | "given" | "wild";
  readonly version: number;
  readonly tiles: string;
  readonly certificate: readonly (readonly [number, number])[] | null;
}

/** Take two matching free tiles; the first slot is the one with the lower number. */
export interface SolitaireTakePair {
  readonly type: "take_pair";
  readonly first: number;
  readonly second: number;
}

/** Put the last pair back, at a price. */
export interface Undo {
  readonly type: "undo";
}

/** Make again what was undone last; in a casual game only. */
export interface Redo {
  readonly type: "redo";
}

/** Mix the tiles left on the places left, at a price; afterwards a pair is free. */
export interface Shuffle {
  readonly type: "shuffle";
}

/** Ask for the free pair with the highest value, at a price. */
export interface Hint {
  readonly type: "hint";
}

/** Finish with the score reached; offered when no shuffle is left. */
export interface EndGame {
  readonly type: "end_game";
}

/** Begin again on the same deal; in practice only. */
export interface StartOver {
  readonly type: "start_over";
}

/** A seat took a pair and got its points; its player sees which, and the tiles that came to light. */
export interface SolitairePairTaken {
  readonly type: "pair_taken";
  readonly seat: number;
  readonly points: number;
  readonly taken: readonly (readonly [number, Tile])[];
  readonly uncovered: readonly (readonly [number, Tile])[];
}

/** A seat undid its last pair, lost its points and paid the price; its player sees the two tiles. */
export interface Undone {
  readonly type: "undone";
  readonly seat: number;
  readonly points: number;
  readonly price: number;
  readonly back: readonly (readonly [number, Tile])[];
  readonly cells: readonly string[] | null;
}

/** A seat shuffled its board and paid; its player sees what each slot shows now. */
export interface Shuffled {
  readonly type: "shuffled";
  readonly seat: number;
  readonly price: number;
  readonly cells: readonly string[] | null;
}

/** A seat asked for a hint and paid; its player sees the pair. */
export interface Hinted {
  readonly type: "hinted";
  readonly seat: number;
  readonly price: number;
  readonly pair: readonly [number, number] | null;
}

/** A seat began again on the same deal. */
export interface StartedOver {
  readonly type: "started_over";
  readonly seat: number;
  readonly board: BoardView;
}

/** A seat's board came to its end: cleared, stuck, or ended by its player. */
export interface Finished {
  readonly type: "finished";
  readonly seat: number;
  readonly ending: "cleared" | "ended" | "stuck" | "absent" | "resigned" | "time";
}

/** Everybody has finished, and the whole deal is shown. */
export interface DealShown {
  readonly type: "deal_shown";
  readonly deal: Deal;
}

/** What a client says. */
export type ClientMessage = Hello | Act | Withdraw | Sit | Leave | Ready | PausePlay | Chat | Mute | HostMute | Remove | Absent | End | Ping;

/** What the server sends. */
export type ServerMessage = Snapshot | Events | Clock | News | Said | Presence | Ack | Nack | Pong | Bye;

/** The types of each game. */
export interface Games {
  readonly battle: {
    readonly rules: BattleRules;
    readonly view: BattleView;
    readonly move: TakePair | Forfeit;
    readonly event: PairTaken | Forfeited | Ended;
  };
  readonly classic: {
    readonly rules: ClassicRules;
    readonly view: ClassicView;
    readonly move: Discard | DeclareKong | DeclareMahjong | ClaimChow | ClaimPong | ClaimKong | Pass | Forfeit;
    readonly event: DiceRolled | Drew | BonusShown | Gave | Received | Discarded | Answered | Melded | KongDeclared | Won | Forfeited | Ended;
  };
  readonly solitaire: {
    readonly rules: SolitaireRules;
    readonly view: SolitaireView;
    readonly move: SolitaireTakePair | Undo | Redo | Shuffle | Hint | EndGame | StartOver | Forfeit;
    readonly event: SolitairePairTaken | Undone | Shuffled | Hinted | StartedOver | Finished | Forfeited | Ended | DealShown;
  };
}

export type GameName = keyof Games;

/** Why something was refused. */
export type Code =
  | "move/illegal"
  | "move/unreadable"
  | "move/stale"
  | "move/late"
  | "move/paused"
  | "table/alone"
  | "table/unknown"
  | "table/full"
  | "table/taken"
  | "table/seated"
  | "table/private"
  | "table/started"
  | "table/over"
  | "table/seat"
  | "table/host"
  | "table/options"
  | "table/busy"
  | "table/match"
  | "table/counts"
  | "table/many"
  | "table/removed"
  | "table/blocked"
  | "table/refused"
  | "table/pause"
  | "table/broken"
  | "table/sound"
  | "rated/seats"
  | "seek/unknown"
  | "seek/many"
  | "absent/here"
  | "absent/early"
  | "absent/clock"
  | "advice/practice"
  | "advice/daily"
  | "advice/turn"
  | "advice/price"
  | "chat/muted"
  | "chat/phrase"
  | "person/muted"
  | "person/suspended"
  | "person/self"
  | "person/free"
  | "person/blocked"
  | "person/refused"
  | "person/blocks"
  | "report/reason"
  | "report/many"
  | "report/twice"
  | "report/unknown"
  | "person/name"
  | "person/farewell"
  | "person/password"
  | "person/current"
  | "person/weak"
  | "person/missing"
  | "person/account"
  | "person/session"
  | "person/tokens"
  | "person/slow"
  | "person/busy"
  | "person/confirm"
  | "person/follows"
  | "person/private"
  | "person/guest"
  | "person/recovery"
  | "passkey/host"
  | "passkey/late"
  | "passkey/invalid"
  | "passkey/unknown"
  | "passkey/many"
  | "mail/none"
  | "mail/address"
  | "mail/token"
  | "person/unknown"
  | "person/coins"
  | "coins/stake"
  | "coins/pot"
  | "coins/booked"
  | "record/unknown"
  | "record/running"
  | "deal/unknown"
  | "deal/rated"
  | "record/sealed"
  | "daily/unknown"
  | "daily/tried"
  | "record/invalid"
  | "score/hand"
  | "scorebook/unknown"
  | "scorebook/refused"
  | "scorebook/stale"
  | "scorebook/broken"
  | "scorebook/many"
  | "scorebook/full"
  | "rules/unknown"
  | "rules/invalid"
  | "rules/many"
  | "rules/broken"
  | "record/unjudged"
  | "analysis/playing"
  | "analysis/game"
  | "analysis/position"
  | "analysis/move"
  | "analysis/replaced"
  | "analysis/engine"
  | "analysis/unknown"
  | "analysis/owner"
  | "analysis/many"
  | "analysis/large"
  | "training/unknown"
  | "training/slip"
  | "training/unweighed"
  | "puzzle/none"
  | "work/large"
  | "work/busy"
  | "store/full"
  | "store/readonly"
  | "store/locked"
  | "store/damaged"
  | "store/away"
  | "store/conflict"
  | "bus/away"
  | "table/moved"
  | "wire/unreadable"
  | "wire/large"
  | "wire/slow"
  | "wire/unknown"
  | "wire/failed"
  | "wire/origin"
  | "wire/flood"
  | "metrics/closed";

/** Why a win cannot be scored. */
export type Complaint =
  | "size"
  | "copies"
  | "winning_tile"
  | "winning_tile_melded"
  | "bonus_tile"
  | "bonus_twice"
  | "bonus_none"
  | "personal_wind"
  | "prevailing_wind"
  | "kong_box"
  | "robbed_kong"
  | "dealt_melds"
  | "dealt_bonus"
  | "own_tile"
  | "kong_upon_kong"
  | "original_call"
  | "chows"
  | "incomplete"
  | "too_little"
  | "too_few_doublings"
  | "too_few_faan"
  | "too_low_score"
  | "east_deals"
  | "heavenly_dealer"
  | "earthly_dealer"
  | "drawn_tile"
  | "streak_east"
  | "insured"
  | "two_dealers"
  | "two_easts";

/** The options of each game, by their keys. */
export const OPTIONS = {"battle": ["battle.least_opening_moves", "battle.first_seat"], "classic": ["classic.ruleset", "classic.east", "classic.dealer", "classic.prevailing", "classic.tallies", "classic.streak", "classic.goulash", "ruleset.format", "ruleset.name", "ruleset.title", "ruleset.players", "ruleset.winds", "ruleset.bonus_tiles", "ruleset.start_points", "ruleset.non_dealer_discard_payment", "ruleset.doubling_role", "ruleset.robbed_player_pays_as", "ruleset.losers_settle", "ruleset.concealed_allows_winning_discard", "ruleset.concealed_bonus_stacks_with_wall", "ruleset.winning_discard_set", "ruleset.claimed_kong_is", "ruleset.concealed_allows_kongs", "ruleset.counting", "ruleset.faan_table", "ruleset.most_faan", "ruleset.unit", "ruleset.limit", "ruleset.special_hand_value", "ruleset.special_half_limit", "ruleset.special_hand_cap", "ruleset.fishing_fifths", "ruleset.limit_applies_to", "ruleset.scoring_pairs", "ruleset.bonus_tile_points", "ruleset.bouquet_doublings", "ruleset.bouquet_replaces_own", "ruleset.bonus_counts_for_minimum", "ruleset.one_suit_only_allows_chows", "ruleset.special_hand_adds_bonus_tiles", "ruleset.gates_of_heaven_extra", "ruleset.buried_treasure_tiles", "ruleset.imperial_jade_needs_green_dragon", "ruleset.three_scholars_allows_chow", "ruleset.all_pair_honours_all_different", "ruleset.least_doublings", "ruleset.least_score", "ruleset.liability", "ruleset.streak_wins", "ruleset.on_bankrupt", "ruleset.first_dealer", "ruleset.dealer_dice", "ruleset.next_dealer", "ruleset.personal_winds", "ruleset.prevailing_wind_rule", "ruleset.session_end", "ruleset.max_games", "ruleset.earthly_hand", "ruleset.heavenly_allows_replacements", "ruleset.rob_added_kong", "ruleset.rob_concealed_kong", "ruleset.kong_box", "ruleset.kong_box_size", "ruleset.kong_box_empty", "ruleset.tail_replacement_is", "ruleset.bonus_replacement", "ruleset.kong_box_replenish", "ruleset.draw_game", "ruleset.draw_counts_as_game", "ruleset.after_draw", "ruleset.multiple_mahjong", "ruleset.declare_concealed_kong", "ruleset.kong_after_claim", "ruleset.max_chows", "ruleset.must_declare_ready", "ruleset.original_call_from", "ruleset.mahjong.wall_points", "ruleset.mahjong.wall_doublings", "ruleset.mahjong.kong_box_points", "ruleset.mahjong.kong_box_doublings", "ruleset.mahjong.discard_points", "ruleset.mahjong.discard_doublings", "ruleset.mahjong.last_wall_tile_points", "ruleset.mahjong.last_wall_tile_doublings", "ruleset.mahjong.last_discard_points", "ruleset.mahjong.last_discard_doublings", "ruleset.mahjong.robbed_kong_points", "ruleset.mahjong.robbed_kong_doublings", "ruleset.mahjong.concealed_points", "ruleset.mahjong.concealed_doublings", "ruleset.mahjong.only_tile_points", "ruleset.mahjong.minor_pair_points", "ruleset.mahjong.major_pair_points", "ruleset.sets.chow", "ruleset.sets.pong_minor", "ruleset.sets.pong_major", "ruleset.sets.pong_wind", "ruleset.sets.pong_dragon", "ruleset.sets.kong_minor", "ruleset.sets.kong_major", "ruleset.sets.kong_wind", "ruleset.sets.kong_dragon", "ruleset.pairs.dragon", "ruleset.pairs.own_wind", "ruleset.pairs.prevailing_wind", "ruleset.pairs.own_and_prevailing", "ruleset.pairs.other_wind", "ruleset.pairs.terminal", "ruleset.pairs.minor", "ruleset.doublings.dragon_set", "ruleset.doublings.own_wind_set", "ruleset.doublings.prevailing_wind_set", "ruleset.doublings.own_flower", "ruleset.doublings.own_season", "ruleset.doublings.no_chows", "ruleset.doublings.one_suit_with_honours", "ruleset.doublings.one_suit_only", "ruleset.doublings.majors_only", "ruleset.doublings.original_call", "ruleset.doublings.little_dragons", "ruleset.doublings.little_winds", "ruleset.doublings.three_concealed_pongs", "ruleset.doublings.four_chows", "ruleset.doublings.all_chows", "ruleset.doublings.big_dragons", "ruleset.doublings.big_winds", "ruleset.doublings.four_concealed_pongs", "ruleset.doublings.kong_upon_kong", "ruleset.doublings.own_flower_and_season", "ruleset.doublings.no_bonus_tiles", "ruleset.special_hands.thirteen_wonders", "ruleset.special_hands.gates_of_heaven", "ruleset.special_hands.wriggling_snake", "ruleset.special_hands.heads_and_tails", "ruleset.special_hands.all_honours", "ruleset.special_hands.three_scholars", "ruleset.special_hands.four_blessings", "ruleset.special_hands.imperial_jade", "ruleset.special_hands.fourfold_plenty", "ruleset.special_hands.buried_treasure", "ruleset.special_hands.heavenly_hand", "ruleset.special_hands.earthly_hand", "ruleset.special_hands.plum_blossom", "ruleset.special_hands.plucking_moon", "ruleset.special_hands.twofold_fortune", "ruleset.special_hands.carrying_pole", "ruleset.special_hands.knitting", "ruleset.special_hands.triple_knitting", "ruleset.special_hands.all_pair_honours", "ruleset.special_hands.run_pung_pair", "ruleset.special_hands.great_snake", "ruleset.special_hands.coloured_snake", "ruleset.special_hands.wriggly_snake", "ruleset.special_hands.little_snake", "ruleset.special_hands.wriggly_dragon", "ruleset.special_hands.squirming_snake", "ruleset.special_hands.confused_gates", "ruleset.special_hands.golden_gates", "ruleset.special_hands.gerties_garter", "ruleset.special_hands.gretas_garden", "ruleset.special_hands.gretas_dragon", "ruleset.special_hands.heavenly_twins", "ruleset.special_hands.all_pair", "ruleset.special_hands.dirty_pairs", "ruleset.special_hands.all_pair_jade", "ruleset.special_hands.sparrows_sanctuary", "ruleset.special_hands.windfall", "ruleset.special_hands.dragons_breath", "ruleset.special_hands.dragonfly", "ruleset.special_hands.windy_numbers", "ruleset.special_hands.lily_of_the_valley", "ruleset.special_hands.red_lily", "ruleset.special_hands.royal_ruby", "ruleset.special_hands.ruby_hand", "ruleset.special_hands.jade_hand", "ruleset.special_hands.pearl_hand", "ruleset.special_hands.coloured_dragon", "ruleset.special_hands.civil_war", "ruleset.special_hands.hidden_suit", "ruleset.special_hands.winning_streak", "ruleset.special_hands.seven_bonus_tiles", "ruleset.special_hands.eight_bonus_tiles", "ruleset.payment.dealer_self_drawn.others", "ruleset.payment.dealer_on_discard.discarder", "ruleset.payment.dealer_on_discard.others", "ruleset.payment.other_self_drawn.dealer", "ruleset.payment.other_self_drawn.others", "ruleset.payment.other_on_discard.discarder", "ruleset.payment.other_on_discard.discarder_if_dealer", "ruleset.payment.other_on_discard.dealer", "ruleset.payment.other_on_discard.others", "ruleset.payment.divisor"], "solitaire": ["solitaire.layout", "solitaire.level", "solitaire.players", "solitaire.uses", "solitaire.start_overs", "solitaire.casual"]} as const;

/** What is fixed in Classic. */
export const CLASSIC = {
  "fromTheText": [
    "british",
    "two-players",
    "three-players"
  ],
  "sources": [
    "wall",
    "kong_box",
    "discard",
    "last_wall_tile",
    "last_discard",
    "robbed_kong",
    "heavenly",
    "earthly"
  ],
  "claimed": [
    "discard",
    "last_discard",
    "robbed_kong"
  ],
  "specialHands": {
    "thirteen_wonders": "Thirteen Unique Wonders",
    "gates_of_heaven": "Gates of Heaven",
    "wriggling_snake": "Wriggling Snake",
    "knitting": "Knitting",
    "triple_knitting": "Triple Knitting",
    "all_pair_honours": "All Pair Honours",
    "run_pung_pair": "Run, Pung and Pair",
    "great_snake": "Great Snake",
    "coloured_snake": "Coloured Snake",
    "wriggly_snake": "Wriggly Snake",
    "little_snake": "Little Snake",
    "wriggly_dragon": "Wriggly Dragon",
    "squirming_snake": "Squirming Snake",
    "confused_gates": "Confused Gates",
    "golden_gates": "Golden Gates",
    "gerties_garter": "Gertie's Garter",
    "gretas_garden": "Greta's Garden",
    "gretas_dragon": "Greta's Dragon",
    "heavenly_twins": "Heavenly Twins",
    "all_pair": "Clean Pairs",
    "dirty_pairs": "Dirty Pairs",
    "all_pair_jade": "All Pair Jade",
    "sparrows_sanctuary": "Sparrow's Sanctuary",
    "windfall": "Windfall",
    "dragons_breath": "Dragon's Breath",
    "dragonfly": "Dragonfly",
    "windy_numbers": "Windy Numbers",
    "lily_of_the_valley": "Lily of the Valley",
    "red_lily": "Red Lily",
    "royal_ruby": "Royal Ruby",
    "ruby_hand": "Ruby Hand",
    "jade_hand": "Jade Hand",
    "pearl_hand": "Pearl Hand",
    "coloured_dragon": "Coloured Dragon",
    "civil_war": "Civil War",
    "heads_and_tails": "Heads and Tails",
    "all_honours": "All Winds and Dragons",
    "three_scholars": "Three Great Scholars",
    "four_blessings": "Four Blessings Hovering over the Door",
    "imperial_jade": "Imperial Jade",
    "fourfold_plenty": "Fourfold Plenty",
    "buried_treasure": "Buried Treasure",
    "hidden_suit": "Concealed Hand of One Suit"
  },
  "rulesets": {
    "british": {
      "winds": [
        "East",
        "South",
        "West",
        "North"
      ],
      "bonusTiles": true,
      "asks": [
        "kong_upon_kong"
      ]
    },
    "bmja": {
      "winds": [
        "East",
        "South",
        "West",
        "North"
      ],
      "bonusTiles": true,
      "asks": [
        "losers",
        "original_call",
        "kong_upon_kong",
        "fishing"
      ]
    },
    "club": {
      "winds": [
        "East",
        "South",
        "West",
        "North"
      ],
      "bonusTiles": true,
      "asks": [
        "losers",
        "original_call",
        "kong_upon_kong",
        "fishing"
      ]
    },
    "hongkong": {
      "winds": [
        "East",
        "South",
        "West",
        "North"
      ],
      "bonusTiles": true,
      "asks": [
        "kong_upon_kong"
      ]
    },
    "western": {
      "winds": [
        "East",
        "South",
        "West",
        "North"
      ],
      "bonusTiles": true,
      "asks": [
        "losers",
        "liable",
        "streak",
        "original_call",
        "kong_upon_kong",
        "gone"
      ]
    },
    "two-players": {
      "winds": [
        "East",
        "West"
      ],
      "bonusTiles": true,
      "asks": [
        "kong_upon_kong"
      ]
    },
    "three-players": {
      "winds": [
        "East",
        "South",
        "West"
      ],
      "bonusTiles": true,
      "asks": [
        "kong_upon_kong"
      ]
    }
  }
} as const;

/** What is fixed in Solitaire. */
export const SOLITAIRE = {
  "layouts": {
    "turtle": "z0 y0/6/8/14: 2-24; y2/12: 6-20; y4/10: 4-22; y7: 0,26-28\nz1 y2/4/6/8/10/12: 8-18\nz2 y4/6/8/10: 10-16\nz3 y6/8: 12-14\nz4 y7: 13",
    "causeway": "z0 y0/2/8/10: 0-10,20-30; y4/6: 0-30\nz1 y1/3/5/7/9: 1-9,21-29\nz2 y4/6: 3-7,23-27\nz3 y5: 5,25",
    "escalator": "z0 y0/2/4/6: 0-14\nz1 y0/2/4/6: 2-14\nz2 y0/2/4/6: 4-14\nz3 y0/2/4/6: 6-14\nz4 y0/2/4/6: 8-14\nz5 y0/2/4/6: 10-14\nz6 y0/2/4/6: 12-14\nz7 y0/2/4/6: 14",
    "five-spot": "z0 y0/2/12/14: 0-6,22-28; y4/10: 0-6,9-19,22-28; y6/8: 9-19\nz1 y1/3/11/13: 1-5,23-27; y4/6/8/10: 9-19\nz2 y2/12: 2-4,24-26; y5/7/9: 11-17\nz3 y6/8: 13-15",
    "hourglass": "z0 y0/16: 0-22; y2/14: 2-20; y4/12: 4-18; y6/10: 6-16; y8: 8-14\nz1 y0/16: 2-20; y2/14: 4-18; y4/12: 6-16; y6/10: 8-14; y8: 10-12\nz2 y0/16: 9-13; y2/14: 10-12",
    "junk": "z0 y0/2/4/6/8: 12-14; y1/3/5/7: 2-8,18-24; y10: 0-26; y12: 2-24; y14: 4-22\nz1 y2/4/6: 3-7,19-23; y10: 2-24; y12: 4-22; y14: 6-20\nz2 y10: 6-20; y12: 8-18; y14: 10-16",
    "moat": "z0 y0/14: 0-26; y2/12: 0,26; y4/6/8/10: 0,6-20,26\nz1 y0/14: 0-26; y2/4/6/8/10/12: 0,26; y5/7/9: 8-18\nz2 y6/8: 10-16\nz3 y6/8: 11-15",
    "nine-pillars": "z0 y0/2/6/8/12/14: 0-2,6-8,12-14\nz1 y0/2/6/8/12/14: 0-2,6-8,12-14\nz2 y0/2/6/8/12/14: 0-2,6-8,12-14\nz3 y0/2/6/8/12/14: 0-2,6-8,12-14",
    "target": "z0 y0/14: 0-22; y2/12: 0,22; y4/10: 0,4-18,22; y6/8: 0,4,8-14,18,22\nz1 y0/14: 0-22; y2/12: 0,22; y4/10: 0,4-18,22; y6/8: 0,4,8-14,18,22\nz2 y0/14: 0,22; y6/8: 8-14\nz3 y6/8: 10-12",
    "terrace": "z0 y0/2/4/6/8/10: 0-22\nz1 y2/4/6/8: 2-20\nz2 y3/5/7: 4-18\nz3 y4/6: 8-14",
    "twin-towers": "z0 y0/2/4/6/8: 0-10,16-26\nz1 y0/2/4/6/8: 2-8,18-24\nz2 y2/4/6: 2-8,18-24\nz3 y2/4/6: 4-6,20-22\nz4 y3/5: 4-6,20-22"
  },
  "levels": {
    "turtle": "classic",
    "causeway": "gentle",
    "escalator": "gentle",
    "five-spot": "classic",
    "hourglass": "classic",
    "junk": "classic",
    "moat": "classic",
    "nine-pillars": "classic",
    "target": "classic",
    "terrace": "gentle",
    "twin-towers": "classic"
  },
  "values": {
    "1m": 1,
    "2m": 1,
    "3m": 1,
    "4m": 1,
    "5m": 1,
    "6m": 1,
    "7m": 1,
    "8m": 1,
    "9m": 1,
    "1p": 2,
    "2p": 2,
    "3p": 2,
    "4p": 2,
    "5p": 2,
    "6p": 2,
    "7p": 2,
    "8p": 2,
    "9p": 2,
    "1s": 3,
    "2s": 3,
    "3s": 3,
    "4s": 3,
    "5s": 3,
    "6s": 3,
    "7s": 3,
    "8s": 3,
    "9s": 3,
    "1z": 4,
    "2z": 4,
    "3z": 4,
    "4z": 4,
    "5z": 5,
    "6z": 5,
    "7z": 5,
    "1f": 6,
    "2f": 6,
    "3f": 6,
    "4f": 6,
    "5f": 7,
    "6f": 7,
    "7f": 7,
    "8f": 7
  },
  "helpPrice": 5
} as const;

/** What the levels of each game are called, the weakest first. */
export const RANKS = {
  "battle": {
    "random": "beginner",
    "greedy": "easy",
    "easy": "medium",
    "medium": "hard",
    "hard": "expert",
    "perfect": "perfect"
  },
  "classic": {
    "random": "beginner",
    "easy": "easy",
    "simple": "medium",
    "medium": "hard",
    "hard": "expert",
    "expert": "expert",
    "master": "master"
  },
  "solitaire": {
    "random": "beginner",
    "hint": "easy",
    "careful": "medium",
    "expert": "master"
  }
} as const;

/** By ruleset, the levels that play under it as a weaker one does. */
export const SAME_AS_WEAKER = {
  "battle": {},
  "classic": {
    "club": [
      "master"
    ],
    "hongkong": [
      "master"
    ],
    "western": [
      "master"
    ]
  },
  "solitaire": {}
} as const;

/** How strong a rank is. */
export const STARS = {
  "beginner": 1,
  "easy": 2,
  "medium": 3,
  "hard": 4,
  "expert": 5,
  "master": 6,
  "perfect": 6
} as const;

/** The house players, those first who sit down first. */
export const HOUSE_PLAYERS = [
  {
    "name": "Pip",
    "stars": 1
  },
  {
    "name": "Momo",
    "stars": 1
  },
  {
    "name": "Olle",
    "stars": 1
  },
  {
    "name": "Tavi",
    "stars": 2
  },
  {
    "name": "Suki",
    "stars": 2
  },
  {
    "name": "Bruno",
    "stars": 2
  },
  {
    "name": "Yuna",
    "stars": 3
  },
  {
    "name": "Marlo",
    "stars": 3
  },
  {
    "name": "Fenna",
    "stars": 3
  },
  {
    "name": "Kofi",
    "stars": 4
  },
  {
    "name": "Zora",
    "stars": 4
  },
  {
    "name": "Leander",
    "stars": 4
  },
  {
    "name": "Odile",
    "stars": 5
  },
  {
    "name": "Bashir",
    "stars": 5
  },
  {
    "name": "Ingrid",
    "stars": 5
  },
  {
    "name": "Wenling",
    "stars": 6
  },
  {
    "name": "Anselm",
    "stars": 6
  },
  {
    "name": "Tomoe",
    "stars": 6
  }
] as const;

/** What can always be said. */
export const PHRASES = ["hello", "good luck", "well played", "thank you", "one moment", "sorry", "goodbye"] as const;
