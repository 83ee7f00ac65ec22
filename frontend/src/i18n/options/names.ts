/** The names of ruleset options and their values, loaded with the pages that show them. */

import { settings } from "../../lib/settings.svelte";

/** `names`: by option; `values`: by option (or its section) and value, such as `next_dealer.winner`. */
export interface OptionNames {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

const FILES = import.meta.glob<OptionNames>("./??.ts", { import: "default" });

/** The names in the visitor's language, or in English if it has none. */
export async function loadNames(): Promise<OptionNames> {
  const load = FILES[`./${settings.lang}.ts`] ?? FILES["./en.ts"];
  return load === undefined ? { names: {}, values: {} } : load();
}
