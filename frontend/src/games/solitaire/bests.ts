/** The best scores of this browser's person on each layout, and how many boards in a row were cleared. */

/** A scored game that somebody finished alone. */
export interface Finished {
  person: string;
  layout: string;
  /** Which deal of which table it was: a result that is shown twice counts once. */
  id: string;
  /** Its tiles; null where they are kept back. The same tiles once more are no new game. */
  tiles: string | null;
  score: number;
  isCleared: boolean;
}

/** What a game was beside the games before it. */
export interface Standing {
  /** The best score before it; null for the first game on a layout. */
  before: number | null;
  isBest: boolean;
  /** Boards cleared in a row, up to this one. */
  streak: number;
  /** Were the same tiles played before? Then it counts for nothing. */
  isRepeat: boolean;
}

interface Kept {
  bests: Record<string, number>;
  streak: number;
  /** The last game that counted, with what it was. */
  last: { id: string; tiles: string | null; standing: Standing } | null;
}

const NOTHING: Kept = { bests: {}, streak: 0, last: null };

/** Count a game: what was kept after it, and how it stands beside the others. */
export function counted(kept: Kept, game: Finished): { kept: Kept; standing: Standing } {
  const { last, bests, streak } = kept;
  const before = bests[game.layout] ?? null;
  if (last?.id === game.id) return { kept, standing: last.standing };
  if (last !== null && game.tiles !== null && last.tiles === game.tiles)
    return { kept, standing: { before, isBest: false, streak, isRepeat: true } };
  const standing: Standing = {
    before,
    isBest: before === null || game.score > before,
    streak: game.isCleared ? streak + 1 : 0,
    isRepeat: false,
  };
  const best = Math.max(game.score, before ?? game.score);
  return {
    kept: {
      bests: { ...bests, [game.layout]: best },
      streak: standing.streak,
      last: { id: game.id, tiles: game.tiles, standing },
    },
    standing,
  };
}

const keyOf = (person: string): string => `teahouse.bests.${person}`;

function keptOf(person: string): Kept {
  try {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what `finish` wrote
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(keyOf(person)) ?? "{}") as Partial<Kept>) };
  } catch {
    return NOTHING;
  }
}

/** Count a game and remember it in this browser. */
export function finish(game: Finished): Standing {
  const { kept, standing } = counted(keptOf(game.person), game);
  try {
    localStorage.setItem(keyOf(game.person), JSON.stringify(kept));
  } catch {
    // Storage is closed to us: the next game is compared with what was kept before.
  }
  return standing;
}
