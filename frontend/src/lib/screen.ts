/** What the window is like, for parts that are made in another way on a small one. */

import { MediaQuery } from "svelte/reactivity";

/** On a phone the cards of the games are short, and what can be chosen is made when it is asked for. */
export const phone = new MediaQuery("max-width: 40rem");

/** Where the header has no room for a long name. */
export const narrow = new MediaQuery("max-width: 62rem");
