/** What every seat received and paid in a deal, part by part. */

import type { Result, Seat } from "../../lib/wire";
import type { ClassicView } from "./table";

/** A seat's part. */
export interface Share {
  seat: Seat;
  all: number;
  /** To or from the winners. */
  forWin: number;
  /** How many times the score of the winning hand was paid; 0 for a winner, and where it is no whole number. */
  factor: number;
  /** From or to the other losers. */
  settled: number;
}

/** The part of each seat, as the rules have worked it out. */
export function sharesOf(view: ClassicView, result: Result): Share[] {
  const score = view.wins.length === 1 ? (view.wins[0]?.score.score ?? 0) : 0;
  return view.hand_sizes.map((_, seat) => {
    const all = result.scores[seat] ?? 0;
    const settled = view.wins.reduce((sum, won) => sum + (won.settled[seat] ?? 0), 0);
    const forWin = all - settled;
    const factor = score > 0 && forWin < 0 && forWin % score === 0 ? -forWin / score : 0;
    return { seat, all, forWin, factor, settled };
  });
}

/** Why somebody pays the winning hand more than once. */
export interface Reason {
  why: "dealerWon" | "dealerPays" | "giver";
  seat: Seat;
}

/** The reasons that hold in this deal; none where everybody pays once. At a table of two a dealer is like anybody. */
export function reasonsOf(view: ClassicView, shares: readonly Share[]): Reason[] {
  const paying = shares.filter((share) => share.factor > 1).map((share) => share.seat);
  const { dealer } = view.opening;
  const [won] = view.wins;
  const isGiver = (seat: Seat): boolean => won?.giver === seat;
  const isByDealer = (seat: Seat): boolean => !isGiver(seat) || view.hand_sizes.length > 2;
  const reasons: Reason[] = [];
  if (won?.seat === dealer && paying.some(isByDealer)) reasons.push({ why: "dealerWon", seat: dealer });
  for (const seat of paying) {
    if (seat === dealer && isByDealer(seat)) reasons.push({ why: "dealerPays", seat });
    if (isGiver(seat)) reasons.push({ why: "giver", seat });
  }
  return reasons;
}
