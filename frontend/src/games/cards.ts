/** What can be chosen on a game's card, before its board is loaded. */

import type { Component } from "svelte";
import { CLASSIC, SOLITAIRE } from "../generated/wire";
import { t, type Key } from "../i18n/i18n.svelte";
import { ownRules } from "../lib/houseRules.svelte";
import { choose, settings } from "../lib/settings.svelte";
import type { GameInfo, OpenTable } from "../lib/wire";
import { layoutOf } from "./solitaire/layout";
import LayoutPicture from "./solitaire/LayoutPicture.svelte";

/** One of the game's options (or the kind of match) with the values that are offered; `words` begins their keys. */
export interface Choice {
  name: string;
  values: readonly string[];
  label: Key;
  words: string;
  isMatch?: boolean;
  /** The usual value, where that is not always the first. */
  usual?: () => string;
  /** What a value is called instead, where it means something else with what else is chosen. */
  word?: (value: string) => string | undefined;
  /** Further values that this person has, with their words. */
  more?: () => readonly { readonly value: string; readonly word: string }[];
  /** Its words are long. */
  isWide?: boolean;
  /** How each value looks, and what is said below it. */
  picture?: { of: Component<{ value: string }>; note: (value: string) => string };
}

type Wished = Pick<OpenTable, "options" | "match" | "clock">;

/** Something to choose for who plays alone: what a value asks of the table, and what its options tell of it. */
export interface AloneChoice extends Choice {
  wish: (value: string) => Wished;
  told: (options: Readonly<Record<string, unknown>>) => string | null;
}

export interface Card {
  choices: readonly Choice[];
  /** What else who plays alone can choose. */
  alone?: readonly AloneChoice[];
  /** Are there opponents whose level is chosen? */
  hasLevels: boolean;
  friend: Key;
  friendTitle: Key;
  /** How many may play together, where that can be chosen. */
  players?: readonly number[];
  /** May coins be put into a pot? */
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
  wish: (value) => ({ options: { casual: value === "casual" } }),
  told: (options) => (options["casual"] === true ? "casual" : null),
};
const CLOCK: AloneChoice = {
  name: "clock",
  values: ["untimed", "5 minutes", "10 minutes", "15 minutes", "20 minutes"],
  label: "friend.clock",
  words: "clock",
  wish: (value) => ({ clock: value }),
  told: () => null, // the terms of a table tell its clock
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

/** What was chosen last for a game, or the usual. */
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

/** The ruleset that is chosen, shipped or by the id of one's own; none for a game that has no rulesets. */
function rulesetOf(game: GameInfo): string | undefined {
  const ruleset = cardOf(game.name).choices.find((choice) => choice.name === "ruleset");
  return ruleset && chosenValue(game.name, ruleset);
}

/** The shipped ruleset that is chosen, or that rules of one's own begin with. */
export function baseOf(game: GameInfo): string | undefined {
  const value = rulesetOf(game);
  return value === undefined ? value : (ownRules.of(value)?.base ?? value);
}

/** How many sit at a table with what is chosen: a ruleset of Classic says how many play it. */
export function seatsOf(game: GameInfo): number {
  const value = rulesetOf(game);
  if (value === undefined) return game.seats;
  return (WINDS.get(value) ?? ownRules.of(value)?.winds)?.length ?? game.seats;
}

/** The part of a wish for a table that the choices decide. */
export function wished(game: GameInfo): Wished {
  const chosen = cardOf(game.name).choices.map((choice) => [choice, chosenValue(game.name, choice)] as const);
  const options = Object.fromEntries(
    chosen.filter(([choice]) => !choice.isMatch).map(([choice, value]) => [choice.name, value]),
  );
  const match = chosen.find(([choice]) => choice.isMatch)?.[1];
  return match === undefined ? { options } : { options, match };
}

/** The same for who plays alone, or with the house: without a clock where nothing else was chosen. */
export function wishedAlone(game: GameInfo): Wished {
  const usual = game.clocks.includes("untimed") ? { clock: "untimed" } : {};
  const wishes = (cardOf(game.name).alone ?? []).map((choice) => choice.wish(chosenValue(game.name, choice)));
  return wishes.reduce((all, one) => ({ ...all, ...one, options: { ...all.options, ...one.options } }), {
    ...wished(game),
    ...usual,
  });
}

/** The wish for a table of one's own against house players of a level. */
export function againstHouse(game: GameInfo, level: string): OpenTable {
  const bots = Object.fromEntries(Array.from({ length: seatsOf(game) - 1 }, (_, place) => [String(place + 1), level]));
  return { game: game.name, ...wishedAlone(game), bots };
}
