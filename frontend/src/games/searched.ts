/** The search filters of each game, available before any board is loaded. */

import { CLASSIC } from "../generated/wire";
import { maybe } from "../i18n/i18n.svelte";
import { cardOf, type Choice } from "./cards";

interface Searched {
  /** The ways in which a deal can end. */
  endings: readonly string[];
  /** Special hands: their names on the wire, and in words. */
  hands: Readonly<Record<string, string>>;
  /** Can games be searched by their first pairs? */
  hasOpenings: boolean;
}

const PLAIN: Searched = { endings: ["resigned", "time", "absent"], hands: {}, hasOpenings: false };
const SEARCHED: Readonly<Record<string, Searched>> = {
  battle: { endings: ["no_pairs", ...PLAIN.endings], hands: {}, hasOpenings: true },
  classic: { endings: ["mahjong", "wall_exhausted"], hands: CLASSIC.specialHands, hasOpenings: false },
  solitaire: {
    endings: ["cleared", "stuck", "ended", "all_finished", "time", "absent"],
    hands: {},
    hasOpenings: false,
  },
};

export const searchedOf = (game: string): Searched => SEARCHED[game] ?? PLAIN;

/** How a deal ended, in words. */
export const endingText = (game: string, ending: string): string =>
  maybe(`${game}.ending.${ending}`, maybe(`games.ending.${ending}`, ending));

/** The layouts or rulesets of a game, if it has some. */
export const variantsOf = (game: string): Choice | undefined =>
  cardOf(game).choices.find((choice) => choice.name === "layout" || choice.name === "ruleset");

/** A layout or ruleset in words; house rules by their title. */
export const variantText = (game: string, variant: string): string =>
  variant === "" ? "" : maybe(`${variantsOf(game)?.words ?? ""}.${variant}`, variant);

/** All tiles that can form a pair. */
export const PAIR_TILES: readonly string[] = [
  ...["m", "p", "s"].flatMap((suit) => Array.from({ length: 9 }, (_, rank) => `${rank + 1}${suit}`)),
  ...Array.from({ length: 7 }, (_, rank) => `${rank + 1}z`),
];
