/** What the list of tables tells about one of them. */

import type { TableInfo } from "./wire";

/** How many deals a match of a kind has; a session has as many as people like. */
const DEALS: Readonly<Record<string, number>> = { single: 1, double: 2 };

export const dealsOf = (match: string): number | null => DEALS[match] ?? null;

/** Was the match played to its end? The table may still stand there for a rematch. */
export function isMatchOver({ status, match, results }: Pick<TableInfo, "status" | "match" | "results">): boolean {
  const deals = dealsOf(match);
  return status === "over" || (status === "between" && deals !== null && results.length % deals === 0);
}

/** Is it played at, if only between two deals of a match? */
export function isPlayed(table: TableInfo): boolean {
  return table.status === "playing" || (table.status === "between" && !isMatchOver(table));
}

export function sitsAt(table: TableInfo, person: string | undefined): boolean {
  return person !== undefined && table.seats.some((seat) => seat?.person === person);
}
