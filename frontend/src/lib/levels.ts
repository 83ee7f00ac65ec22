/** Bots by the names people know them by. */

import { maybe } from "../i18n/i18n.svelte";
import { settings } from "./settings.svelte";
import type { GameInfo } from "./wire";

/** Whom a newcomer meets: somebody who can be beaten. */
const KIND = "easy";

/** How good a bot is, in a word; its own name where we have none. */
export function levelName(bot: string): string {
  return maybe(`level.${bot}`, bot.charAt(0).toUpperCase() + bot.slice(1));
}

/** The level chosen last for a game, or a kind one. */
export function chosenLevel(game: GameInfo): string {
  const kept = settings.levels[game.name];
  if (kept !== undefined && game.players.includes(kept)) return kept;
  return game.players.includes(KIND) ? KIND : (game.players.at(-1) ?? "random");
}
