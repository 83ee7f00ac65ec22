/** The drawings of all tiles, a sprite for each set of faces, fetched when it is first needed; each tile becomes one
    image, so that a board stays light. */

import facts from "../generated/tiles.json";
import contrast from "../generated/tiles-contrast.svg?url";
import european from "../generated/tiles-european.svg?url";
import traditional from "../generated/tiles-traditional.svg?url";
import { SvelteMap } from "svelte/reactivity";
import type { Faces } from "../lib/settings.svelte";

const ADDRESSES: Record<Faces, string> = { traditional, european, contrast };
const { sideWidth, sideHeight } = facts.size;

type Symbols = ReadonlyMap<string, string>;

/** What is inside each symbol of a sprite, by its id; a set of faces is missing until it has come. */
const sprites = new SvelteMap<Faces, Symbols>();
const asked = new Set<Faces>();
const images = new Map<string, string>();

/** Fetch a sprite, so that its tiles can be drawn; one that did not come is asked for again when it is next needed. */
export async function fetchSprite(faces: Faces): Promise<void> {
  if (asked.has(faces)) return;
  asked.add(faces);
  try {
    const response = await fetch(ADDRESSES[faces], { credentials: "same-origin", mode: "cors" });
    const sprite = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
    sprites.set(
      faces,
      new Map(Array.from(sprite.querySelectorAll("symbol"), (symbol) => [symbol.id, symbol.innerHTML])),
    );
  } catch {
    asked.delete(faces);
  }
}

/** The image of a tile (null is the back) with or without its side; null while the drawings are on their way. */
export function tileImage(tile: string | null, faces: Faces, learner: boolean, flat: boolean): string | null {
  const symbols = sprites.get(faces);
  if (symbols === undefined) {
    void fetchSprite(faces);
    return null;
  }
  const key = `${faces} ${tile} ${learner} ${flat}`;
  const known = images.get(key);
  if (known !== undefined) return known;
  const made = `data:image/svg+xml,${encodeURIComponent(drawing(symbols, tile, learner, flat))}`;
  images.set(key, made);
  return made;
}

function drawing(symbols: Symbols, tile: string | null, learner: boolean, flat: boolean): string {
  const part = (id: string): string => symbols.get(id) ?? "";
  const side = flat ? "" : part(tile === null ? "tile-side-covered" : "tile-side");
  const front =
    tile === null ? part("tile-back") : part("tile-body") + (learner ? learnerFace(part, tile) : part(`face-${tile}`));
  const size = `viewBox="0 0 ${sideWidth} ${sideHeight}" width="${sideWidth}" height="${sideHeight}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${side}${front}</svg>`;
}

/** An image cannot use the sprite's symbols: the plain face takes the place of its use. */
function learnerFace(part: (id: string) => string, tile: string): string {
  return part(`learner-${tile}`).replace(/<use [^>]*\/>/, `<g>${part(`face-${tile}`)}</g>`);
}
