/** The values of options in words: `0 to 20`, `melded, concealed`. */

import type { OptionInfo, OptionValue } from "../generated/wire";
import { maybe, number, t } from "../i18n/i18n.svelte";

type Default = OptionInfo["defaults"][string];

/** An option's possible values in the visitor's language; names of values stay as they are typed. */
export const valueWords = (values: readonly OptionValue[]): string => values.map(valueWord).join(", ");

function valueWord(value: OptionValue): string {
  const { kind, least, most, choices = [], items = [], count } = value;
  switch (kind) {
    case "number":
      return least == null || most == null ? t("value.number") : t("value.range", { a: least, b: most });
    case "choice":
      return choices.map(defaultWords).join(", ");
    case "flag":
      return `${t("value.true")}, ${t("value.false")}`;
    case "text":
      return [...choices, t("value.text")].join(", ");
    case "list":
      if (items[0]?.kind === "number") return count === 2 ? t("value.pair") : t("value.numbers");
      return t("value.several", { of: valueWords(items) });
    case "table":
      return t("value.table");
    case "none":
      return t("value.none");
  }
}

/** The value of an option in words. */
export function defaultWords(value: Default): string {
  if (Array.isArray(value)) return value.map(defaultWords).join(", ");
  return typeof value === "number" ? number(value) : maybe(`value.${String(value ?? "none")}`, String(value));
}
