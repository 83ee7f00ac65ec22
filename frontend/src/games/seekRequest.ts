/** The table that a seek or a challenge asks for, from the choices on the game's card. */

import { maybe, t } from "../i18n/i18n.svelte";
import { choose, settings } from "../lib/settings.svelte";
import type { GameInfo, OpenTable } from "../lib/wire";
import { cardOf, chosenValue, chosenTerms } from "./cards";

const UNTIMED = "untimed";
const FEWEST = 2;

const kept = (game: GameInfo, name: string): string | undefined => settings.levels[`${game.name}.seek.${name}`];

/** Remember a choice for the seeks of a game. */
export const keepSeekChoice = (game: GameInfo, name: "clock" | "rated", value: string): void =>
  choose("levels", { ...settings.levels, [`${game.name}.seek.${name}`]: value });

/** Can the match be rated? Not with house rules. */
export const mayRate = (game: GameInfo): boolean =>
  game.rated.length > 0 &&
  cardOf(game.name).choices.every((choice) => choice.values.includes(chosenValue(game.name, choice)));

/** Is the match rated? By default it is for accounts, but not for guests. */
export const isRated = (game: GameInfo, isGuest: boolean): boolean =>
  mayRate(game) && (kept(game, "rated") ?? (isGuest ? "casual" : "rated")) === "rated";

/** The clocks to choose from; a rated match needs one. */
export const clocksFor = (game: GameInfo, rated: boolean): readonly string[] =>
  rated ? game.clocks.filter((one) => one !== UNTIMED) : game.clocks;

export function clockFor(game: GameInfo, rated: boolean): string {
  const clocks = clocksFor(game, rated);
  return clocks.find((one) => one === kept(game, "clock")) ?? clocks[0] ?? "";
}

/** The kind of match: two games on one deal, if the game has that. */
function matchFor(game: GameInfo, rated: boolean): string {
  const usual = game.matches.includes("double") ? "double" : (game.matches[0] ?? "");
  const match = chosenTerms(game).match ?? usual;
  return rated && !game.rated.includes(match) ? (game.rated[0] ?? match) : match;
}

/** The table that a seek of a game asks for. */
export function seekRequest(game: GameInfo, isGuest: boolean): OpenTable {
  const rated = isRated(game, isGuest);
  const { options = {} } = chosenTerms(game);
  const together = cardOf(game.name).players === undefined ? options : { ...options, players: FEWEST };
  return {
    game: game.name,
    options: together,
    match: matchFor(game, rated),
    clock: clockFor(game, rated),
    rated,
  };
}

/** The terms of a seek in a few words: rated or casual, options, match and clock. */
export function requestTerms({ game, options = {}, match, clock, rated = false }: OpenTable): string[] {
  const chosen = cardOf(game).choices.filter((choice) => !choice.isMatch);
  const values = chosen.map(({ name, words }) => maybe(`${words}.${String(options[name])}`, ""));
  return [
    t(rated ? "social.rated" : "social.casual"),
    ...values,
    cardOf(game).players === undefined ? maybe(`match.${match ?? ""}`, "") : "",
    maybe(`clock.${clock ?? ""}`, ""),
  ].filter(Boolean);
}
