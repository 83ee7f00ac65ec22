/** Tile animations: a pair flies together and fades; a shuffle gathers the tiles and deals them out again. */

import { cubicIn } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { isStill } from "../../../lib/settings.svelte";
import type { EventOf, MoveOf } from "../../../lib/wire";
import type { Layout } from "./layout";

const DURATION = 340;
/** The duration of a shuffle. */
export const MIX_MS = 900;

/** The tile that leaves together with this one: in the viewer's move being sent, or in the last events. */
export function mateOf(
  slot: number,
  last: readonly EventOf<"solitaire">[],
  pending: MoveOf<"solitaire"> | null,
): number | null {
  const taken = last.flatMap((event) => (event.type === "pair_taken" ? event.taken.map(([place]) => place) : []));
  const own = pending?.type === "take_pair" ? [pending.first, pending.second] : [];
  const pair = own.includes(slot) ? own : taken.includes(slot) ? taken : [];
  return pair.find((other) => other !== slot) ?? null;
}

export function flight(layout: Layout, slot: number, mate: number | null): TransitionConfig {
  if (isStill()) return { duration: 0 };
  const here = layout.places[slot];
  const there = layout.places[mate ?? -1];
  const dx = here && there ? (there.x - here.x) / 4 : 0;
  const dy = here && there ? ((there.y - here.y) / 4) * (4 / 3) : 0;
  return {
    duration: DURATION,
    css: (left, gone) => {
      const far = cubicIn(gone);
      const to = [dx, dy].map((way) => `calc(var(--tile) * ${way * far})`).join(", ");
      return `opacity: ${Math.min(1, left * 2)}; transform: translate(${to}) scale(${1 + 0.15 * gone})`;
    },
  };
}

/** Did the remaining tiles change places, by a shuffle or by undoing one? */
export const isMixed = (last: readonly EventOf<"solitaire">[]): boolean =>
  last.some((event) => (event.type === "shuffled" || event.type === "undone") && event.cells !== null);

/** A tile's keyframes during a shuffle: to the middle, each a little askew, and back to its place. */
export function mixing(layout: Layout, slot: number): Keyframe[] {
  const place = layout.places[slot];
  const dx = (layout.width - 1) / 2 - (place?.x ?? 0) / 2;
  const dy = ((layout.height - 1) / 2 - (place?.y ?? 0) / 2) * (4 / 3);
  const [near, askew] = [0.82 + (slot % 7) * 0.02, (slot % 5) * 9 - 18];
  const to = [dx, dy].map((way) => `calc(var(--tile) * ${way * near})`).join(", ");
  const middle = `translate(${to}) rotate(${askew}deg)`;
  return [
    { transform: "none", easing: "ease-in" },
    { transform: middle, offset: 0.42 },
    { transform: middle, offset: 0.58, easing: "ease-out" },
    { transform: "none" },
  ];
}
