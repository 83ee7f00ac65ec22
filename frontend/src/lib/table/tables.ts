/** Questions about a row of the list of tables. */

import type { TableInfo } from "../wire";

/** Was the match played to its end? The table may still be open for a rematch. */
export const isMatchOver = ({ status, match_over }: Pick<TableInfo, "status" | "match_over">): boolean =>
  status === "over" || (status === "between" && match_over);

/** Is a match in progress, even if between two deals? */
export function isPlayed(table: TableInfo): boolean {
  return table.status === "playing" || (table.status === "between" && !isMatchOver(table));
}

export function sitsAt(table: TableInfo, person: string | undefined): boolean {
  return person !== undefined && table.seats.some((seat) => seat?.person === person);
}
