/** The visitor's best score on each layout, and their streak of cleared boards, stored in this browser. */

/** A scored solo game. */
export interface Finished {
  person: string;
  layout: string;
  /** The deal and its table: a result that is shown twice counts once. */
  id: string;
  /** The tiles; null if they are still secret. The same tiles again do not count as a new game. */
  tiles: string | null;
  score: number;
  isCleared: boolean;
}

/** A game compared with the earlier ones. */
export interface Standing {
  /** The earlier best score; null for the first game on a layout. */
  before: number | null;
  isBest: boolean;
  /** Boards cleared in a row, including this one. */
  streak: number;
  /** Were the same tiles played before? Then the game does not count. */
  isRepeat: boolean;
}

interface Kept {
  bests: Record<string, number>;
  streak: number;
  /** The last game that counted, and its standing. */
  last: { id: string; tiles: string | null; standing: Standing } | null;
}

const NOTHING: Kept = { bests: {}, streak: 0, last: null };

/** Count a game: returns the new stored data, and the game's standing. */
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
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- written by `finish`
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(keyOf(person)) ?? "{}") as Partial<Kept>) };
  } catch {
    return NOTHING;
  }
}

/** Count a game and store it in this browser. */
export function finish(game: Finished): Standing {
  const { kept, standing } = counted(keptOf(game.person), game);
  try {
    localStorage.setItem(keyOf(game.person), JSON.stringify(kept));
  } catch {
    // Storage is not available: the next game is compared with the data stored earlier.
  }
  return standing;
}
