/** Recomputes Battle's deal from its seed in the browser, as proof that it is fair. */

import { t } from "../../i18n/i18n.svelte";
import { isSameJson } from "../../lib/isSameJson";
import { shuffled } from "../../lib/fairness";
import type { Steps } from "../../lib/wire";
import type { Check } from "../../boards/module";
import { COLUMNS, ROWS, type BattleEvent, type BattleMove, type BattleView } from "./board";

const KINDS = ["m", "p", "s"].flatMap((suit) => Array.from({ length: 9 }, (_, rank) => `${rank + 1}${suit}`));
const MATERIAL = KINDS.flatMap((kind) => [kind, kind, kind, kind]);

/** How many pairs a full field offers; with too few it is dealt again. */
function openingMoves(columns: string[][]): number {
  const counts = new Map<string, number>();
  for (const column of columns)
    for (const tile of [column[0], column[ROWS - 1]]) if (tile) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
}

export async function dealtColumns(seed: Uint8Array, least: number): Promise<string[][]> {
  for (let attempt = 0; ; attempt++) {
    const tiles = await shuffled(MATERIAL, seed, `battle/${attempt}/`);
    const columns = Array.from({ length: COLUMNS }, (_, column) => tiles.slice(column * ROWS, (column + 1) * ROWS));
    if (openingMoves(columns) >= least) return columns;
  }
}

/** Is the replay's field the one that results from the seed? */
export async function redeal(
  seed: Uint8Array,
  { options, dealt }: Steps<BattleView, BattleMove, BattleEvent>,
): Promise<Check[]> {
  const columns = await dealtColumns(seed, Number(options["least_opening_moves"] ?? 2));
  const holds = dealt.every((view) => isSameJson(view.board.columns, columns));
  return [{ text: holds ? t("verify.dealt") : t("verify.notDealt"), holds }];
}
