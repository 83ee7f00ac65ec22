/** The kinds of help, their prices, and advice for when no pair is free. */

import type { Help as Left } from "../../../generated/wire";
import { choiceText, number, t, type Key } from "../../../i18n/i18n.svelte";
import { freePairs, helpPrice, type SolitaireMove, type SolitaireView } from "../board";

export type HelpType = "undo" | "redo" | "shuffle" | "hint";
export type EndType = "end_game" | "start_over";

/** A kind of help: its remaining uses, and whether it can be used now. */
export interface Help {
  type: HelpType;
  words: Key;
  cannot: Key;
  key: string;
  left: number;
  isPossible: boolean;
}

export const ENDS = [
  { type: "start_over", words: "solitaire.over", key: "O" },
  { type: "end_game", words: "solitaire.end", key: "E" },
] as const;

const UNDO = { type: "undo", words: "solitaire.undo", cannot: "solitaire.cannot.undo", key: "U" } as const;
const REDO = { type: "redo", words: "solitaire.redo", cannot: "solitaire.cannot.redo", key: "Y" } as const;
const SHUFFLE = { type: "shuffle", words: "solitaire.shuffle", cannot: "solitaire.cannot.shuffle", key: "S" } as const;
const HINT = { type: "hint", words: "solitaire.hint", cannot: "solitaire.cannot.hint", key: "H" } as const;
const SCORED = [UNDO, SHUFFLE, HINT];
const CASUAL = [UNDO, REDO, SHUFFLE, HINT];
const COUNTS = { undo: "undos", redo: "undos", shuffle: "shuffles", hint: "hints" } as const;

/** Ends the viewer's game with the current score, at any time. */
const RESIGN: SolitaireMove = { type: "forfeit", reason: "resigned" };

/** The move that ends the viewer's game: the rules' own if legal, else a resignation; undefined after the end. */
export const endingMove = (moves: readonly SolitaireMove[]): SolitaireMove | undefined =>
  findMove(moves, "end_game") ?? (moves.length > 0 ? RESIGN : undefined);

export const findMove = (moves: readonly SolitaireMove[], type: string): SolitaireMove | undefined =>
  moves.find((move) => move.type === type);

/** Every kind of help on this board; redo only in games without a score. */
export function helpOf(view: SolitaireView, moves: readonly SolitaireMove[]): Help[] {
  return (view.casual ? CASUAL : SCORED).map((one) => ({
    ...one,
    left: view.board?.help[COUNTS[one.type]] ?? 0,
    isPossible: findMove(moves, one.type) !== undefined,
  }));
}

/** How often each kind of help may be used, unless the table says otherwise. */
export const USES = 5;

/** The kinds of help that were used, and how often. */
export function usedHelp(left: Left | undefined, uses: number): { words: Key; n: number }[] {
  if (left === undefined) return [];
  return SCORED.map(({ type, words }) => ({ words, n: uses - left[COUNTS[type]] })).filter(({ n }) => n > 0);
}

/** A kind of help with its price, if it has one. */
export function pricedWords(view: SolitaireView, words: Key): string {
  const price = helpPrice(view);
  return price === 0 ? t(words) : t("solitaire.priced", { what: t(words), price: number(price) });
}

/** Is no pair left to take, on a board still in play? */
export function isStuck(view: SolitaireView, moves: readonly SolitaireMove[]): boolean {
  return (
    moves.length > 0 && view.board !== null && freePairs(view.board) === 0 && findMove(moves, "take_pair") === undefined
  );
}

/** The notice when no pair is free: what can be done at what price, and why a shuffle may be impossible. */
export function stuckWords(view: SolitaireView, moves: readonly SolitaireMove[]): string {
  const help = helpOf(view, moves).filter((one) => one.isPossible);
  const ends = ENDS.filter((one) => findMove(moves, one.type) !== undefined);
  const what = [...help.map((one) => pricedWords(view, one.words)), ...ends.map((one) => t(one.words))];
  const text = t("solitaire.noPair", { what: choiceText(what) });
  const isImpossible = findMove(moves, "shuffle") === undefined && (view.board?.help.shuffles ?? 0) > 0;
  return isImpossible ? `${text} ${t("solitaire.cannot.shuffle")}` : text;
}
