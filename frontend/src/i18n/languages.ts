/** The languages the app speaks: every file beside this one that is named by a language's two letters is one. */

import type { AnyLanguage, Rest } from "./language";

/** A language by its two letters. */
export type Lang = string;

/** Written by `vite.config.ts`. */
declare const LANGUAGE_NAMES: Readonly<Record<Lang, string>>;

const FILES = import.meta.glob<AnyLanguage>(["./??.ts", "!./en.ts"], { import: "default" });
/** What only other pages than the first say; `words.ts` beside the source folder builds it apart. */
const RESTS = import.meta.glob<Rest>("./??.ts", { import: "default", query: "?rest" });

/** English first, which is always there; the others are fetched when they are chosen. */
export const LANGS: readonly Lang[] = ["en", ...Object.keys(FILES).map((path) => path.slice(2, 4))];

/** What a language is called in that language; the builder asks `Intl` for it, which takes a browser too long. */
export const languageName = (lang: Lang): string => LANGUAGE_NAMES[lang] ?? lang;

/** Fetch the first words of a language other than English. */
export const loadLanguage = (lang: Lang): Promise<AnyLanguage> => loaded(FILES, lang);

/** Fetch all other words of a language. */
export const loadRest = (lang: Lang): Promise<Rest> => loaded(RESTS, lang);

function loaded<T>(files: Readonly<Record<string, () => Promise<T>>>, lang: Lang): Promise<T> {
  const load = files[`./${lang}.ts`];
  return load === undefined ? Promise.reject(new Error(`expected a language, got ${lang}`)) : load();
}
