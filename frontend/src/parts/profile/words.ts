/** A profile in words: variants, opponents, seats, badges, figures. */

import type { Tally } from "../../generated/wire";
import { profileOf, type ShownFigure } from "../../games/profiles";
import { maybe, monthText, number, percent, signed, t } from "../../i18n/i18n.svelte";
import { maybeP, p } from "../../i18n/people/people.svelte";
import { levelName } from "../../lib/people/levels";
import { personName } from "../../lib/people/names";

export const gameName = (game: string): string => maybe(`game.${game}`, game);

/** The name of a layout or ruleset; a custom one has no name here. */
export const variantName = (game: string, variant: string): string =>
  maybe(`${profileOf(game).variants}.${variant}`, variant === "own" ? p("own") : variant);

const BOT = "bot:";
export const isHouse = ({ key }: Tally): boolean => key.startsWith(BOT);

export type Split = "seats" | "variants" | "months" | "opponents";

/** The name of a row of a split. */
export function tallyName(game: string, split: Split, tally: Tally): string {
  if (split === "seats") return p("seat", { n: Number(tally.key) + 1 });
  if (split === "months") return monthText(tally.key);
  if (split === "variants") return variantName(game, tally.key);
  if (!isHouse(tally)) return personName(tally.name) || t("data.former");
  return p("level", { level: levelName(game, tally.key.slice(BOT.length)) });
}

/** The group of translations that names the badges of a kind. */
const BADGE_WORDS: Readonly<Record<string, string>> = { special: "rule", cleared: "layout" };

export function badgeName(name: string, what: string): string {
  const [kind = ""] = name.split(":");
  return maybeP(`badge.${kind}`, what, { what: maybe(`${BADGE_WORDS[kind] ?? ""}.${what}`, what) });
}

export const badgeKind = (name: string): string => maybeP(`badge.${name.split(":")[0]}.about`, "");

/** A formatted figure; a dash if there is none. */
export function figureText({ value, as }: Pick<ShownFigure, "value" | "as">): string {
  if (value === null) return "–";
  if (as === "percent") return percent(value);
  if (as === "points") return `${value > 0 ? "+" : ""}${percent(value).replace("-", "−")}`;
  return as === "signed" ? signed(value) : number(value);
}
