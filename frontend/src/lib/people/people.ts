/** Profiles, leaderboards and records from the server. */

import type {
  AccuracyPoint,
  Comparison,
  GameRating,
  HouseRecord,
  Leaders,
  ListedDeal,
  Profile,
  RatingChange,
  RatingPoint,
  SeatRating,
  ShownRating,
  Tally,
  WinnableBadge,
} from "../../generated/wire";
import { ask, json } from "../api";

const person = (name: string): string => `/people/${encodeURIComponent(name)}`;
const ofGame = (game: string): string => `game=${encodeURIComponent(game)}`;

export const profile = (name: string): Promise<Profile> => json("GET", person(name));
export const ratingCurve = (name: string, game: string): Promise<RatingPoint[]> =>
  json("GET", `${person(name)}/ratings?${ofGame(game)}`);
export const accuracyCurve = (name: string, game: string): Promise<AccuracyPoint[]> =>
  json("GET", `${person(name)}/accuracy?${ofGame(game)}`);
export const comparison = (name: string, other: string): Promise<Comparison> =>
  json("GET", `${person(name)}/beside/${encodeURIComponent(other)}`);
export const isPrivate = async (): Promise<boolean> => (await json<{ private: boolean }>("GET", "/me/profile")).private;
export const keepPrivate = (on: boolean): Promise<Response> => ask("PUT", "/me/profile", { private: on });
export const badges = (): Promise<WinnableBadge[]> => json("GET", "/badges");
export const leaders = (game: string, month: string): Promise<Leaders> =>
  json("GET", `/leaders/${encodeURIComponent(game)}?month=${encodeURIComponent(month)}`);
export const houseRecords = (): Promise<HouseRecord[]> => json("GET", "/house/records");
export const ownRatings = (): Promise<GameRating[]> => json("GET", "/me/ratings");
const ofTable = (table: string, what: string, invite: string): string =>
  `/tables/${encodeURIComponent(table)}/${what}?invite=${encodeURIComponent(invite)}`;
export const ratingChanges = (table: string, invite: string): Promise<RatingChange[]> =>
  json("GET", ofTable(table, "ratings", invite));
export const seatRatings = (table: string, invite: string): Promise<SeatRating[]> =>
  json("GET", ofTable(table, "seats/ratings", invite));

/** A filter of finished deals; empty fields do not filter. */
export interface DealFilter {
  readonly game: string;
  readonly variant: string;
  readonly opponent: string;
  readonly rated: "" | "true" | "false";
  readonly outcome: "" | "0" | "1" | "2";
}

export const ANY_DEAL: DealFilter = { game: "", variant: "", opponent: "", rated: "", outcome: "" };
const NEXT = /<([^>]+)>;\s*rel="next"/;

/** A page of finished deals, and the address of the next page. */
export interface DealPage {
  readonly deals: readonly ListedDeal[];
  readonly next: string | null;
}

export const dealsPath = (name: string, filter: DealFilter, limit: number): string => {
  const wanted = Object.entries(filter).filter(([, value]) => value !== "");
  return `${person(name)}/deals?${new URLSearchParams([...wanted, ["limit", String(limit)]]).toString()}`;
};

export async function deals(path: string): Promise<DealPage> {
  const response = await ask("GET", path);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed JSON has no type
  return { deals: (await response.json()) as ListedDeal[], next: nextPage(response.headers.get("link")) };
}

/** The address of the next page from a Link header, relative to the interface's root. */
export function nextPage(link: string | null): string | null {
  const found = NEXT.exec(link ?? "")?.[1];
  return found === undefined ? null : found.replace(/^.*\/api\/v1/, "");
}

/** A share, or null if there is nothing to divide by. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The share of deals won; a draw is no win. */
export const winRate = ({ won, deals }: Pick<Tally, "won" | "deals">): number | null => share(won, deals);

/** A rating in figures; a provisional one has a question mark. */
export const ratingText = ({ rating, provisional }: Pick<ShownRating, "rating" | "provisional">): string =>
  `${rating}${provisional ? "?" : ""}`;

/** The rating changes of a table's last rated match, by person. */
export function lastChanges(changes: readonly RatingChange[]): readonly RatingChange[] {
  const last = Math.max(...changes.map(({ at }) => at));
  return changes.filter(({ at }) => at === last);
}

/** The months up to one such as 2026-11, newest first. */
export function monthsUntil(month: string, count: number): string[] {
  return Array.from({ length: count }, (_, back) => {
    const date = new Date(`${month}-01T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() - back);
    return date.toISOString().slice(0, 7);
  });
}
