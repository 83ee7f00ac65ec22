/** Solitaire in words. */

import { type Key, maybe, number, t, tileName } from "../../i18n/i18n.svelte";
import { isTile } from "../../lib/scoring/hand";
import { addressOf, COVERED, freePairs, helpPrice, pairsLeft, type SolitaireMove, type SolitaireView } from "./board";

export const endingWords = (ending: string): string => maybe(`solitaire.ending.${ending}`, ending);

/** A layout's name; a custom layout has none. */
export const layoutName = (layout: string): string =>
  layout.includes(":") ? t("solitaire.ownLayout") : maybe(`layout.${layout}`, layout);

const ACTIONS: Record<Exclude<SolitaireMove["type"], "take_pair">, Key> = {
  undo: "solitaire.undo",
  redo: "solitaire.redo",
  shuffle: "solitaire.shuffle",
  hint: "solitaire.hint",
  end_game: "solitaire.end",
  start_over: "solitaire.over",
  forfeit: "solitaire.end",
};
const PRICED = new Set(["undo", "shuffle", "hint"]);

/** A move in words, with the view in which it can be played. */
export function moveWords(move: SolitaireMove, view: SolitaireView): string {
  if (move.type === "take_pair") return pairWords(view, move.first, move.second);
  const words = t(ACTIONS[move.type]);
  const price = helpPrice(view);
  return PRICED.has(move.type) && price > 0 ? t("solitaire.priced", { what: words, price: number(price) }) : words;
}

function pairWords(view: SolitaireView, first: number, second: number): string {
  return t("solitaire.pair", {
    tile: tileName(view.board?.cells[first] ?? ""),
    first: addressOf(view, first),
    second: addressOf(view, second),
  });
}

/** The next pair of a line, or that the line has ended. */
export function lineWords(view: SolitaireView): string {
  const next = view.board?.hint;
  return next ? t("solitaire.lineNext", { pair: pairWords(view, ...next) }) : t("solitaire.lineEnd");
}

/** The content of a slot in words. */
export const cellWords = (cell: string | null | undefined): string =>
  cell && cell !== COVERED ? tileName(cell) : t("solitaire.covered");

/** The state of the viewer's board: multiplier and price of help if there is a score, and the free pairs. */
export function standWords(view: SolitaireView): string {
  if (view.board === null) return "";
  const times = t("solitaire.timesSay", { n: pairsLeft(view), price: helpPrice(view) });
  const free = t("solitaire.freeSay", { n: freePairs(view.board) });
  return [view.casual ? t("solitaire.casualSay") : times, free].join(" ");
}

/** The two tiles of a pair, if they are known. */
export function moveTiles(move: SolitaireMove, view: SolitaireView): readonly string[] {
  if (move.type !== "take_pair") return [];
  return [move.first, move.second].map((slot) => view.board?.cells[slot] ?? "").filter(isTile);
}
