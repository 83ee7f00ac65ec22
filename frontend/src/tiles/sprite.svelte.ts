/** The drawings of all tiles, a sprite for each set of faces and one for the backs, fetched when it is first needed;
    each tile becomes one image, so that a board stays light. */

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

/** A symbol with what is inside it: reading the text is many times as quick as making a document of it. */
const SYMBOL = /<symbol id="([\w-]+)"[^>]*>(.*?)<\/symbol>/gs;

type Symbols = ReadonlyMap<string, string>;

/** What is inside each symbol of a sprite, by its id; a sprite is missing until it has come. */
const sprites = new SvelteMap<Sprite, Symbols>();
const asked = new Set<Sprite>();
const images = new Map<string, string>();

/** Fetch a sprite, so that its tiles can be drawn; one that did not come is asked for again when it is next needed. */
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

/** How a tile looks: its faces and its back, with a learner's signs or without. */
export interface Look {
  faces: Faces;
  back: Back;
  learner: boolean;
  /** The language whose letters winds and dragons bear. */
  letters: string;
  /** Without its side. */
  flat: boolean;
}

/** The image of a tile (null is the back); null while the drawings are on their way. */
export function tileImage(tile: string | null, look: Look): string | null {
  const [symbols, reverse] = [symbolsOf(look.faces), symbolsOf("backs")];
  if (symbols === undefined || reverse === undefined) return null;
  const key = `${look.faces} ${look.back} ${tile} ${look.learner} ${look.letters} ${look.flat}`;
  const known = images.get(key);
  if (known !== undefined) return known;
  const made = `data:image/svg+xml,${encodeURIComponent(drawing(symbols, reverse, tile, look))}`;
  images.set(key, made);
  return made;
}

function symbolsOf(name: Sprite): Symbols | undefined {
  const symbols = sprites.get(name);
  if (symbols === undefined) void fetchSprite(name);
  return symbols;
}

function drawing(symbols: Symbols, reverse: Symbols, tile: string | null, look: Look): string {
  const { back, learner, letters, flat } = look;
  // What bears another letter in this language is a symbol of its own.
  const part = (id: string): string => symbols.get(`${id}-${letters}`) ?? symbols.get(id) ?? "";
  const ofBack = (id: string): string => reverse.get(`${back}-${id}`) ?? "";
  const side =
    tile === null ? part("tile-side-lower") + ofBack("side-upper") : ofBack("side-lower") + part("tile-side-upper");
  const face = (name: string): string => (learner ? learnerFace(part, name) : part(`face-${name}`));
  const front = tile === null ? ofBack("back") : part("tile-body") + face(tile);
  const size = `viewBox="0 0 ${sideWidth} ${sideHeight}" width="${sideWidth}" height="${sideHeight}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${flat ? "" : side}${front}</svg>`;
}

/** An image cannot use the sprite's symbols: the plain face takes the place of its use. */
function learnerFace(part: (id: string) => string, tile: string): string {
  return part(`learner-${tile}`).replace(/<use [^>]*\/>/, `<g>${part(`face-${tile}`)}</g>`);
}
