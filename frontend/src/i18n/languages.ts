/** The languages of the app: one for each file here whose name is a two-letter language code. */

import type { AnyLanguage, Rest } from "./language";

/** A two-letter language code. */
export type Lang = string;

/** Written by `vite.config.ts`. */
declare const LANGUAGE_NAMES: Readonly<Record<Lang, string>>;

const FILES = import.meta.glob<AnyLanguage>(["./??.ts", "!./en.ts"], { import: "default" });
/** The texts that the home page does not need; `words.ts` beside the source folder builds them as separate files. */
const RESTS = import.meta.glob<Rest>("./??.ts", { import: "default", query: "?rest" });

/** English comes first and is always loaded; the others are loaded when chosen. */
export const LANGS: readonly Lang[] = ["en", ...Object.keys(FILES).map((path) => path.slice(2, 4))];

/** A language's name in that language; taken from `Intl` at build time, because `Intl` is slow in a browser. */
export const languageName = (lang: Lang): string => LANGUAGE_NAMES[lang] ?? lang;

/** Load the first texts of a language other than English. */
export const loadLanguage = (lang: Lang): Promise<AnyLanguage> => loaded(FILES, lang);

/** Load all other texts of a language. */
export const loadRest = (lang: Lang): Promise<Rest> => loaded(RESTS, lang);

function loaded<T>(files: Readonly<Record<string, () => Promise<T>>>, lang: Lang): Promise<T> {
  const load = files[`./${lang}.ts`];
  return load === undefined ? Promise.reject(new Error(`expected a language, got ${lang}`)) : load();
}
