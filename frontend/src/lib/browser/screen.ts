/** Properties of the window, for components that differ on small screens. */

import { MediaQuery } from "svelte/reactivity";

/** On a phone game cards are short, and lists of choices are built only when opened. */
export const phone = new MediaQuery("max-width: 40rem");

/** The header has no room for a long name. */
export const narrow = new MediaQuery("max-width: 62rem");
