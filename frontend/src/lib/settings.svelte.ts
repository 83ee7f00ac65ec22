/** What a visitor chose, remembered on this device. */

import { LANGS, type Lang } from "../i18n/languages";

export type Theme = "auto" | "light" | "dark" | "contrast";
export type Motion = "auto" | "reduce";
/** How the tiles look. */
export type Faces = "traditional" | "european" | "contrast";

export interface Settings {
  theme: Theme;
  motion: Motion;
  lang: Lang;
  faces: Faces;
  learner: boolean;
  sound: boolean;
  /** Say aloud what happens, with the browser's own voice. */
  speech: boolean;
  /** Take a pair with one click where only one partner is free. */
  quick: boolean;
  /** Show the table as text. */
  text: boolean;
  levels: Record<string, string>;
}

const KEY = "teahouse.settings";
export const FACES: readonly Faces[] = ["traditional", "european", "contrast"];

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
    learner: false,
    sound: false,
    speech: false,
    quick: false,
    text: false,
    levels: {},
  };
  try {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what `choose` wrote
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
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
  if (settings.motion === "auto") delete root.dataset["motion"];
  else root.dataset["motion"] = settings.motion;
}

/** Should things stand still? In a tab that nobody sees no animation ends, and each would keep its tiles in memory. */
export function isStill(): boolean {
  return settings.motion === "reduce" || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
