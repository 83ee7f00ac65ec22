/** The words that players call at the table. */

import type { Seat } from "../../../lib/wire";
import type { ClassicEvent } from "../table";

export type CallWord = "chow" | "pong" | "kong" | "mahjong";

/** The word that a player calls with an event; null for none. */
export function callOf(event: ClassicEvent): { seat: Seat; word: CallWord } | null {
  switch (event.type) {
    case "melded":
    case "kong_declared":
      return { seat: event.seat, word: event.meld.kind };
    case "won":
      return { seat: event.seat, word: "mahjong" };
    default:
      return null;
  }
}
