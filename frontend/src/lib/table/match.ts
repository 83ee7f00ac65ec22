/** The match at a table: which of its results belong to it, and the standing. */

import type { Result, Said, TableInfo } from "../wire";

/** The results of the current match. */
export function matchResults({ results, played }: Pick<TableInfo, "results" | "played">): Result[] {
  return results.slice(results.length - played).filter((one): one is Result => one !== null);
}

/** The number of the current game in its match, or of the last one. */
export const gameNumber = ({ status, played }: Pick<TableInfo, "status" | "played">): number =>
  status === "playing" ? played + 1 : played;

/** Is this the daily deal, in which there is no advice? */
export const isDailyDeal = ({ day, deal }: Pick<TableInfo, "day" | "deal">): boolean => day !== "" && deal === 0;

/** May a solo player pause the clock? Not in a daily deal. */
export const mayPause = (table: Pick<TableInfo, "seats" | "status" | "day" | "deal">): boolean =>
  table.seats.length === 1 && table.status === "playing" && !isDailyDeal(table);

/** Is there a chat: another person who could read it, or earlier messages? House players read nothing. */
export const mayChat = ({ seats }: Pick<TableInfo, "seats">, me: string | undefined, said: readonly Said[]): boolean =>
  said.length > 0 || seats.some((one) => one === null || (one.person != null && one.person !== me));

/** May a solo player repeat this practice deal? */
export const mayRepeat = ({ seats, stake, day }: Pick<TableInfo, "seats" | "stake" | "day">): boolean =>
  seats.length === 1 && stake === 0 && day === "";

/**
 * Is the last deal's record still secret? So on the day of a daily deal, and in a match of a fixed number of deals,
 * whose tiles come again. `today` is a day in UTC.
 */
export function isWithheld(
  { day, deal, deals, match_over }: Pick<TableInfo, "day" | "deal" | "deals" | "match_over">,
  today: string,
): boolean {
  const isOfToday = day !== "" && deal === 1 && day >= today;
  return isOfToday || (deals !== null && deals > 1 && !match_over);
}

/** Is the next deal fixed, by the house's commitment or because it is a known deal? */
export const isCommitted = ({ commitment, known }: Pick<TableInfo, "commitment" | "known">): boolean =>
  commitment !== null || known !== "";

export const todayInUtc = (): string => new Date().toISOString().slice(0, 10);

export interface Place {
  seat: number;
  /** 1 for the best; seats with equal points share a place. */
  place: number;
  points: number;
}

/** The standing, the best first. */
export function standing(points: readonly number[]): Place[] {
  const places = points.map((own, seat) => ({
    seat,
    place: 1 + points.filter((other) => other > own).length,
    points: own,
  }));
  return places.sort((one, other) => one.place - other.place || one.seat - other.seat);
}

export type Mood = "won" | "lost" | "drawn" | "seen";

/** How the end feels to a seat; an onlooker has only seen it. */
export function moodOf(winners: readonly number[], seat: number | null, players: number): Mood {
  if (seat === null) return "seen";
  if (players > 1 && (winners.length === 0 || winners.length === players)) return "drawn";
  return winners.includes(seat) ? "won" : "lost";
}
