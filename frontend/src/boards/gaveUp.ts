/** Who gave up and why, in words: resigned, out of time, or away too long. */

import { maybe } from "../i18n/i18n.svelte";

/** Empty where the reason is not one of giving up. */
export function gaveUpText(reason: string, name: string, isOwn: boolean): string {
  return maybe(`end.${isOwn ? "youGaveUp" : "gaveUp"}.${reason}`, "").replace("{name}", name);
}
