/** The keys that work on the page now, for the list that `?` shows. */

import type { Key } from "../i18n/i18n.svelte";

/** A key and what it does, for the list of keys. */
export interface KeyHelp {
  keys: readonly string[];
  does: Key;
}

const EVERYWHERE: readonly KeyHelp[] = [
  { keys: ["?"], does: "keys.help" },
  { keys: ["H"], does: "keys.home" },
  { keys: ["S"], does: "keys.settings" },
  { keys: ["T"], does: "keys.text" },
  { keys: ["M"], does: "keys.sound" },
];

class Help {
  own: readonly KeyHelp[] = $state.raw([]);
  all = $derived([...this.own, ...EVERYWHERE.filter(({ keys }) => !this.has(keys[0]))]);

  /** Does the page use this key for something else? */
  private has(key: string | undefined): boolean {
    return this.own.some(({ keys }) => key !== undefined && keys.includes(key));
  }

  /** Add a page's keys; the returned function takes them away. */
  add(keys: readonly KeyHelp[]): () => void {
    this.own = keys;
    return () => {
      if (this.own === keys) this.own = [];
    };
  }
}

export const helpKeys = new Help();
