/** What every seat received and paid in a deal, by cause. */

import type { Result, Seat } from "../../../lib/wire";
import type { ClassicView } from "../table";

/** The payments of one seat. */
export interface Share {
  seat: Seat;
  all: number;
  /** Received from the losers, or paid to the winners. */
  forWin: number;
  /** How often the seat paid the score of the winning hand; 0 for a winner, and if it is no whole number. */
  factor: number;
  /** Received from the other losers, or paid to them. */
  settled: number;
}

/** The payments of each seat, as the rules computed them. */
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

/** Why a seat pays the winning hand more than once. `times`: how often. */
export interface Reason {
  why: "dealerWon" | "dealerPays" | "giver" | "giverAlone" | "dealerAlone" | "liable";
  seat: Seat;
  times: number;
}

/** The reasons that apply to this deal; none if every loser pays once. With two players the dealer is no exception. */
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

/** Why a loser pays more than once; none if the other losers do so too. */
function reasonOf(share: Share, others: readonly Share[], isGiver: boolean, dealer: Seat): Reason["why"] | null {
  const isDealer = share.seat === dealer;
  const isAlone = others.length > 0 && others.every(({ forWin }) => forWin === 0);
  if (isGiver && isAlone) return isDealer ? "dealerAlone" : "giverAlone";
  if (isDealer && others.length > 0) return "dealerPays";
  const alike = others.filter(({ seat }) => seat !== dealer);
  const paysMore = others.length === 0 || alike.some(({ forWin }) => forWin > share.forWin);
  return isGiver && paysMore ? "giver" : null;
}
