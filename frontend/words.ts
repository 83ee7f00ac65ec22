/** Splits each language in two: the home page needs only its own texts, every other page the rest as well. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";
import type { AnyLanguage } from "./src/i18n/language.ts";

const SOURCE = new URL("src/", import.meta.url).pathname;
const LANGUAGE = /\/src\/i18n\/..\.ts(\?rest)?$/;
/** An import that is more than a type import. */
const IMPORT = /^\s*(?:import|export) (?!type )(?:[^;"]*? from )?"(\.[^"]+)"/gm;
/** The key of a text, the prefix of a composed key, or the `words` of a choice. */
const USED = /"([^"\n]+)"|`([\w.]+\.)\$\{|words: "(\w+)"/g;
/** Errors for when nothing more is known, and when nothing more can be loaded. */
const ALWAYS = ["error.wire/failed", "error.net/away"];

/** The sources of the home page: all direct and indirect imports. */
function sources(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || file.startsWith(`${SOURCE}i18n/`)) return found;
  found.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const named = resolve(dirname(file), path);
    const next = [named, `${named}.ts`, `${named}/index.ts`].find(
      (one) => /\.(ts|svelte)$/.test(one) && existsSync(one),
    );
    if (next !== undefined) sources(next, found);
  }
  return found;
}

/** Returns a function that says whether a key belongs to the first texts. */
function firstKeys(): (key: string) => boolean {
  const keys = new Set(ALWAYS);
  const beginnings = new Set<string>();
  for (const file of sources(`${SOURCE}main.ts`))
    for (const [text, key, beginning, choice] of readFileSync(file, "utf8").matchAll(USED)) {
      if (text.startsWith("words:")) beginnings.add(`${choice ?? ""}.`);
      else if (beginning !== undefined) beginnings.add(beginning);
      else keys.add(key ?? "");
    }
  return (key) => keys.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning));
}

/** One part of a language: the first texts with the names of tiles, or all the rest. */
function partOf({ words, lessons, ...basics }: AnyLanguage, isRest: boolean): object {
  const isFirst = firstKeys();
  const chosen = Object.fromEntries(Object.entries(words).filter(([key]) => isFirst(key) !== isRest));
  return isRest ? { words: chosen, lessons } : { ...basics, words: chosen, lessons: {} };
}

/** Builds each language as two files, `xx.ts` and `xx.ts?rest`; in development both are the whole language. */
export const twoParts: Plugin = {
  name: "two-parts",
  apply: "build",
  enforce: "post",
  async transform(code, id) {
    const found = LANGUAGE.exec(id);
    if (found === null) return null;
    const loaded: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const { default: language } = loaded as { default: AnyLanguage };
    return { code: `export default ${JSON.stringify(partOf(language, found[1] !== undefined))}`, map: null };
  },
};
