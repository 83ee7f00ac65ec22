/** Between two deals of a match: who is ready, and who may end it. */

import type { Seat, TableInfo } from "../../lib/wire";

/** A house player, who is always ready; a player who is ready; one who is away; one who has not said so yet. */
export type SeatState = "house" | "ready" | "away" | "awaited";

/** The state of each seat; `present` tells who is connected, if that is known. */
export function seatStates(seats: TableInfo["seats"], present: readonly (boolean | null)[]): SeatState[] {
  return seats.map((one, place) => {
    if (one === null || one.bot != null || one.stand_in != null) return "house";
    if (one.ready) return "ready";
    return present[place] === false ? "away" : "awaited";
  });
}

/** Who keeps the others waiting. left: the time left for each absent player. rest: until everybody must be ready. */
export interface Waiting {
  states: readonly SeatState[];
  left: readonly (number | null)[];
  rest: number | null;
}

/** May this seat end the match? One that counts only while another player has been missing for too long. */
export function mayEndMatch(seat: Seat | null, counts: boolean, { states, left, rest }: Waiting): boolean {
  if (seat === null || !counts) return seat !== null;
  return states.some((state, place) => {
    if (place === seat || state === "house" || state === "ready") return false;
    return rest === 0 || left[place] === 0;
  });
}
