/** Battle in words. */

import { t, tileName } from "../../i18n/i18n.svelte";
import { rankOf, slotText, tileAt, type BattleMove, type BattleView } from "./board";

/** What a move does, with the view in which it can be played. */
export function moveWords(move: BattleMove, view: BattleView): string {
  if (move.type === "forfeit") return t("table.resign");
  const { first, second } = move;
  const tile = tileAt(view, first) ?? "";
  return t("battle.take", {
    tile: tileName(tile),
    first: slotText(first),
    second: slotText(second),
    points: rankOf(tile),
  });
}
