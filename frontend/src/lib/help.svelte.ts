/** The keys that work on the page now, for the list that `?` shows. */

import { t, type Key } from "../i18n/i18n.svelte";
import { choose, settings } from "./settings.svelte";

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

/** Is it a letter, a digit or a sign: a key that people may hit by accident, or say to their computer? */
export const isCharacter = (key: string): boolean => /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(key) && !/[←→↑↓–]/.test(key);
/** Can this key of an entry be changed? A range of keys is one piece. */
export const isChangeable = ({ keys }: KeyHelp, key: string): boolean => isCharacter(key) && !keys.includes("–");

const idOf = ({ keys, does }: KeyHelp, key: string): string => `${does}/${keys.indexOf(key)}`;
/** Before what is pressed together with Ctrl, or with Cmd on a Mac. */
export const MOD = "Mod+";
const isMac = (): boolean => /Mac OS|iPhone|iPad/.test(navigator.userAgent);
/** A key as its keyboard names it. */
export const keyText = (key: string): string =>
  key.startsWith(MOD) ? (isMac() ? "⌘" : `${t("keys.ctrl")}+`) + key.slice(MOD.length) : key;
/** The key that stands for this one, as the visitor has chosen. */
export const chosenKey = (entry: KeyHelp, key: string): string => settings.keymap[idOf(entry, key)] ?? keyText(key);

class Help {
  own: readonly KeyHelp[] = $state.raw([]);
  /** Where two entries want the same key, the first has it. */
  all = $derived(
    [...this.own, ...EVERYWHERE].filter(
      ({ keys }, place, all) => !all.slice(0, place).some((one) => keys[0] !== undefined && one.keys.includes(keys[0])),
    ),
  );

  /** The usual key for the one that was pressed; null where it does nothing any more. */
  meant(pressed: string): string | null {
    const found = this.find(pressed);
    if (found !== undefined) return found.key.toLowerCase();
    return this.all.some(({ keys }) => keys.includes(pressed.toUpperCase())) ? null : pressed;
  }

  /** The key to press for what this one usually does. */
  shown(key: string): string {
    const entry = this.all.find(({ keys }) => keys.includes(key));
    return entry === undefined ? key : chosenKey(entry, key);
  }

  /** Let another key do this; what it did until now moves to the key that becomes free. */
  change(entry: KeyHelp, key: string, to: string): void {
    const taken = this.find(to);
    const moved = taken === undefined ? {} : { [idOf(taken.entry, taken.key)]: chosenKey(entry, key) };
    choose("keymap", { ...settings.keymap, ...moved, [idOf(entry, key)]: to.toUpperCase() });
  }

  /** Add a page's keys; the returned function takes them away. */
  add(keys: readonly KeyHelp[]): () => void {
    this.own = keys;
    return () => {
      if (this.own === keys) this.own = [];
    };
  }

  private find(pressed: string): { entry: KeyHelp; key: string } | undefined {
    return this.all
      .flatMap((entry) => entry.keys.filter((key) => isChangeable(entry, key)).map((key) => ({ entry, key })))
      .find(({ entry, key }) => chosenKey(entry, key) === pressed.toUpperCase());
  }
}

export const helpKeys = new Help();
