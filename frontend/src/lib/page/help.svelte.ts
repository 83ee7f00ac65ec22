/** The keys that work on the current page, for the list that `?` shows. */

import { t, type Key } from "../../i18n/i18n.svelte";
import { choose, settings } from "../settings.svelte";

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

/** Is it a letter, a digit or a sign: a key that people may hit by accident, or trigger by speech input? */
export const isCharacter = (key: string): boolean => /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(key) && !/[←→↑↓–]/.test(key);
/** Can the visitor remap this key of an entry? A range of keys cannot be changed. */
export const isChangeable = ({ keys }: KeyHelp, key: string): boolean => isCharacter(key) && !keys.includes("–");

const idOf = ({ keys, does }: KeyHelp, key: string): string => `${does}/${keys.indexOf(key)}`;
/** The prefix of a key pressed together with Ctrl, or with Cmd on a Mac. */
export const MOD = "Mod+";
const isMac = (): boolean => /Mac OS|iPhone|iPad/.test(navigator.userAgent);
/** The name of a key as printed on a keyboard. */
export const keyText = (key: string): string =>
  key.startsWith(MOD) ? (isMac() ? "⌘" : `${t("keys.ctrl")}+`) + key.slice(MOD.length) : key;
/** The key that the visitor chose for this one. */
export const chosenKey = (entry: KeyHelp, key: string): string => settings.keymap[idOf(entry, key)] ?? keyText(key);

class Help {
  own: readonly KeyHelp[] = $state.raw([]);
  /** If two entries want the same key, the first one gets it. */
  all = $derived(
    [...this.own, ...EVERYWHERE].filter(
      ({ keys }, place, all) => !all.slice(0, place).some((one) => keys[0] !== undefined && one.keys.includes(keys[0])),
    ),
  );

  /** The default key that the pressed one stands for; null if it no longer does anything. */
  defaultKeyOf(pressed: string): string | null {
    const found = this.find(pressed);
    if (found !== undefined) return found.key.toLowerCase();
    return this.all.some(({ keys }) => keys.includes(pressed.toUpperCase())) ? null : pressed;
  }

  /** The key that the visitor presses for the function of this default key. */
  shown(key: string): string {
    const entry = this.all.find(({ keys }) => keys.includes(key));
    return entry === undefined ? key : chosenKey(entry, key);
  }

  /** Assign another key to an entry; if that key was in use, its entry gets the old key. */
  change(entry: KeyHelp, key: string, to: string): void {
    const taken = this.find(to);
    const moved = taken === undefined ? {} : { [idOf(taken.entry, taken.key)]: chosenKey(entry, key) };
    choose("keymap", { ...settings.keymap, ...moved, [idOf(entry, key)]: to.toUpperCase() });
  }

  /** Add a page's keys; call the returned function to remove them. */
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
