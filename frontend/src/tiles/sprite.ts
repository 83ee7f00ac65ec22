/** The drawings of all tiles, put into the page once. */

import facts from "../generated/tiles.json";
import address from "../generated/tiles.svg?url";
import { settings } from "../lib/settings.svelte";

export const SIZE = facts.size;

/** Fetch the sprite and hang it into the page, so that every tile can use it. */
export async function hangSprite(): Promise<void> {
  const response = await fetch(address, { credentials: "same-origin", mode: "cors" });
  const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  drawing.setAttribute("aria-hidden", "true");
  drawing.classList.add("sprite");
  document.body.prepend(document.importNode(drawing, true));
}

/** A tile's name as a player says it aloud, in the visitor's language. */
export function tileName(tile: string): string {
  return (facts.names[settings.lang] as Record<string, string>)[tile] ?? tile;
}
