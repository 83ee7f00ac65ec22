/** Every language of the app, loaded for the tests. */

import en from "../src/i18n/en";
import { learn } from "../src/i18n/i18n.svelte";
import type { AnyLanguage } from "../src/i18n/language";
import { LANGS, loadLanguage, type Lang } from "../src/i18n/languages";

export const OTHERS: readonly (readonly [Lang, AnyLanguage])[] = await Promise.all(
  LANGS.filter((lang) => lang !== "en").map(async (lang) => [lang, await loadLanguage(lang)] as const),
);
export const EVERY: readonly (readonly [Lang, AnyLanguage])[] = [["en", en], ...OTHERS];
await Promise.all(LANGS.map(learn));
