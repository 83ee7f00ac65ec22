/** The animation of a refused tile. */

import { isStill } from "../lib/settings.svelte";

const MS = 300;

/** Show that a tile cannot be taken: it shakes, or fades in if motion is reduced. */
export function shake(tile: HTMLElement | null): void {
  if (isStill()) tile?.animate({ opacity: [0.5, 1] }, { duration: MS });
  else tile?.animate({ translate: ["0", "-6%", "6%", "-4%", "4%", "0"] }, { duration: MS });
}
