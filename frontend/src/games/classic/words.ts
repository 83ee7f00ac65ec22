/** Classic in words. */

import { maybe, t, tileName } from "../../i18n/i18n.svelte";
import { runFrom, type ClassicMove, type ClassicView, type Meld } from "./table";

/** A wind's name in the visitor's language. */
export const windName = (wind: string): string => maybe(`wind.${wind}`, wind);
/** A wind's initial, for a small badge. */
export const windLetter = (wind: string): string => windName(wind).charAt(0);

/** The players' names, with their winds if several have the same name. */
export function distinguishNames(names: readonly string[], view: ClassicView): string[] {
  const isShared = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
  return names.map((name, seat) => (isShared(name) ? `${name} (${windName(view.opening.winds[seat] ?? "")})` : name));
}

/** A rule's name in a line of a score. */
export function ruleName(rule: string): string {
  const hand = rule.startsWith(FISHING) ? rule.slice(FISHING.length) : null;
  return hand === null ? maybe(`rule.${rule}`, rule) : t("classic.fishingFor", { hand: maybe(`rule.${hand}`, hand) });
}

/** The prefix of the server's name for a loser's hand that is one tile short of a special hand. */
const FISHING = "Fishing for ";

/** Why a win cannot be scored, from the server's code and values. */
export function complaintText(code: string, values: Readonly<Record<string, string | number>>): string {
  const { tile, ruleset, wind, source } = values;
  const named = {
    ...values,
    ...(tile === undefined ? {} : { tile: tileName(String(tile)) }),
    ...(ruleset === undefined ? {} : { ruleset: maybe(`ruleset.${ruleset}`, String(ruleset)) }),
    ...(wind === undefined ? {} : { wind: windName(String(wind)) }),
    ...(source === undefined ? {} : { source: maybe(`source.${source}`, String(source)) }),
  };
  return maybe(`complaint.${code}`, t("error.score/hand"), named);
}

const run = (first: string): string =>
  runFrom(first)
    .map((tile) => tile[0])
    .join("-");

/** A set: `Pong of Red Dragon`. */
export function meldName(meld: Meld): string {
  const words = t(`classic.set.${meld.kind}`, {
    tile: meld.kind === "chow" ? `${run(meld.tile)} ${suitName(meld.tile)}` : tileName(meld.tile),
  });
  return meld.concealed ? `${words} (${t("classic.concealed")})` : words;
}

const suitName = (tile: string): string => maybe(`suit.${tile.charAt(1)}`, "");

/** A move in words, for buttons. */
export function moveName(move: ClassicMove): string {
  switch (move.type) {
    case "discard":
      return t(move.ready ? "classic.discardReady" : "classic.discard", { tile: tileName(move.tile) });
    case "declare_kong":
      return t("classic.declareKong", { tile: tileName(move.tile) });
    case "declare_mahjong":
      return t("classic.mahjong");
    case "claim_chow":
      return t("classic.chow", { run: run(move.first) });
    case "claim_pong":
      return t("classic.pong");
    case "claim_kong":
      return t("classic.kong");
    case "pass":
      return t("classic.pass");
    case "forfeit":
      return t("table.resign");
  }
}

/** The word that is called with a move. */
export function callName(move: ClassicMove): string {
  return move.type === "claim_chow" ? t("classic.call.chow") : moveName(move);
}

/** A move in the fewest words: a discard is its tile. */
export function stepName(move: ClassicMove): string {
  return move.type === "discard" ? tileName(move.tile) : moveName(move);
}

/** The tiles that a move names. */
export function moveTiles(move: ClassicMove): readonly string[] {
  if (move.type === "claim_chow") return runFrom(move.first);
  return "tile" in move ? [move.tile] : [];
}
