/** The match that a table plays: which of its results belong to it, and how everybody stands. */

import type { Result, TableInfo } from "./wire";

/** The results of the running match: the last ones, those that its points add up from. */
export function matchResults({ results, points }: Pick<TableInfo, "results" | "points">): Result[] {
  const known = results.filter((one): one is Result => one !== null);
  const sums = points.map(() => 0);
  for (let first = known.length - 1; points.length > 0 && first >= 0; first--) {
    points.forEach((_, seat) => (sums[seat] = (sums[seat] ?? 0) + (known[first]?.scores[seat] ?? 0)));
    if (points.every((sum, seat) => sum === sums[seat])) return known.slice(first);
  }
  return points.length === 0 ? [] : known.slice(-1);
}

/** Which game of its match is played, or was played last. */
export function gameNumber(table: Pick<TableInfo, "results" | "points" | "status" | "match_over">): number {
  const played = table.status === "playing" && table.match_over ? 0 : matchResults(table).length;
  return table.status === "playing" ? played + 1 : played;
}

export interface Place {
  seat: number;
  /** 1 for the best; who has equal points shares a place. */
  place: number;
  points: number;
}

/** How everybody stands, the best first. */
export function standing(points: readonly number[]): Place[] {
  const places = points.map((own, seat) => ({ seat, place: 1 + points.filter((other) => other > own).length, points: own }));
  return places.sort((one, other) => one.place - other.place || one.seat - other.seat);
}
