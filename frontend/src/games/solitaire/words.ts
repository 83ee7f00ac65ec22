/** Solitaire in words. */

import { type Key, maybe, t, tileName } from "../../i18n/i18n.svelte";
import { addressOf, type SolitaireMove, type SolitaireView } from "./board";

/** How a board ended. */
export const endingWords = (ending: string): string => maybe(`solitaire.ending.${ending}`, ending);

/** A layout's name for people; one that was written by hand has none. */
export const layoutName = (layout: string): string =>
  layout.includes(":") ? t("solitaire.ownLayout") : maybe(`layout.${layout}`, layout);

const ACTIONS: Record<Exclude<SolitaireMove["type"], "take_pair">, Key> = {
  undo: "solitaire.undo",
  shuffle: "solitaire.shuffle",
  hint: "solitaire.hint",
  end_game: "solitaire.end",
  start_over: "solitaire.over",
  forfeit: "table.resign",
};

/** What a move does, with the view in which it can be played. */
export function moveWords(move: SolitaireMove, view: SolitaireView): string {
  if (move.type !== "take_pair") return t(ACTIONS[move.type]);
  const { first, second } = move;
  return t("solitaire.pair", {
    tile: tileName(view.board?.cells[first] ?? ""),
    first: addressOf(view, first),
    second: addressOf(view, second),
  });
}
