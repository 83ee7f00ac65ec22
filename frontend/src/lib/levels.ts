/** Bots by the names people know them by. */

import { maybe } from "../i18n/i18n.svelte";

/** How good a bot is, in a word; its own name where we have none. */
export function levelName(bot: string): string {
  return maybe(`level.${bot}`, bot.charAt(0).toUpperCase() + bot.slice(1));
}
