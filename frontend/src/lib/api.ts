/** The house's REST interface, one function for each request. */

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
  NewHouseRules,
  NewScorebook,
  MeWithRecoveryCode,
  OwnStanding,
  Passkey,
  PasskeyOptions,
  PersonName,
  Problem,
  ReadRules,
  RecoveryCode,
  RuleBook,
  RulesRequest,
  ScoreRequest,
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
  OpenTable,
  Person,
  RecordInfo,
  Seat,
  SessionInfo,
  Steps,
  TableForPerson,
  TableInfo,
} from "./wire";

/** The server refused a request; `code` is for programs, the message for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
    /** A more specific code, where there is one, and the values to fill into its sentence. */
    readonly why: string | null = null,
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(text);
  }

  /** What the server's text says after its sentence: what was expected, what came and where, in English. */
  get detail(): string {
    return this.message.replace(/^.*?(?:: |$)/s, "");
  }
}

/** Callbacks with which pages follow the session. */
export const session: { onended: () => void; onending: (isNow: boolean) => void } = {
  /** The server no longer knows the session. */
  onended: () => undefined,
  /** A request that ends or replaces the session starts (true) or is answered (false); its streams must close. */
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

/** The body of an answer as its generated type, which the server writes from its own structs. */
async function read<T>(response: Response): Promise<T> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed JSON has no type
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
/** Create an account for this guest; only this answer contains its recovery code. */
export const makeAccount = (name: string, password: string): Promise<MeWithRecoveryCode> =>
  json("POST", "/account", { name, password });
export const login = (name: string, password: string): Promise<Person> => json("POST", "/login", { name, password });
/** Delete the visitor's account for good; the visitor types their name to confirm it. */
export const deleteMe = (name: string, password?: string): Promise<Response> =>
  ask("POST", "/me/deletion", { name, password });
export const logout = (): Promise<Response> => ask("POST", "/logout", {});
/** The tables at which the visitor sits, private ones too. */
export const ownTables = (): Promise<TableInfo[]> => json("GET", "/me/tables");
/** The newest lines of the visitor's statement, or the newest before an entry. */
export const statement = (limit: number, before?: number): Promise<StatementLine[]> =>
  json("GET", `/me/ledger?limit=${limit}${before === undefined ? "" : `&before=${before}`}`);
export const standing = (): Promise<OwnStanding> => json("GET", "/me/standing");
export const blocked = (): Promise<PersonName[]> => json("GET", "/me/blocked");
export const block = (person: string, on: boolean): Promise<Response> =>
  ask(on ? "PUT" : "DELETE", `/me/blocked/${encodeURIComponent(person)}`);
export const report = (complaint: NewReport): Promise<Response> => ask("POST", "/reports", complaint);
export const muted = (): Promise<PersonName[]> => json("GET", "/me/muted");
export const mute = (person: string, on: boolean): Promise<Response> =>
  ask(on ? "PUT" : "DELETE", `/me/muted/${encodeURIComponent(person)}`);
export const account = (): Promise<AccountInfo> => json("GET", "/account");
export const changePassword = (old: string, fresh: string): Promise<Person> =>
  json("POST", "/account/password", { old, new: fresh });
/** These requests need the password again when the last sign-in was a while ago. */
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
export const recoverByCode = (name: string, code: string, password: string): Promise<MeWithRecoveryCode> =>
  json("POST", "/recover/code", { name, code, password });
export const recoverByMail = (name: string, lang: string): Promise<Response> =>
  ask("POST", "/recover/mail", { name, lang });
export const recoverByLink = (token: string, password: string): Promise<Person> =>
  json("POST", "/recover/link", { token, password });
export const sessions = (): Promise<SessionInfo[]> => json("GET", "/sessions");
export const endSession = (id: string): Promise<Response> => ask("DELETE", `/sessions/${encodeURIComponent(id)}`);
export const endSessions = (): Promise<Response> => ask("DELETE", "/sessions");

export const tokens = (): Promise<TokenInfo[]> => json("GET", "/tokens");
/** A new token for a bot; only this answer contains the token itself. */
export const makeToken = (name: string): Promise<TokenInfo> => json("POST", "/tokens", { name });
export const endToken = (id: string): Promise<Response> => ask("DELETE", `/tokens/${encodeURIComponent(id)}`);

export const rules = (game: string, lang: string): Promise<RuleBook> =>
  json("GET", `/games/${encodeURIComponent(game)}/rules?lang=${lang}`);
/** The rules of a game with these options. */
export const rulesFor = (game: string, options: OpenTable["options"], lang: string): Promise<RuleBook> =>
  json("POST", `/games/${encodeURIComponent(game)}/rules`, { options, lang });
export const lesson = (game: string): Promise<Lesson> => json("GET", `/games/${encodeURIComponent(game)}/lesson`);
export const score = (hand: ScoreRequest): Promise<Scored> => json("POST", "/score", hand);
export const settleDeal = (deal: TableDeal): Promise<SettledTable> => json("POST", "/score/deal", deal);
export const ownRules = (): Promise<HouseRulesTitle[]> => json("GET", "/me/rulesets");
export const houseRules = (id: string): Promise<HouseRules> => json("GET", `/rulesets/${encodeURIComponent(id)}`);
export const checkRules = (request: RulesRequest): Promise<CheckedRules> => json("POST", "/rulesets/check", request);
export const keepRules = (request: NewHouseRules): Promise<HouseRules> => json("POST", "/rulesets", request);
export const changeRules = (id: string, request: NewHouseRules): Promise<HouseRules> =>
  json("PUT", `/rulesets/${encodeURIComponent(id)}`, request);
export const dropRules = (id: string): Promise<Response> => ask("DELETE", `/rulesets/${encodeURIComponent(id)}`);
export const readRulesFile = async (text: string): Promise<ReadRules> =>
  read(await ask("POST", "/rulesets/file", text, "application/toml"));
export const openScorebook = (request: NewScorebook): Promise<Scorebook> => json("POST", "/scorebooks", request);
export const ownScorebooks = (): Promise<ScorebookTitle[]> => json("GET", "/me/scorebooks");
export const writeScorebook = (book: string, entry: ScorebookEntry): Promise<Scorebook> =>
  json("POST", `/scorebooks/${encodeURIComponent(book)}/entries`, entry);
/** A scorebook, or null if nothing is newer than the given version. */
export async function scorebook(book: string, since: number): Promise<Scorebook | null> {
  const response = await ask("GET", `/scorebooks/${encodeURIComponent(book)}?since=${since}`);
  return response.status === 204 ? null : read<Scorebook>(response);
}

export const today = (): Promise<Today> => json("GET", "/today");
/** The days of a month, the current one by default, with the visitor's scores. */
export const days = (month: string): Promise<Calendar> => json("GET", `/days?month=${encodeURIComponent(month)}`);
export const day = (day: string): Promise<DayPage> => json("GET", `/days/${encodeURIComponent(day)}`);

export const openTable = (request: OpenTable): Promise<TableForPerson> => json("POST", "/tables", request);
export const look = (table: string, invite: string): Promise<TableForPerson> =>
  json("GET", `/tables/${encodeURIComponent(table)}?invite=${encodeURIComponent(invite)}`);
/** The moves that the house advises; refused outside practice tables and in daily deals. */
export const advice = (table: string): Promise<Advice> => json("GET", `/tables/${encodeURIComponent(table)}/advice`);
export const lobby = (): Promise<TableInfo[]> => json("GET", "/tables");
export const invite = (code: string): Promise<{ table: string }> => json("GET", `/invites/${encodeURIComponent(code)}`);
export const records = (limit = 10): Promise<RecordInfo[]> => json("GET", `/records?limit=${limit}`);

/** Finished games that match the filters of a query. */
export const deals = (query: string): Promise<FoundDeals> => json("GET", `/deals${query === "" ? "" : `?${query}`}`);

/** Make a finished deal, or one from a seed, playable again. */
export const knowDeal = (request: Partial<NewKnownDeal>): Promise<KnownDealId> => json("POST", "/deals/known", request);
export const knownDeal = (id: string): Promise<KnownDealPage> => json("GET", `/deals/known/${encodeURIComponent(id)}`);
/** Tell a person that a seat is free. */
export const inviteTo = (table: string, person: string): Promise<Response> =>
  ask("POST", `/tables/${encodeURIComponent(table)}/invite/${encodeURIComponent(person)}`);

export const recordText = async (table: string, deal: number, invite = ""): Promise<string> =>
  (await ask("GET", `/records/${encodeURIComponent(table)}/${deal}?invite=${encodeURIComponent(invite)}`)).text();

const LINES = "application/x-ndjson";

/** A record step by step, as a seat or an onlooker saw it. */
export const steps = async (record: string, seat: Seat | null = null): Promise<Steps> =>
  read(await ask("POST", `/records/steps${seat === null ? "" : `?seat=${seat}`}`, record, LINES));

type Judged = { readonly analysis: AnalysisOf };

/** What the house's engines think of a finished game; the answer may take a while. */
export const analysis = async (record: string): Promise<AnalysisOf> =>
  (await read<Judged>(await ask("POST", "/records/analysis", record, LINES))).analysis;

/** The lobby's lists: tables, and people who look for an opponent. */
export interface LobbyLists {
  readonly tables: readonly TableInfo[];
  readonly seeks: readonly SeekInfo[];
}

/** Follow the lobby; call the returned function to stop. The stream reconnects by itself. */
export function followLobby(onNews: (news: Partial<LobbyLists>) => void): () => void {
  const stream = new EventSource("/api/v1/lobby/stream");
  for (const kind of ["tables", "seeks"])
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed JSON has no type
    stream.addEventListener(kind, ({ data }) => onNews({ [kind]: JSON.parse(String(data)) as unknown }));
  return () => stream.close();
}
