/** Winning streaks against a level of house players, and the best result there: stored on this device. */

export interface Streak {
  wins: number;
  /** The most points of a won deal. */
  best: number | null;
  /** The last deal counted, so that none counts twice. */
  deal: string;
}

/** What is worth telling after a deal: a streak of two or more wins, and a new best result. */
export interface StreakNews {
  wins: number | null;
  best: number | null;
}

const KEY = "teahouse.streaks";
/** The key of older versions, whose streaks are kept. */
const OLD_KEY = "teahouse.runs";
const NONE: Streak = { wins: 0, best: null, deal: "" };

/** The streak after a deal. */
export function counted(streak: Streak, deal: string, hasWon: boolean, points: number): Streak {
  if (streak.deal === deal) return streak;
  const best = hasWon ? Math.max(points, streak.best ?? points) : streak.best;
  return { wins: hasWon ? streak.wins + 1 : 0, best, deal };
}

export function newsOf(before: Streak, after: Streak): StreakNews {
  const isBetter = before.best !== null && after.best !== null && after.best > before.best;
  return { wins: after.wins > 1 ? after.wins : null, best: isBetter ? after.best : null };
}

/** Count a deal of a person against a level, and return what is worth telling. */
export function countDeal(who: string, deal: string, hasWon: boolean, points: number): StreakNews {
  const streaks = kept();
  const before = streaks[who] ?? NONE;
  const after = counted(before, deal, hasWon, points);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...streaks, [who]: after }));
    localStorage.removeItem(OLD_KEY);
  } catch {
    // Storage is not available: nothing is remembered.
  }
  return newsOf(before, after);
}

function kept(): Record<string, Streak> {
  try {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- written by `countDeal`
    return JSON.parse(localStorage.getItem(KEY) ?? localStorage.getItem(OLD_KEY) ?? "{}") as Record<string, Streak>;
  } catch {
    return {};
  }
}
