/** The drawings of all tiles, fetched once as one sprite; each tile becomes one image, so that a board stays light. */

import facts from "../generated/tiles.json";
import address from "../generated/tiles.svg?url";
import { settings } from "../lib/settings.svelte";

const { sideWidth, sideHeight } = facts.size;

/** What is inside each symbol of the sprite, by its id; empty until it has come. */
let symbols: ReadonlyMap<string, string> = $state.raw(new Map());
const images = new Map<string, string>();

/** Fetch the sprite, so that every tile can be drawn. */
export async function fetchSprite(): Promise<void> {
  const response = await fetch(address, { credentials: "same-origin", mode: "cors" });
  const sprite = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  symbols = new Map(Array.from(sprite.querySelectorAll("symbol"), (symbol) => [symbol.id, symbol.innerHTML]));
}

/** The image of a tile (null is the back) with or without its side; null while the drawings are on their way. */
export function tileImage(tile: string | null, learner: boolean, flat: boolean): string | null {
  if (symbols.size === 0) return null;
  const key = `${tile} ${learner} ${flat}`;
  const known = images.get(key);
  if (known !== undefined) return known;
  const made = `data:image/svg+xml,${encodeURIComponent(drawing(tile, learner, flat))}`;
  images.set(key, made);
  return made;
}

function drawing(tile: string | null, learner: boolean, flat: boolean): string {
  const side = flat ? "" : part(tile === null ? "tile-side-covered" : "tile-side");
  const front = tile === null ? part("tile-back") : part("tile-body") + (learner ? learnerFace(tile) : part(`face-${tile}`));
  const size = `viewBox="0 0 ${sideWidth} ${sideHeight}" width="${sideWidth}" height="${sideHeight}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${side}${front}</svg>`;
}

const part = (id: string): string => symbols.get(id) ?? "";

/** An image cannot use the sprite's symbols: the plain face takes the place of its use. */
function learnerFace(tile: string): string {
  return part(`learner-${tile}`).replace(/<use [^>]*\/>/, `<g>${part(`face-${tile}`)}</g>`);
}

/** A tile's name as a player says it aloud, in the visitor's language. */
export function tileName(tile: string): string {
  return (facts.names[settings.lang] as Record<string, string>)[tile] ?? tile;
}
