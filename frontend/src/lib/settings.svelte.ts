/** The visitor's settings, stored on this device. */

import { LANGS, type Lang } from "../i18n/languages";

export type Theme = "auto" | "light" | "dark" | "contrast";
export type Motion = "auto" | "reduce";
/** The designs of the tiles. */
export type Faces = "traditional" | "modern" | "lacquer" | "european" | "contrast";
export type Back = "jade" | "indigo" | "cinnabar" | "bamboo" | "contrast";
/** The colours of the tables. */
export type Cloth = "green" | "blue" | "wine" | "slate" | "sand";

export interface Settings {
  theme: Theme;
  motion: Motion;
  lang: Lang;
  faces: Faces;
  back: Back;
  cloth: Cloth;
  learner: boolean;
  sound: boolean;
  /** Has the visitor been offered sound? */
  soundOffered: boolean;
  /** Announce moves with the browser's own voice. */
  speech: boolean;
  /** Take a pair with one click if only one partner is free. */
  quick: boolean;
  /** Mark the tiles that match the selected one. */
  mates: boolean;
  /** Show the table as text. */
  text: boolean;
  /** Are shortcuts with a single letter, digit or sign on? */
  letters: boolean;
  /** The visitor's own keys, by the default key they replace. */
  keymap: Record<string, string>;
  levels: Record<string, string>;
  /** Nothing is known of this visitor yet: they may be new to mahjong. */
  isNew: boolean;
  /** The table of a newcomer's first game, which shows advice unasked. */
  advised: string;
}

const KEY = "teahouse.settings";
export const FACES: readonly Faces[] = ["traditional", "modern", "lacquer", "european", "contrast"];
export const BACKS: readonly Back[] = ["jade", "indigo", "cinnabar", "bamboo", "contrast"];
export const CLOTHS: readonly Cloth[] = ["green", "blue", "wine", "slate", "sand"];

function ownLanguage(): Lang {
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2));
  return preferred.find((tag) => LANGS.includes(tag)) ?? "en";
}

/** Without a browser, as in a test, no preference is set. */
const wantsContrast = (): boolean => "matchMedia" in globalThis && matchMedia("(prefers-contrast: more)").matches;

function kept(): Settings {
  const usual: Settings = {
    theme: "auto",
    motion: "auto",
    lang: ownLanguage(),
    faces: wantsContrast() ? "contrast" : "traditional",
    back: wantsContrast() ? "contrast" : "jade",
    cloth: "green",
    learner: true,
    sound: false,
    soundOffered: false,
    speech: false,
    quick: false,
    mates: true,
    text: false,
    letters: true,
    keymap: {},
    levels: {},
    isNew: true,
    advised: "",
  };
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return usual;
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- written by `choose`
    return { ...usual, isNew: false, ...(JSON.parse(text) as Partial<Settings>) };
  } catch {
    return usual;
  }
}

export const settings: Settings = $state(kept());

/** Change a setting, show it, and store it. */
export function choose<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  show();
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage is not available; the setting lasts until the page is left.
  }
}

/** Apply the visual settings to the page's root. */
export function show(): void {
  const root = document.documentElement;
  root.lang = settings.lang;
  if (settings.theme === "auto") delete root.dataset["theme"];
  else root.dataset["theme"] = settings.theme;
  root.dataset["letters"] = settings.letters ? "on" : "off";
  if (settings.motion === "auto") delete root.dataset["motion"];
  else root.dataset["motion"] = settings.motion;
  root.dataset["cloth"] = settings.cloth;
  root.dataset["back"] = settings.back;
}

/** Is motion off? Always in a hidden tab: no animation ends there, and each would keep its tiles in memory. */
export function isStill(): boolean {
  return settings.motion === "reduce" || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
