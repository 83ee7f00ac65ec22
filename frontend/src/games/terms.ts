/** The terms of a table, in a few words for people who may sit down. */

import { maybe, t } from "../i18n/i18n.svelte";
import type { TableInfo } from "../lib/wire";
import { cardOf } from "./cards";

const MINUTE = 60_000;
const SECOND = 1000;

export function clockText({ bank, step, fresh }: Pick<TableInfo, "bank" | "step" | "fresh">): string {
  if (bank === 0) return t("clock.untimed");
  if (fresh) return t("clock.fresh", { turn: step / SECOND, reserve: bank / MINUTE });
  return step === 0 ? `${bank / MINUTE} min` : `${bank / MINUTE} min + ${step / SECOND} s`;
}

/** A value by its usual name; a value with its own name and title, such as a ruleset, by these. */
function valueText(words: string, value: unknown): string {
  if (typeof value === "string") return maybe(`${words}.${value}`, "");
  if (typeof value !== "object" || value === null || !("name" in value)) return "";
  return maybe(`${words}.${String(value.name)}`, "title" in value ? String(value.title) : "");
}

/** Can two or more people play here? With one person nobody waits for claims. */
function isAmongPersons({ seats }: TableInfo): boolean {
  return seats.filter((seat) => seat === null || seat.bot == null).length > 1;
}

/** The chosen options of a game in words. */
export const optionTexts = (game: string, options: Readonly<Record<string, unknown>>): string[] =>
  cardOf(game)
    .choices.filter((choice) => !choice.isMatch)
    .map(({ name, words }) => valueText(words, options[name]))
    .filter(Boolean);

/** The terms of a table: options, kind of match if there is a choice, clock and claims, and stakes. */
export function termsOf(table: TableInfo): string[] {
  const card = cardOf(table.game);
  const options = card.choices.filter((choice) => !choice.isMatch);
  const chosen = options.map(({ name, words }) => valueText(words, table.options[name]));
  const alone = (card.alone ?? []).map(({ words, valueIn }) => maybe(`${words}.${valueIn(table.options)}`, ""));
  const match = card.players === undefined ? maybe(`match.${table.match}`, table.match) : "";
  const stake = table.stake > 0 ? t("terms.stake", { n: table.stake }) : "";
  const claims = isAmongPersons(table) ? maybe(`claims.${table.claims}`, "") : "";
  const rated = table.rated ? t("rated.switch") : "";
  return [rated, match, ...chosen, ...alone, clockText(table), claims, stake].filter(Boolean);
}

/** The message that the house closed a table, and what happened to the stakes. */
export const closedText = ({ stake }: Pick<TableInfo, "stake">): string =>
  t(stake > 0 ? "table.closedStake" : "table.closedByHouse");
