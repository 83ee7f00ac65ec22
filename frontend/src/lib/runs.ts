/** Wins in a row against a level of house players, and the best result there: kept on this device. */

export interface Run {
  /** Wins in a row. */
  wins: number;
  /** The most points with which a deal was won. */
  best: number | null;
  /** The deal that was counted last, so that none counts twice. */
  deal: string;
}

/** What can be told of a deal: wins in a row from the second on, and a best result that another one came before. */
export interface RunNews {
  wins: number | null;
  best: number | null;
}

const KEY = "teahouse.runs";
const NONE: Run = { wins: 0, best: null, deal: "" };

/** The run after a deal. */
export function counted(run: Run, deal: string, hasWon: boolean, points: number): Run {
  if (run.deal === deal) return run;
  const best = hasWon ? Math.max(points, run.best ?? points) : run.best;
  return { wins: hasWon ? run.wins + 1 : 0, best, deal };
}

export function newsOf(before: Run, after: Run): RunNews {
  const isBetter = before.best !== null && after.best !== null && after.best > before.best;
  return { wins: after.wins > 1 ? after.wins : null, best: isBetter ? after.best : null };
}

/** Count a deal of somebody against somebody, and tell what is worth telling. */
export function countDeal(who: string, deal: string, hasWon: boolean, points: number): RunNews {
  const runs = kept();
  const before = runs[who] ?? NONE;
  const after = counted(before, deal, hasWon, points);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...runs, [who]: after }));
  } catch {
    // Storage is closed to us: nothing is remembered.
  }
  return newsOf(before, after);
}

function kept(): Record<string, Run> {
  try {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what `countDeal` wrote
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Run>;
  } catch {
    return {};
  }
}
