/** The house's REST interface, one function a question. */

import type {
  AccountInfo,
  NewReport,
  Calendar,
  CheckedRules,
  DayPage,
  FoundDeals,
  KnownDealId,
  KnownDealPage,
  NewKnownDeal,
  HouseRules,
  HouseRulesTitle,
  Muted,
  NewHouseRules,
  NewScorebook,
  Opened,
  OwnStanding,
  Passkey,
  PasskeyOptions,
  Problem,
  Question,
  ReadRules,
  RecoveryCode,
  RuleBook,
  RulesWish,
  Scorebook,
  ScorebookEntry,
  ScorebookTitle,
  Scored,
  SeekInfo,
  SettledTable,
  TableDeal,
  StatementLine,
  Today,
  TokenInfo,
  WaysBack,
} from "../generated/wire";
import type {
  Advice,
  AnalysisOf,
  GameInfo,
  Lesson,
  Look,
  OpenTable,
  Person,
  RecordInfo,
  Seat,
  SessionInfo,
  Steps,
  TableInfo,
} from "./wire";

/** The server refused; `code` is for programs, the message for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
    /** What exactly, where a code of its own says it, and what stands in its sentence. */
    readonly why: string | null = null,
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(text);
  }
}

/** What the page wants to hear of its session. */
export const session: { onended: () => void; onending: (isNow: boolean) => void } = {
  /** The server knows no session: the page can say it. */
  onended: () => undefined,
  /** A request that ends or replaces the session begins (true), or is answered: what hangs on the session is closed. */
  onending: () => undefined,
};
const ENDING: ReadonlySet<string> = new Set([
  "/account",
  "/account/password",
  "/login",
  "/login/passkey",
  "/logout",
  "/me/deletion",
  "/recover/code",
  "/recover/link",
]);

export async function ask(
  method: string,
  path: string,
  body?: unknown,
  type = "application/json",
  signal: AbortSignal | null = null,
): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", signal };
  if (body !== undefined) {
    init.headers = { "Content-Type": type };
    init.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  const isEnding = method === "POST" && ENDING.has(path);
  let response: Response;
  if (isEnding) session.onending(true);
  try {
    response = await fetch(`/api/v1${path}`, init);
  } catch {
    throw new Refusal("net/away", "the server does not answer", 0);
  } finally {
    if (isEnding) session.onending(false);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<Refusal> {
  try {
    const { code, text, why, values } = await read<Partial<Problem>>(response);
    if (code === "person/unknown") session.onended();
    return new Refusal(
      code ?? `http/${response.status}`,
      text ?? response.statusText,
      response.status,
      why ?? null,
      values ?? {},
    );
  } catch {
    return new Refusal(`http/${response.status}`, response.statusText, response.status);
  }
}

/** What an answer holds: the server writes what its own types say, from which ours are made. */
async function read<T>(response: Response): Promise<T> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the border of JSON
  return (await response.json()) as T;
}

export const json = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  read(await ask(method, path, body));

export const games = (): Promise<GameInfo[]> => json("GET", "/games");

export async function me(): Promise<Person | null> {
  const response = await ask("GET", "/me");
  return response.status === 204 ? null : read(response);
}

export const becomeGuest = (): Promise<Person> => json("POST", "/me/guest", {});
export const rename = (name: string): Promise<Person> => json("PATCH", "/me", { name });
/** An account for this guest; its recovery code is in this answer alone. */
export const makeAccount = (name: string, password: string): Promise<Opened> =>
  json("POST", "/account", { name, password });
export const login = (name: string, password: string): Promise<Person> => json("POST", "/login", { name, password });
/** Delete oneself for good; the own name is typed once more. */
export const deleteMe = (name: string, password?: string): Promise<Response> =>
  ask("POST", "/me/deletion", { name, password });
export const logout = (): Promise<Response> => ask("POST", "/logout", {});
/** The tables at which one sits, private ones too. */
export const ownTables = (): Promise<TableInfo[]> => json("GET", "/me/tables");
/** The newest lines of one's statement, or the newest before an entry. */
export const statement = (limit: number, before?: number): Promise<StatementLine[]> =>
  json("GET", `/me/ledger?limit=${limit}${before === undefined ? "" : `&before=${before}`}`);
export const standing = (): Promise<OwnStanding> => json("GET", "/me/standing");
export const blocked = (): Promise<Muted[]> => json("GET", "/me/blocked");
export const block = (person: string, on: boolean): Promise<Response> =>
  ask(on ? "PUT" : "DELETE", `/me/blocked/${encodeURIComponent(person)}`);
export const report = (complaint: NewReport): Promise<Response> => ask("POST", "/reports", complaint);
export const muted = (): Promise<Muted[]> => json("GET", "/me/muted");
export const mute = (person: string, on: boolean): Promise<Response> =>
  ask(on ? "PUT" : "DELETE", `/me/muted/${encodeURIComponent(person)}`);
export const account = (): Promise<AccountInfo> => json("GET", "/account");
export const changePassword = (old: string, fresh: string): Promise<Person> =>
  json("POST", "/account/password", { old, new: fresh });
/** These ask for the password again when one has signed in a while ago. */
export const makeRecoveryCode = (password?: string): Promise<RecoveryCode> =>
  json("POST", "/account/recovery", { password });
export const newPasskeyOptions = (password?: string): Promise<PasskeyOptions> =>
  json("POST", "/account/passkeys/options", { password });
export const changeAddress = (address: string, lang: string, password?: string): Promise<Response> =>
  ask("PUT", "/account/address", { address, lang, password });
export const removeAddress = (): Promise<Response> => ask("DELETE", "/account/address");
export const confirmAddress = (token: string): Promise<Response> => ask("POST", "/account/address/confirm", { token });
export const addPasskey = (name: string, credential: unknown): Promise<Passkey> =>
  json("POST", "/account/passkeys", { name, credential });
export const renamePasskey = (id: string, name: string): Promise<Response> =>
  ask("PATCH", `/account/passkeys/${encodeURIComponent(id)}`, { name });
export const removePasskey = (id: string): Promise<Response> =>
  ask("DELETE", `/account/passkeys/${encodeURIComponent(id)}`);
export const passkeyOptions = (): Promise<PasskeyOptions> => json("POST", "/login/passkey/options", {});
export const loginByPasskey = (credential: unknown): Promise<Person> => json("POST", "/login/passkey", { credential });
export const waysBack = (): Promise<WaysBack> => json("GET", "/recover");
export const recoverByCode = (name: string, code: string, password: string): Promise<Opened> =>
  json("POST", "/recover/code", { name, code, password });
export const recoverByMail = (name: string, lang: string): Promise<Response> =>
  ask("POST", "/recover/mail", { name, lang });
export const recoverByLink = (token: string, password: string): Promise<Person> =>
  json("POST", "/recover/link", { token, password });
export const sessions = (): Promise<SessionInfo[]> => json("GET", "/sessions");
export const endSession = (id: string): Promise<Response> => ask("DELETE", `/sessions/${encodeURIComponent(id)}`);
export const endSessions = (): Promise<Response> => ask("DELETE", "/sessions");

export const tokens = (): Promise<TokenInfo[]> => json("GET", "/tokens");
/** A new token for a bot; the token itself is in this answer alone. */
export const makeToken = (name: string): Promise<TokenInfo> => json("POST", "/tokens", { name });
export const endToken = (id: string): Promise<Response> => ask("DELETE", `/tokens/${encodeURIComponent(id)}`);

export const rules = (game: string, lang: string): Promise<RuleBook> =>
  json("GET", `/games/${encodeURIComponent(game)}/rules?lang=${lang}`);
/** The rules as they are played with these options. */
export const rulesFor = (game: string, options: OpenTable["options"], lang: string): Promise<RuleBook> =>
  json("POST", `/games/${encodeURIComponent(game)}/rules`, { options, lang });
export const lesson = (game: string): Promise<Lesson> => json("GET", `/games/${encodeURIComponent(game)}/lesson`);
export const score = (hand: Question): Promise<Scored> => json("POST", "/score", hand);
export const settleDeal = (deal: TableDeal): Promise<SettledTable> => json("POST", "/score/deal", deal);
export const ownRules = (): Promise<HouseRulesTitle[]> => json("GET", "/me/rulesets");
export const houseRules = (id: string): Promise<HouseRules> => json("GET", `/rulesets/${encodeURIComponent(id)}`);
export const checkRules = (wish: RulesWish): Promise<CheckedRules> => json("POST", "/rulesets/check", wish);
export const keepRules = (wish: NewHouseRules): Promise<HouseRules> => json("POST", "/rulesets", wish);
export const changeRules = (id: string, wish: NewHouseRules): Promise<HouseRules> =>
  json("PUT", `/rulesets/${encodeURIComponent(id)}`, wish);
export const dropRules = (id: string): Promise<Response> => ask("DELETE", `/rulesets/${encodeURIComponent(id)}`);
export const readRulesFile = async (text: string): Promise<ReadRules> =>
  read(await ask("POST", "/rulesets/file", text, "application/toml"));
export const openScorebook = (wish: NewScorebook): Promise<Scorebook> => json("POST", "/scorebooks", wish);
export const ownScorebooks = (): Promise<ScorebookTitle[]> => json("GET", "/me/scorebooks");
export const writeScorebook = (book: string, entry: ScorebookEntry): Promise<Scorebook> =>
  json("POST", `/scorebooks/${encodeURIComponent(book)}/entries`, entry);
/** A scorebook, or null where nothing is newer than a version. */
export async function scorebook(book: string, since: number): Promise<Scorebook | null> {
  const response = await ask("GET", `/scorebooks/${encodeURIComponent(book)}?since=${since}`);
  return response.status === 204 ? null : read<Scorebook>(response);
}

export const today = (): Promise<Today> => json("GET", "/today");
/** The days of a month, this one without a name, with one's own scores. */
export const days = (month: string): Promise<Calendar> => json("GET", `/days?month=${encodeURIComponent(month)}`);
export const day = (day: string): Promise<DayPage> => json("GET", `/days/${encodeURIComponent(day)}`);

export const openTable = (wish: OpenTable): Promise<Look> => json("POST", "/tables", wish);
export const look = (table: string, invite: string): Promise<Look> =>
  json("GET", `/tables/${encodeURIComponent(table)}?invite=${encodeURIComponent(invite)}`);
/** What the house would play for us; refused where somebody else, or something, is at stake. */
export const advice = (table: string): Promise<Advice> => json("GET", `/tables/${encodeURIComponent(table)}/advice`);
export const lobby = (): Promise<TableInfo[]> => json("GET", "/tables");
export const invite = (code: string): Promise<{ table: string }> => json("GET", `/invites/${encodeURIComponent(code)}`);
export const records = (limit = 10): Promise<RecordInfo[]> => json("GET", `/records?limit=${limit}`);

/** Finished games that fit the filters of a query. */
export const deals = (query: string): Promise<FoundDeals> => json("GET", `/deals${query === "" ? "" : `?${query}`}`);

/** Let a finished deal, or one from a seed, be played again. */
export const knowDeal = (wish: Partial<NewKnownDeal>): Promise<KnownDealId> => json("POST", "/deals/known", wish);
export const knownDeal = (id: string): Promise<KnownDealPage> => json("GET", `/deals/known/${encodeURIComponent(id)}`);
/** Tell somebody that a seat is free. */
export const inviteTo = (table: string, person: string): Promise<Response> =>
  ask("POST", `/tables/${encodeURIComponent(table)}/invite/${encodeURIComponent(person)}`);

export const recordText = async (table: string, deal: number, invite = ""): Promise<string> =>
  (await ask("GET", `/records/${encodeURIComponent(table)}/${deal}?invite=${encodeURIComponent(invite)}`)).text();

const LINES = "application/x-ndjson";

/** A record step by step, as a seat or an onlooker saw it. */
export const steps = async (record: string, seat: Seat | null = null): Promise<Steps> =>
  read(await ask("POST", `/records/steps${seat === null ? "" : `?seat=${seat}`}`, record, LINES));

type Judged = { readonly analysis: AnalysisOf };

/** What the house's engines think of a finished game; they may think for a while. */
export const analysis = async (record: string): Promise<AnalysisOf> =>
  (await read<Judged>(await ask("POST", "/records/analysis", record, LINES))).analysis;

/** What goes on in the house: its tables, and the people who look for an opponent. */
export interface LobbyLists {
  readonly tables: readonly TableInfo[];
  readonly seeks: readonly SeekInfo[];
}

/** Follow the lobby; the returned function stops it. The stream reconnects by itself. */
export function followLobby(onNews: (news: Partial<LobbyLists>) => void): () => void {
  const stream = new EventSource("/api/v1/lobby/stream");
  for (const kind of ["tables", "seeks"])
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the border of JSON
    stream.addEventListener(kind, ({ data }) => onNews({ [kind]: JSON.parse(String(data)) as unknown }));
  return () => stream.close();
}
