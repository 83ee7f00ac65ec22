/** The languages the app speaks: every file beside this one that is named by a language's two letters is one. */

import type { AnyLanguage } from "./language";

/** A language by its two letters. */
export type Lang = string;

/** Written by `vite.config.ts`. */
declare const LANGUAGE_NAMES: Readonly<Record<Lang, string>>;

const FILES = import.meta.glob<AnyLanguage>(["./??.ts", "!./en.ts"], { import: "default" });

/** English first, which is always there; the others are fetched when they are chosen. */
export const LANGS: readonly Lang[] = ["en", ...Object.keys(FILES).map((path) => path.slice(2, 4))];

/** What a language is called in that language; the builder asks `Intl` for it, which takes a browser too long. */
export const languageName = (lang: Lang): string => LANGUAGE_NAMES[lang] ?? lang;

/** Fetch a language other than English. */
export function loadLanguage(lang: Lang): Promise<AnyLanguage> {
  const load = FILES[`./${lang}.ts`];
  return load === undefined ? Promise.reject(new Error(`expected a language, got ${lang}`)) : load();
}
