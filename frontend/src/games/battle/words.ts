/** Battle in words. */

import { t, tileName } from "../../i18n/i18n.svelte";
import { between, rankOf, slotText, tileAt, type BattleMove, type BattleView } from "./board";

/** A move in words, with the view in which it can be played. */
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

/** The places of a pair, for the list of a replay, which shows the tiles too. */
export const stepWords = (move: BattleMove): string =>
  move.type === "forfeit" ? t("table.resign") : `${slotText(move.first)} ${slotText(move.second)}`;

/** Both tiles of a pair. */
export function moveTiles(move: BattleMove, view: BattleView): string[] {
  const tile = move.type === "take_pair" ? tileAt(view, move.first) : null;
  return tile === null ? [] : [tile, tile];
}

/** Why a tile cannot be taken although it is the viewer's turn. */
export function whyNot(view: BattleView, slot: number): string {
  const tile = tileName(tileAt(view, slot) ?? "");
  const ends = between(view, slot);
  if (ends === null) return t("battle.noPartner", { tile, slot: slotText(slot) });
  return t("battle.covered", { slot: slotText(slot), upper: slotText(ends[0]), lower: slotText(ends[1]) });
}
