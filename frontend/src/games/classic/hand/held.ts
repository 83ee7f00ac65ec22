/** Ids for the tiles of a hand, so that equal tiles can be moved separately: `5m/0` and `5m/1`. */

/** The ids of a hand's tiles, in its order. */
export function namedTiles(tiles: readonly string[]): string[] {
  const met = new Map<string, number>();
  return tiles.map((tile) => {
    const number = met.get(tile) ?? 0;
    met.set(tile, number + 1);
    return `${tile}/${number}`;
  });
}

/** The tile that an id stands for. */
export const tileOf = (id: string): string => id.slice(0, id.indexOf("/"));

/** The order after one tile has moved to the place of another; the tiles between shift. */
export function movedTo(order: readonly string[], id: string, to: string): string[] {
  const rest = order.filter((one) => one !== id);
  const at = rest.indexOf(to) + (order.indexOf(id) < order.indexOf(to) ? 1 : 0);
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}
