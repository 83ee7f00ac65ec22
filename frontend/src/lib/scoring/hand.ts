/** A hand with its sets as text, both ways, in the house's notation: `123m 55z [555p] (2222s) [777s+7s]`. */

import type { Tile } from "../../generated/wire";

export type SetKind = "chow" | "pong" | "kong" | "concealed";

/** A set that lies apart from the hand; `tile` is a chow's lowest tile. */
export interface HandSet {
  kind: SetKind;
  tile: string;
  /** A kong made by adding a tile to a melded pong. */
  added?: boolean;
  /** A pong left over from a concealed kong that was robbed. */
  concealed?: boolean;
}

export interface WrittenHand {
  tiles: string[];
  sets: HandSet[];
}

const ORDER = "mpszf";
const RANKS: Record<string, number> = { m: 9, p: 9, s: 9, z: 7, f: 8 };

const place = (tile: string): number => ORDER.indexOf(tile.charAt(1)) * 10 + Number(tile.charAt(0));

export const isTile = (text: string): text is Tile =>
  /^[1-9][mpszf]$/.test(text) && Number(text.charAt(0)) <= (RANKS[text.charAt(1)] ?? 0);

/** Tiles of one suit with consecutive ranks. */
export const run = (suit: string, first: number, length: number): Tile[] =>
  Array.from({ length }, (_, step) => `${first + step}${suit}`).filter(isTile);

export const sorted = <T extends string>(tiles: readonly T[]): T[] =>
  [...tiles].sort((one, other) => place(one) - place(other));

/** The tiles of a set, one by one. */
export function setTiles({ kind, tile }: HandSet): string[] {
  const rank = Number(tile.charAt(0));
  if (kind === "chow") return [rank, rank + 1, rank + 2].map((one) => `${one}${tile.charAt(1)}`);
  return Array.from({ length: kind === "pong" ? 3 : 4 }, () => tile);
}

/** A concealed kong as it lies on the table: its two middle tiles are face down. */
export const coveredKong = <T extends string>(tile: T): (T | null)[] => [tile, null, null, tile];

/** A list of tiles as `123m 55z`. */
export function tilesText(tiles: readonly string[]): string {
  const groups: string[] = [];
  let suit = "";
  for (const tile of tiles) {
    if (tile.charAt(1) === suit) groups.push(`${(groups.pop() ?? "").slice(0, -1)}${tile}`);
    else groups.push(tile);
    suit = tile.charAt(1);
  }
  return groups.join(" ");
}

export function handText({ tiles, sets }: WrittenHand): string {
  return [tilesText(sorted(tiles)), ...sets.map(setText)].filter(Boolean).join(" ");
}

function setText(set: HandSet): string {
  const tiles = setTiles(set);
  if (set.added === true) return `[${tilesText(tiles.slice(0, 3))}+${set.tile}]`;
  return set.kind === "concealed" || set.concealed === true ? `(${tilesText(tiles)})` : `[${tilesText(tiles)}]`;
}

/** The hand that a text describes, or null if it is not a hand (yet); the server reports the exact error. */
export function parseHand(text: string): WrittenHand | null {
  const hand: WrittenHand = { tiles: [], sets: [] };
  const rest = text.replace(
    /\[([^\][()]*)\]|\(([^\][()]*)\)/g,
    (whole, melded: string | undefined, concealed: string | undefined) => {
      const set = parseSet(melded ?? concealed ?? "", melded === undefined);
      if (set !== null) hand.sets.push(set);
      return set === null ? whole : " ";
    },
  );
  const tiles = parseTiles(rest);
  if (tiles === null) return null;
  hand.tiles = sorted(tiles);
  return hand;
}

function parseSet(text: string, isConcealed: boolean): HandSet | null {
  const tiles = parseTiles(text.replace("+", " "));
  const [first = "", second = ""] = sorted(tiles ?? []);
  const marks = {
    kong: text.includes("+") ? { added: true } : {},
    pong: isConcealed ? { concealed: true } : {},
    chow: {},
    concealed: {},
  };
  for (const kind of isConcealed ? (["concealed", "pong"] as const) : (["pong", "kong", "chow"] as const)) {
    const set: HandSet = { kind, tile: first, ...marks[kind] };
    if (first !== "" && second !== "" && sorted(tiles ?? []).join() === setTiles(set).join()) return set;
  }
  return null;
}

/** The tiles of `123m 5z` as a list; null if the text holds anything else. */
export function parseTiles(text: string): string[] | null {
  const found: string[] = [];
  const rest = text.replace(/(\d+)\s*([mpszf])/g, (_, ranks: string, suit: string) => {
    found.push(...Array.from(ranks, (rank) => `${rank}${suit}`));
    return "";
  });
  return rest.trim() === "" && found.every(isTile) ? found : null;
}
