/** Words for a player who resigned, ran out of time, or was absent too long. */

import { maybe } from "../i18n/i18n.svelte";

/** Empty if the deal ended for another reason. */
export function gaveUpText(reason: string, name: string, isOwn: boolean): string {
  return maybe(`end.${isOwn ? "youGaveUp" : "gaveUp"}.${reason}`, "").replace("{name}", name);
}
