/** The geometry of a layout: the places of its tiles, and which ones lie on or beside which. */

import { SOLITAIRE } from "../../../generated/wire";

/** Layer, upper edge and left edge in half-tile units, and its name such as `a5.3`. */
export interface Place {
  z: number;
  y: number;
  x: number;
  address: string;
}

export interface Layout {
  places: readonly Place[];
  /** Slots in drawing order: lower layers first, within a layer from the upper left. */
  order: readonly number[];
  /** Width and height in tiles, and the number of layers. */
  width: number;
  height: number;
  layers: number;
  /** For each slot: the slots on higher layers over each of its four units; those at its left and right side. */
  over: readonly (readonly (readonly number[])[])[];
  west: readonly (readonly number[])[];
  east: readonly (readonly number[])[];
}

const LAYOUTS = new Map<string, string>(Object.entries(SOLITAIRE.layouts));
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const known = new Map<string, Layout>();

/** The layout of that name, or the one that a text in the house's notation describes. */
export function layoutOf(name: string): Layout {
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = laid(LAYOUTS.get(name) ?? name);
  known.set(name, made);
  return made;
}

/** Places from text: `z1 y2/4: 8-18,24` is a layer, two equal rows, and runs in steps of two. */
function places(text: string): Place[] {
  const found: Place[] = [];
  for (const line of text.split("\n")) {
    const layer = /^z(\d+)\s+(.+)$/.exec((line.split("#")[0] ?? "").trim());
    for (const part of layer?.[2]?.split(";") ?? []) {
      const [rows, runs] = part.trim().slice(1).split(":");
      for (const run of runs?.split(",") ?? []) {
        const [first = 0, last = first] = run.split("-").map(Number);
        for (let x = first; x <= last; x += 2)
          for (const y of rows?.split("/") ?? []) found.push({ z: Number(layer?.[1]), y: Number(y), x, address: "" });
      }
    }
  }
  return found.sort((a, b) => a.z - b.z || a.y - b.y || a.x - b.x);
}

function named(found: Place[]): Place[] {
  let row = 0;
  let number = 0;
  return found.map((place, slot) => {
    const before = found[slot - 1];
    if (before?.z !== place.z) row = 0;
    if (before?.z !== place.z || before.y !== place.y) {
      row += 1;
      number = 0;
    }
    number += 1;
    return { ...place, address: `${LETTERS[place.z]}${row}.${number}` };
  });
}

function laid(text: string): Layout {
  const all = named(places(text));
  const at = new Map<string, number>();
  const unit = (z: number, y: number, x: number): string => `${z}/${y}/${x}`;
  all.forEach(({ z, y, x }, slot) => {
    for (const dy of [0, 1]) for (const dx of [0, 1]) at.set(unit(z, y + dy, x + dx), slot);
  });
  const layers = 1 + Math.max(...all.map((place) => place.z));
  const find = (units: string[]): number[] => [...new Set(units.flatMap((one) => at.get(one) ?? []))];
  const beside = ({ z, y, x }: Place, step: number): number[] => find([unit(z, y, x + step), unit(z, y + 1, x + step)]);
  const above = ({ z, y, x }: Place, dy: number, dx: number): number[] =>
    find(Array.from({ length: layers - z - 1 }, (_, up) => unit(z + up + 1, y + dy, x + dx)));
  return {
    places: all,
    order: all.map((_, slot) => slot).sort((a, b) => depth(all[a]) - depth(all[b])),
    width: (Math.max(...all.map((place) => place.x)) + 2) / 2,
    height: (Math.max(...all.map((place) => place.y)) + 2) / 2,
    layers,
    over: all.map((place) => [above(place, 0, 0), above(place, 0, 1), above(place, 1, 0), above(place, 1, 1)]),
    west: all.map((place) => beside(place, -1)),
    east: all.map((place) => beside(place, 2)),
  };
}

const depth = (place: Place | undefined): number => (place === undefined ? 0 : place.z * 10_000 + place.x + place.y);
