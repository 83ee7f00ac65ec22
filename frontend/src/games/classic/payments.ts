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

/** Why somebody pays the winning hand more than once. times: how often. */
export interface Reason {
  why: "dealerWon" | "dealerPays" | "giver" | "giverAlone" | "dealerAlone" | "liable";
  seat: Seat;
  times: number;
}

/** The reasons that hold in this deal; none where everybody pays once. At a table of two a dealer is like anybody. */
export function reasonsOf(view: ClassicView, shares: readonly Share[]): Reason[] {
  const { dealer } = view.opening;
  const [won] = view.wins;
  const paying = shares.filter((share) => share.factor > 1);
  const isByDealer = ({ seat }: Share): boolean => won?.giver !== seat || view.hand_sizes.length > 2;
  const dealerWon = won?.seat === dealer && paying.some(isByDealer);
  const reasons = paying.flatMap((share): Reason[] => {
    const others = shares.filter(({ seat }) => seat !== won?.seat && seat !== share.seat);
    const isLiable = won?.liable === share.seat;
    const why = isLiable ? "liable" : reasonOf(share, others, won?.giver === share.seat, dealer);
    return why === null ? [] : [{ why, seat: share.seat, times: share.factor }];
  });
  return dealerWon ? [{ why: "dealerWon", seat: dealer, times: 0 }, ...reasons] : reasons;
}

/** Why a loser pays more than once; none where the others do so too. others: the other losers. */
function reasonOf(share: Share, others: readonly Share[], isGiver: boolean, dealer: Seat): Reason["why"] | null {
  const isDealer = share.seat === dealer;
  const isAlone = others.length > 0 && others.every(({ forWin }) => forWin === 0);
  if (isGiver && isAlone) return isDealer ? "dealerAlone" : "giverAlone";
  if (isDealer && others.length > 0) return "dealerPays";
  const alike = others.filter(({ seat }) => seat !== dealer);
  const paysMore = others.length === 0 || alike.some(({ forWin }) => forWin > share.forWin);
  return isGiver && paysMore ? "giver" : null;
}
