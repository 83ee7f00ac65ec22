/** What can be chosen on a game's card, before its board is loaded. */

import { CLASSIC, SOLITAIRE } from "../generated/wire";
import type { Key } from "../i18n/i18n.svelte";
import { choose, settings } from "../lib/settings.svelte";
import type { GameInfo, OpenTable } from "../lib/wire";

/** One of the game's options (or the kind of match) with the values that are offered; `words` begins their keys. */
export interface Choice {
  name: string;
  values: readonly string[];
  label: Key;
  words: string;
  isMatch?: boolean;
  /** Its words are long. */
  isWide?: boolean;
}

export interface Card {
  choices: readonly Choice[];
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

const CARDS: Record<string, Card> = {
  solitaire: {
    choices: [
      { name: "layout", values: Object.keys(SOLITAIRE.layouts), label: "choice.layout", words: "layout", isWide: true },
      { name: "level", values: ["classic", "gentle", "wild"], label: "choice.level", words: "deal", isWide: true },
    ],
    hasLevels: false,
    friend: "home.contest",
    friendTitle: "friend.contest",
    players: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    stakes: [0, 50, 100, 200, 500],
  },
  classic: {
    choices: [
      { name: "ruleset", values: Object.keys(CLASSIC.rulesets), label: "choice.ruleset", words: "ruleset" },
      { name: "match", values: ["single", "session"], label: "friend.match", words: "match", isMatch: true },
    ],
    hasLevels: true,
    friend: "home.friends",
    friendTitle: "friend.title",
  },
};

export const cardOf = (game: string): Card => CARDS[game] ?? PLAIN;

/** What was chosen last for a game, or the usual. */
export function chosenValue(game: string, choice: Choice): string {
  const kept = settings.levels[`${game}.${choice.name}`];
  return kept !== undefined && choice.values.includes(kept) ? kept : (choice.values[0] ?? "");
}

export function keepValue(game: string, choice: Choice, value: string): void {
  choose("levels", { ...settings.levels, [`${game}.${choice.name}`]: value });
}

const WINDS = new Map<string, readonly string[]>(
  Object.entries(CLASSIC.rulesets).map(([name, { winds }]) => [name, winds]),
);

/** How many sit at a table with what is chosen: a ruleset of Classic says how many play it. */
export function seatsOf(game: GameInfo): number {
  const ruleset = cardOf(game.name).choices.find((choice) => choice.name === "ruleset");
  if (ruleset === undefined) return game.seats;
  return WINDS.get(chosenValue(game.name, ruleset))?.length ?? game.seats;
}

/** The part of a wish for a table that the choices decide. */
export function wished(game: GameInfo): Pick<OpenTable, "options" | "match"> {
  const chosen = cardOf(game.name).choices.map((choice) => [choice, chosenValue(game.name, choice)] as const);
  const options = Object.fromEntries(
    chosen.filter(([choice]) => !choice.isMatch).map(([choice, value]) => [choice.name, value]),
  );
  const match = chosen.find(([choice]) => choice.isMatch)?.[1];
  return match === undefined ? { options } : { options, match };
}
