/** How a pair leaves the heap: both tiles fly to meet one another, and fade. */

import { cubicIn } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { isStill } from "../../lib/settings.svelte";
import type { EventOf, MoveOf } from "../../lib/wire";
import type { Layout } from "./layout";

const DURATION = 340;

/** The tile that leaves together with this one: in the own move on its way, or in what happened last. */
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
