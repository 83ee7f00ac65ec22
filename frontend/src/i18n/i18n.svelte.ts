/** The words on the screen, in the visitor's language. */

import { Refusal } from "../lib/api";
import { settings, type Lang } from "../lib/settings.svelte";
import { de } from "./de";
import { en } from "./en";
import { nl } from "./nl";

export type Key = keyof typeof en;
export type Words = Record<Key, string>;

export const DICTIONARIES: Record<Lang, Words> = { en, de, nl };
export const LANGUAGE_NAMES: Record<Lang, string> = { en: "English", de: "Deutsch", nl: "Nederlands" };

/** The words of a key, with `{name}` places filled in. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return DICTIONARIES[settings.lang][key].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The words of a key that may not exist, such as one made from a name the server gave. */
export function maybe(key: string, otherwise: string): string {
  return key in en ? t(key as Key) : otherwise;
}

/** A refusal in words a person understands; the server's own sentence is English, and for programs. */
export function refusalText(trouble: { code: string }): string {
  return maybe(`error.${trouble.code}`, t("error.wire/failed"));
}

/** What went wrong, whatever was thrown, in words a person understands. */
export function troubleText(error: unknown): string {
  return error instanceof Refusal ? refusalText(error) : t("error.wire/failed");
}

/** A moment as people of this language write it. */
export function when(ms: number): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}

/** A figure with its sign. */
export const signed = (amount: number): string => (amount > 0 ? `+${amount}` : `${amount}`.replace("-", "−"));
