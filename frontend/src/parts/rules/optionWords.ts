/** An option of a ruleset in words: its name, its explanation, and its values. */

import type { OptionInfo } from "../../generated/wire";
import { ruleName } from "../../games/classic/words";
import type { OptionNames } from "../../i18n/options/names";
import { maybe, number, t } from "../../i18n/i18n.svelte";

export type Value = OptionInfo["defaults"][string];
type Named = Pick<OptionInfo, "key" | "name" | "meaning"> & { readonly rule?: string };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const plain = (text: string): string => text.replaceAll("`", "");

export const explained = (option: Pick<OptionInfo, "meaning">): string => capital(plain(option.meaning));

/** An option's name: its own, that of the rule whose value it holds, or its explanation. */
export function optionName(option: Named, { names }: OptionNames): string {
  return names[option.name] ?? (option.rule ? ruleName(option.rule) : explained(option));
}

/** The name of an option's value in the visitor's language. */
export function valueName(option: string, value: unknown, { values }: OptionNames): string {
  if (Array.isArray(value))
    return value.map((one: unknown) => valueName(option, one, { names: {}, values })).join(", ");
  if (typeof value === "number") return number(value);
  if (typeof value === "boolean") return t(value ? "value.true" : "value.false");
  const word = value === null || value === undefined ? "none" : typeof value === "string" ? value : "";
  const [section = ""] = option.split(".");
  return (
    values[`${option}.${word}`] ?? values[`${section}.${word}`] ?? maybe(`wind.${word}`, maybe(`value.${word}`, word))
  );
}
