/** Profiles, leaders and records, as the server tells them. */

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
} from "../generated/wire";
import { ask, json } from "./api";

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

/** Which finished deals are wanted; what is empty leaves none out. */
export interface DealFilter {
  readonly game: string;
  readonly variant: string;
  readonly opponent: string;
  readonly rated: "" | "true" | "false";
  readonly outcome: "" | "0" | "1" | "2";
}

export const ANY_DEAL: DealFilter = { game: "", variant: "", opponent: "", rated: "", outcome: "" };
const NEXT = /<([^>]+)>;\s*rel="next"/;

/** A page of finished deals, and the address of the next one. */
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
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the border of JSON
  return { deals: (await response.json()) as ListedDeal[], next: nextPage(response.headers.get("link")) };
}

/** The address of the next page in a Link header, from the interface's own root. */
export function nextPage(link: string | null): string | null {
  const found = NEXT.exec(link ?? "")?.[1];
  return found === undefined ? null : found.replace(/^.*\/api\/v1/, "");
}

/** A share, or null where nothing was counted. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** How many of the deals were won; draws are not. */
export const winRate = ({ won, deals }: Pick<Tally, "won" | "deals">): number | null => share(won, deals);

/** A rating in figures; one that is not sure yet has a question mark. */
export const ratingText = ({ rating, provisional }: Pick<ShownRating, "rating" | "provisional">): string =>
  `${rating}${provisional ? "?" : ""}`;

/** What the last rated match of a table changed, by person. */
export function lastChanges(changes: readonly RatingChange[]): readonly RatingChange[] {
  const last = Math.max(...changes.map(({ at }) => at));
  return changes.filter(({ at }) => at === last);
}

/** The months before one such as 2026-11, that one first. */
export function monthsUntil(month: string, count: number): string[] {
  return Array.from({ length: count }, (_, back) => {
    const date = new Date(`${month}-01T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() - back);
    return date.toISOString().slice(0, 7);
  });
}
