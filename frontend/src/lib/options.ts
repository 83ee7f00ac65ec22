/** The values of options in words: `a number from 0 to 20`, `melded or concealed`. */

import { maybe, t } from "../i18n/i18n.svelte";

/** What the rules say about values, in the visitor's language; names of values stay as they are typed. */
export function valueWords(text: string): string {
  if (text.startsWith("two numbers")) return t("value.two numbers");
  return text.split(/, | or /).map(valueWord).join(", ");
}

function valueWord(word: string): string {
  const range = /^a number from (\d+) to (\d+)$/.exec(word);
  if (range) return t("value.range", { a: range[1] ?? "", b: range[2] ?? "" });
  return maybe(`value.${word}`, word);
}
