/** The choices on a game's card, available before its board is loaded. */

import type { Component } from "svelte";
import { CLASSIC, SOLITAIRE } from "../generated/wire";
import { t, type Key } from "../i18n/i18n.svelte";
import { ownRules } from "../lib/houseRules.svelte";
import { choose, settings } from "../lib/settings.svelte";
import type { GameInfo, OpenTable } from "../lib/wire";
import { layoutOf } from "./solitaire/field/layout";
import LayoutPicture from "./solitaire/field/LayoutPicture.svelte";

/** An option of the game (or the kind of match) with its values; `words` is the prefix of their translation keys. */
export interface Choice {
  name: string;
  values: readonly string[];
  label: Key;
  words: string;
  isMatch?: boolean;
  /** The default value, if it is not always the first. */
  usual?: () => string;
  /** Another word for a value whose meaning depends on the other choices. */
  word?: (value: string) => string | undefined;
  /** Further values that belong to the visitor, with their words. */
  more?: () => readonly { readonly value: string; readonly word: string }[];
  /** Do its words need a wide layout? */
  isWide?: boolean;
  /** A picture of each value, and the note below it. */
  picture?: { of: Component<{ value: string }>; note: (value: string) => string };
}

type ChosenTerms = Pick<OpenTable, "options" | "match" | "clock">;

/** A choice for solo games: the terms that a value asks for, and the value that is named in the terms of a table. */
export interface AloneChoice extends Choice {
  terms: (value: string) => ChosenTerms;
  valueIn: (options: Readonly<Record<string, unknown>>) => string | null;
}

export interface Card {
  choices: readonly Choice[];
  /** Further choices for solo games. */
  alone?: readonly AloneChoice[];
  /** Does the visitor choose the level of opponents? */
  hasLevels: boolean;
  friend: Key;
  friendTitle: Key;
  /** The possible numbers of players, if there is a choice. */
  players?: readonly number[];
  /** The possible stakes in coins, if there is a pot. */
  stakes?: readonly number[];
}

const PLAIN: Card = { choices: [], hasLevels: true, friend: "home.friend", friendTitle: "friend.title" };

const LAYOUTS: Choice = {
  name: "layout",
  values: Object.keys(SOLITAIRE.layouts),
  label: "choice.layout",
  words: "layout",
  picture: { of: LayoutPicture, note: (value) => t("solitaire.tileCount", { n: layoutOf(value).places.length }) },
};
const usualLevel = (): string =>
  new Map<string, string>(Object.entries(SOLITAIRE.levels)).get(chosenValue("solitaire", LAYOUTS)) ?? "classic";
const LEVEL: Choice = {
  name: "level",
  values: ["classic", "gentle", "wild"],
  label: "choice.level",
  words: "deal",
  isWide: true,
  usual: usualLevel,
  word: (value) => (value === "classic" && usualLevel() !== value ? t("deal.classicSeldom") : undefined),
};
const MODE: AloneChoice = {
  name: "mode",
  values: ["scored", "casual"],
  label: "choice.mode",
  words: "mode",
  terms: (value) => ({ options: { casual: value === "casual" } }),
  valueIn: (options) => (options["casual"] === true ? "casual" : null),
};
const CLOCK: AloneChoice = {
  name: "clock",
  values: ["untimed", "5 minutes", "10 minutes", "15 minutes", "20 minutes"],
  label: "friend.clock",
  words: "clock",
  terms: (value) => ({ clock: value }),
  valueIn: () => null, // a table's terms name its clock already
};

const CARDS: Record<string, Card> = {
  solitaire: {
    choices: [LAYOUTS, LEVEL],
    alone: [MODE, CLOCK],
    hasLevels: false,
    friend: "home.contest",
    friendTitle: "friend.contest",
    players: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    stakes: [0, 50, 100, 200, 500],
  },
  classic: {
    choices: [
      {
        name: "ruleset",
        values: Object.keys(CLASSIC.rulesets),
        label: "choice.ruleset",
        words: "ruleset",
        more: () => ownRules.usable.map(({ id, title }) => ({ value: id, word: title })),
      },
      { name: "match", values: ["single", "session"], label: "friend.match", words: "match", isMatch: true },
    ],
    hasLevels: true,
    friend: "home.friends",
    friendTitle: "friend.titleMany",
  },
};

export const cardOf = (game: string): Card => CARDS[game] ?? PLAIN;

/** The value last chosen for a game, or the default. */
export function chosenValue(game: string, choice: Choice): string {
  const kept = settings.levels[`${game}.${choice.name}`];
  const isKnown = (value: string): boolean =>
    choice.values.includes(value) || (choice.more?.().some((one) => one.value === value) ?? false);
  return kept !== undefined && isKnown(kept) ? kept : (choice.usual?.() ?? choice.values[0] ?? "");
}

export function keepValue(game: string, choice: Choice, value: string): void {
  choose("levels", { ...settings.levels, [`${game}.${choice.name}`]: value });
}

const WINDS = new Map<string, readonly string[]>(
  Object.entries(CLASSIC.rulesets).map(([name, { winds }]) => [name, winds]),
);

/** The chosen ruleset, shipped or by the id of house rules; none for a game without rulesets. */
function rulesetOf(game: GameInfo): string | undefined {
  const ruleset = cardOf(game.name).choices.find((choice) => choice.name === "ruleset");
  return ruleset && chosenValue(game.name, ruleset);
}

/** The shipped ruleset that is chosen, or that the chosen house rules are based on. */
export function baseOf(game: GameInfo): string | undefined {
  const value = rulesetOf(game);
  return value === undefined ? value : (ownRules.of(value)?.base ?? value);
}

/** The number of seats with the current choices: Classic's rulesets differ in it. */
export function seatsOf(game: GameInfo): number {
  const value = rulesetOf(game);
  if (value === undefined) return game.seats;
  return (WINDS.get(value) ?? ownRules.of(value)?.winds)?.length ?? game.seats;
}

/** The part of a request for a table that the choices decide. */
export function chosenTerms(game: GameInfo): ChosenTerms {
  const chosen = cardOf(game.name).choices.map((choice) => [choice, chosenValue(game.name, choice)] as const);
  const options = Object.fromEntries(
    chosen.filter(([choice]) => !choice.isMatch).map(([choice, value]) => [choice.name, value]),
  );
  const match = chosen.find(([choice]) => choice.isMatch)?.[1];
  return match === undefined ? { options } : { options, match };
}

/** The same for solo games and games against house players: without a clock unless one was chosen. */
export function soloTerms(game: GameInfo): ChosenTerms {
  const usual = game.clocks.includes("untimed") ? { clock: "untimed" } : {};
  const terms = (cardOf(game.name).alone ?? []).map((choice) => choice.terms(chosenValue(game.name, choice)));
  return terms.reduce((all, one) => ({ ...all, ...one, options: { ...all.options, ...one.options } }), {
    ...chosenTerms(game),
    ...usual,
  });
}

/** The request for a table against house players of a level. */
export function againstHouse(game: GameInfo, level: string): OpenTable {
  const bots = Object.fromEntries(Array.from({ length: seatsOf(game) - 1 }, (_, place) => [String(place + 1), level]));
  return { game: game.name, ...soloTerms(game), bots };
}
