/**
 * The drawings of all tiles: one sprite for each set of faces and one for the backs, loaded on first use. Each tile
 * becomes one image, which keeps the page small.
 */

import facts from "../generated/tiles.json";
import backs from "../generated/tiles-backs.svg?url";
import contrast from "../generated/tiles-contrast.svg?url";
import european from "../generated/tiles-european.svg?url";
import lacquer from "../generated/tiles-lacquer.svg?url";
import modern from "../generated/tiles-modern.svg?url";
import traditional from "../generated/tiles-traditional.svg?url";
import { SvelteMap } from "svelte/reactivity";
import type { Back, Faces } from "../lib/settings.svelte";

type Sprite = Faces | "backs";

const ADDRESSES: Record<Sprite, string> = { traditional, modern, lacquer, european, contrast, backs };
const { sideWidth, sideHeight } = facts.size;

/** A symbol and its content: searching the text is many times faster than parsing a document. */
const SYMBOL = /<symbol id="([\w-]+)"[^>]*>(.*?)<\/symbol>/gs;

type Symbols = ReadonlyMap<string, string>;

/** The content of each symbol by its id, for each loaded sprite. */
const sprites = new SvelteMap<Sprite, Symbols>();
const asked = new Set<Sprite>();
const images = new Map<string, string>();

/** Load a sprite, so that its tiles can be drawn; after a failure the next use loads it again. */
export async function fetchSprite(name: Sprite): Promise<void> {
  if (asked.has(name)) return;
  asked.add(name);
  try {
    const response = await fetch(ADDRESSES[name], { credentials: "same-origin", mode: "cors" });
    const sprite = await response.text();
    sprites.set(name, new Map(Array.from(sprite.matchAll(SYMBOL), ([, id = "", inside = ""]) => [id, inside])));
  } catch {
    asked.delete(name);
  }
}

/** The style of a tile: its faces and its back, with or without a learner's signs. */
export interface TileStyle {
  faces: Faces;
  back: Back;
  learner: boolean;
  /** The language whose letters are on winds and dragons. */
  letters: string;
  /** Without the tile's side. */
  flat: boolean;
}

/** The image of a tile (null is the back); null until the drawings are loaded. */
export function tileImage(tile: string | null, style: TileStyle): string | null {
  const [symbols, reverse] = [symbolsOf(style.faces), symbolsOf("backs")];
  if (symbols === undefined || reverse === undefined) return null;
  const key = `${style.faces} ${style.back} ${tile} ${style.learner} ${style.letters} ${style.flat}`;
  const known = images.get(key);
  if (known !== undefined) return known;
  const made = `data:image/svg+xml,${encodeURIComponent(drawing(symbols, reverse, tile, style))}`;
  images.set(key, made);
  return made;
}

function symbolsOf(name: Sprite): Symbols | undefined {
  const symbols = sprites.get(name);
  if (symbols === undefined) void fetchSprite(name);
  return symbols;
}

function drawing(symbols: Symbols, reverse: Symbols, tile: string | null, style: TileStyle): string {
  const { back, learner, letters, flat } = style;
  // A part with another letter in this language has its own symbol.
  const part = (id: string): string => symbols.get(`${id}-${letters}`) ?? symbols.get(id) ?? "";
  const ofBack = (id: string): string => reverse.get(`${back}-${id}`) ?? "";
  const side =
    tile === null ? part("tile-side-lower") + ofBack("side-upper") : ofBack("side-lower") + part("tile-side-upper");
  const face = (name: string): string => (learner ? learnerFace(part, name) : part(`face-${name}`));
  const front = tile === null ? ofBack("back") : part("tile-body") + face(tile);
  const size = `viewBox="0 0 ${sideWidth} ${sideHeight}" width="${sideWidth}" height="${sideHeight}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${flat ? "" : side}${front}</svg>`;
}

/** An image cannot refer to the sprite's symbols, so the plain face is inserted in place of the reference. */
function learnerFace(part: (id: string) => string, tile: string): string {
  return part(`learner-${tile}`).replace(/<use [^>]*\/>/, `<g>${part(`face-${tile}`)}</g>`);
}
