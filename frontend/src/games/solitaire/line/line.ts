/** A line of pairs, played on the board from the deal on. */

import { isTile } from "../../../lib/scoring/hand";
import { freeOf, GONE, pairValue, type SolitaireEvent, type SolitaireView } from "../board";
import { layoutOf } from "../field/layout";

export type Pairs = readonly (readonly [number, number])[];

const tilesOf = ({ deal }: SolitaireView): string[] => deal?.tiles.split(" ") ?? [];

/** The score of the pair at this place of a line, after every pair before it was taken. */
function pointsAt(tiles: readonly string[], pairs: Pairs, place: number): number {
  const [first, second] = pairs[place] ?? [-1, -1];
  return pairValue(tiles[first], tiles[second]) * (tiles.length / 2 - place);
}

/** The board after a number of pairs of a line, with the next one marked; as if played without help. */
export function lineView(view: SolitaireView, pairs: Pairs, at: number): SolitaireView {
  const tiles = tilesOf(view);
  const gone = new Set(pairs.slice(0, at).flat());
  const cells = tiles.map((tile, slot) => (gone.has(slot) ? GONE : tile));
  const score = pairs.slice(0, at).reduce((sum, _, place) => sum + pointsAt(tiles, pairs, place), 0);
  const board = {
    cells,
    free: freeOf(layoutOf(view.layout), cells),
    unseen: [],
    help: { undos: 0, shuffles: 0, hints: 0 },
    hint: pairs[at] ?? null,
  };
  const standings = [{ score, tiles: tiles.length - gone.size, ending: null }];
  return { ...view, casual: false, seat: 0, standings, board, result: null };
}

/** The event of a step of a line: the pair taken, with its points. */
export function lineEvent(view: SolitaireView, pairs: Pairs, at: number): SolitaireEvent | null {
  const tiles = tilesOf(view);
  const taken = (pairs[at - 1] ?? []).flatMap((slot) => {
    const tile = tiles[slot] ?? "";
    return isTile(tile) ? [[slot, tile] as const] : [];
  });
  const points = pointsAt(tiles, pairs, at - 1);
  return taken.length === 0 ? null : { type: "pair_taken", seat: 0, points, taken, uncovered: [] };
}
