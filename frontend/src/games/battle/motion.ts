/** How taken tiles travel from the field to the one who took them. */

import { cubicInOut } from "svelte/easing";
import { crossfade } from "svelte/transition";
import { isStill } from "../../lib/settings.svelte";

export const [send, receive] = crossfade({
  duration: () => (isStill() ? 0 : 380),
  easing: cubicInOut,
  fallback: () => ({ duration: isStill() ? 0 : 160, css: (shown) => `opacity: ${shown}; scale: ${0.7 + 0.3 * shown}` }),
});
