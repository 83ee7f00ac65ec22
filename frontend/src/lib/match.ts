/** The match that a table plays: which of its results belong to it, and how everybody stands. */

import type { Result, TableInfo } from "./wire";

/** The results of the running match. */
export function matchResults({ results, played }: Pick<TableInfo, "results" | "played">): Result[] {
  return results.slice(results.length - played).filter((one): one is Result => one !== null);
}

/** Which game of its match is played, or was played last. */
export const gameNumber = ({ status, played }: Pick<TableInfo, "status" | "played">): number =>
  status === "playing" ? played + 1 : played;

export interface Place {
  seat: number;
  /** 1 for the best; who has equal points shares a place. */
  place: number;
  points: number;
}

/** How everybody stands, the best first. */
export function standing(points: readonly number[]): Place[] {
  const places = points.map((own, seat) => ({
    seat,
    place: 1 + points.filter((other) => other > own).length,
    points: own,
  }));
  return places.sort((one, other) => one.place - other.place || one.seat - other.seat);
}
