/** House players: their names, how strong they are, and what that is called. */

import { HOUSE_PLAYERS, RANKS, SAME_AS_WEAKER, STARS } from "../generated/wire";
import { maybe } from "../i18n/i18n.svelte";
import { fitting } from "./fitting.svelte";
import { settings } from "./settings.svelte";
import type { GameInfo } from "./wire";

export interface HousePlayer {
  readonly name: string;
  /** From 1 to `MOST_STARS`. */
  readonly stars: number;
}

export const MOST_STARS = Math.max(...Object.values(STARS));
/** Whom a newcomer meets: somebody who can be beaten. */
const KIND = 2;

const ranks: Readonly<Record<string, Readonly<Record<string, keyof typeof STARS>>>> = RANKS;
const rankOf = (game: string, level: string): keyof typeof STARS | undefined => ranks[game]?.[level];

/** The levels of a game, from weak to strong. */
export const levelsOf = (game: string): readonly string[] => Object.keys(ranks[game] ?? {});

/** How strong a level of a game is, in a word; its own name where we have none. */
export function levelName(game: string, level: string): string {
  return maybe(`rank.${rankOf(game, level)}`, level.charAt(0).toUpperCase() + level.slice(1));
}

/** How strong a level of a game is; null where that is not known. */
export function starsOf(game: string, level: string): number | null {
  const rank = rankOf(game, level);
  return rank === undefined ? null : STARS[rank];
}

/** The house player of that name; where several of a kind sit at a table, the later ones have a number. */
export function housePlayer(name: string): HousePlayer | undefined {
  const plain = name.replace(/ \d+$/, "");
  return HOUSE_PLAYERS.find((one) => one.name === plain);
}

/** The house players of a level, those first who sit down first. */
export function playersOf(game: string, level: string): readonly HousePlayer[] {
  return HOUSE_PLAYERS.filter((one) => one.stars === starsOf(game, level));
}

/** A house player in a sentence. */
export const aboutPlayer = (name: string): string => maybe(`house.${housePlayer(name)?.name}`, "");

const sameAsWeaker: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = SAME_AS_WEAKER;

/**
 * The levels to choose from: where two of a game are called alike, the stronger one; under a ruleset only those that
 * play by it as no other does.
 */
export function offeredLevels(game: GameInfo, ruleset = ""): readonly string[] {
  const own = game.players.filter((level) => !sameAsWeaker[game.name]?.[ruleset]?.includes(level));
  const names = own.map((level) => rankOf(game.name, level) ?? level);
  return own.filter((_, place) => names.lastIndexOf(names[place] ?? "") === place);
}

/** The level chosen last for a game, the one that fits, or a kind one. */
export function chosenLevel(game: GameInfo, ruleset = ""): string {
  const offered = offeredLevels(game, ruleset);
  const wished = settings.levels[game.name] ?? fitting.levels[game.name];
  const stars = wished === undefined ? KIND : (starsOf(game.name, wished) ?? KIND);
  return (
    offered.find((level) => level === wished) ??
    offered.find((level) => starsOf(game.name, level) === stars) ??
    offered.at(-1) ??
    "random"
  );
}
