/** The texts of profiles, leaderboards and records, loaded with the pages that show them. */

import { settings } from "../../lib/settings.svelte";
import { wordsOf, type Values } from "../i18n.svelte";
import type { Forms } from "../language";
import type { words as english } from "./en";

export type PeopleKey = keyof typeof english;
export type PeopleWords = Readonly<Record<PeopleKey, string | Forms>>;

const FILES = import.meta.glob<PeopleWords>("./??.ts", { import: "default" });
const held: { words: Partial<PeopleWords> } = $state({ words: {} });

/** Load the texts in the visitor's language, or in English if it has none. */
export async function learnPeople(lang = settings.lang): Promise<void> {
  const load = FILES[`./${lang}.ts`] ?? FILES["./en.ts"];
  if (load !== undefined) held.words = await load();
}

/** The text of a key. */
export const p = (key: PeopleKey, values: Values = {}): string => wordsOf(held.words[key] ?? "", values);

const isKey = (key: string): key is PeopleKey => key in held.words;

/** The text of a key that may not exist. */
export const maybeP = (key: string, otherwise: string, values: Values = {}): string =>
  isKey(key) ? p(key, values) : otherwise;
