/** What a visitor chose, remembered on this device. */

import { LANGS, type Lang } from "../i18n/languages";

export type Theme = "auto" | "light" | "dark" | "contrast";
export type Motion = "auto" | "reduce";
/** How the tiles look. */
export type Faces = "traditional" | "modern" | "lacquer" | "european" | "contrast";
export type Back = "jade" | "indigo" | "cinnabar" | "bamboo" | "contrast";
/** The colour of the tables. */
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
  /** Was it asked whether there should be sound? */
  soundOffered: boolean;
  /** Say aloud what happens, with the browser's own voice. */
  speech: boolean;
  /** Take a pair with one click where only one partner is free. */
  quick: boolean;
  /** Mark the tiles that match the chosen one. */
  mates: boolean;
  /** Show the table as text. */
  text: boolean;
  /** Do keys with a single letter, digit or sign do something? */
  letters: boolean;
  /** Other keys than the usual ones, by what they do. */
  keymap: Record<string, string>;
  levels: Record<string, string>;
  /** Nothing is known of this visitor yet: they may be new to mahjong. */
  isNew: boolean;
  /** The table of a newcomer's first game, at which advice comes unasked. */
  advised: string;
}

const KEY = "teahouse.settings";
export const FACES: readonly Faces[] = ["traditional", "modern", "lacquer", "european", "contrast"];
export const BACKS: readonly Back[] = ["jade", "indigo", "cinnabar", "bamboo", "contrast"];
export const CLOTHS: readonly Cloth[] = ["green", "blue", "wine", "slate", "sand"];

function ownLanguage(): Lang {
  const wished = navigator.languages.map((tag) => tag.slice(0, 2));
  return wished.find((tag) => LANGS.includes(tag)) ?? "en";
}

/** Without a browser, as in a test, nobody wants anything. */
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
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what `choose` wrote
    return { ...usual, isNew: false, ...(JSON.parse(text) as Partial<Settings>) };
  } catch {
    return usual;
  }
}

export const settings: Settings = $state(kept());

/** Change a choice, show it, and remember it. */
export function choose<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  show();
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage is closed to us; the choice holds until the page is left.
  }
}

/** Put the choices that are style on the page's root. */
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

/** Should things stand still? In a tab that nobody sees no animation ends, and each would keep its tiles in memory. */
export function isStill(): boolean {
  return settings.motion === "reduce" || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
