/** The level of house players that suits the visitor in each game, by their ratings; none without a rated match. */

import { json } from "../api";
import type { GameRating } from "../../generated/wire";

class Fitting {
  levels: Readonly<Record<string, string>> = $state.raw({});

  async load(): Promise<void> {
    const ratings = await json<GameRating[]>("GET", "/me/ratings");
    this.levels = fittingLevels(ratings);
  }
}

/** The suggested levels by game. */
export function fittingLevels(ratings: readonly GameRating[]): Readonly<Record<string, string>> {
  const known = ratings.filter(({ rating, level }) => rating.games > 0 && level !== "");
  return Object.fromEntries(known.map(({ game, level }) => [game, level]));
}

export const fitting = new Fitting();
