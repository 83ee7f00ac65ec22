/** Animates the tiles of the hand to their new places. */

import { isStill } from "../../../lib/settings.svelte";

/** A tile of the hand, and its element. */
export interface ShownTile {
  id: string;
  place: HTMLElement;
}

/** The position of each tile on the screen, within the row. */
export type Whereabouts = ReadonlyMap<string, { x: number; y: number }>;

export function whereabouts(row: HTMLElement | undefined, tiles: readonly ShownTile[]): Whereabouts {
  const box = row?.getBoundingClientRect();
  if (box === undefined || isStill()) return new Map();
  return new Map(
    tiles.map(({ id, place }) => {
      const { left, top } = place.getBoundingClientRect();
      return [id, { x: left - box.left, y: top - box.top }];
    }),
  );
}

/** Measures all tiles before the first animation starts: measuring in turns would force a layout each time. */
export function glide(tiles: readonly ShownTile[], before: Whereabouts): void {
  if (before.size === 0) return;
  const ways = tiles.map(({ id, place }) => {
    const from = before.get(id) ?? { x: place.offsetLeft, y: place.offsetTop };
    return { place, dx: from.x - place.offsetLeft, dy: from.y - place.offsetTop };
  });
  for (const { place, dx, dy } of ways) {
    if (Math.hypot(dx, dy) < 1) continue;
    place.animate(
      { transform: [`translate(${dx}px, ${dy}px)`, "none"] },
      { duration: 180, easing: "cubic-bezier(0.33, 1, 0.68, 1)" },
    );
  }
}
