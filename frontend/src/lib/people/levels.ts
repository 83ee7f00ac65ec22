/** House players: their names, strengths, and the names of their levels. */

import { HOUSE_PLAYERS, RANKS, SAME_AS_WEAKER, STARS } from "../../generated/wire";
import { maybe } from "../../i18n/i18n.svelte";
import { fitting } from "./fitting.svelte";
import { settings } from "../settings.svelte";
import type { GameInfo } from "../wire";

export interface HousePlayer {
  readonly name: string;
  /** From 1 to `MOST_STARS`. */
  readonly stars: number;
}

export const MOST_STARS = Math.max(...Object.values(STARS));
/** The stars of a newcomer's first opponent, who can be beaten. */
const KIND = 2;

const ranks: Readonly<Record<string, Readonly<Record<string, keyof typeof STARS>>>> = RANKS;
const rankOf = (game: string, level: string): keyof typeof STARS | undefined => ranks[game]?.[level];

/** The levels of a game, from weak to strong. */
export const levelsOf = (game: string): readonly string[] => Object.keys(ranks[game] ?? {});

/** The word for a level's strength; the level's own name if it has no rank. */
export function levelName(game: string, level: string): string {
  return maybe(`rank.${rankOf(game, level)}`, level.charAt(0).toUpperCase() + level.slice(1));
}

/** A level's strength in stars; null if unknown. */
export function starsOf(game: string, level: string): number | null {
  const rank = rankOf(game, level);
  return rank === undefined ? null : STARS[rank];
}

/** The house player of that name; if several of a kind sit at a table, the later ones have a number. */
export function housePlayer(name: string): HousePlayer | undefined {
  const plain = name.replace(/ \d+$/, "");
  return HOUSE_PLAYERS.find((one) => one.name === plain);
}

/** The house players of a level, in the order in which they sit down. */
export function playersOf(game: string, level: string): readonly HousePlayer[] {
  return HOUSE_PLAYERS.filter((one) => one.stars === starsOf(game, level));
}

/** A sentence about a house player. */
export const aboutPlayer = (name: string): string => maybe(`house.${housePlayer(name)?.name}`, "");

const sameAsWeaker: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = SAME_AS_WEAKER;

/** The levels on offer: the stronger of two with the same name, and none that plays like a weaker one by a ruleset. */
export function offeredLevels(game: GameInfo, ruleset = ""): readonly string[] {
  const own = game.players.filter((level) => !sameAsWeaker[game.name]?.[ruleset]?.includes(level));
  const names = own.map((level) => rankOf(game.name, level) ?? level);
  return own.filter((_, place) => names.lastIndexOf(names[place] ?? "") === place);
}

/** The level last chosen for a game, else the one that suits the visitor, else an easy one. */
export function chosenLevel(game: GameInfo, ruleset = ""): string {
  const offered = offeredLevels(game, ruleset);
  const preferred = settings.levels[game.name] ?? fitting.levels[game.name];
  const stars = preferred === undefined ? KIND : (starsOf(game.name, preferred) ?? KIND);
  return (
    offered.find((level) => level === preferred) ??
    offered.find((level) => starsOf(game.name, level) === stars) ??
    offered.at(-1) ??
    "random"
  );
}
