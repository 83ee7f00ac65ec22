/** The app's texts in the visitor's language. */

import { choose, settings } from "../lib/settings.svelte";
import en from "./en";
import type { AnyLanguage, CountKey, Forms, Key, StepWords } from "./language";
import { loadLanguage, loadRest, type Lang } from "./languages";

export type { Key } from "./language";

export type Values = Readonly<Record<string, string | number>>;
/** Values whose names only the server knows. */
type ByName<T> = Readonly<Record<string, T>>;
type Given<K extends Key> = K extends CountKey ? [values: Values & { n: number }] : [values?: Values];

const PLACE = /\{(\w+)\}/g;

/** The loaded languages: always English, though at first only with the texts of the home page. */
let known: ReadonlyMap<Lang, AnyLanguage> = $state.raw(new Map([["en", en]]));
/** The languages that are loaded completely. */
let whole: ReadonlySet<Lang> = $state.raw(new Set());

/** The visitor's language, or English until it is loaded. */
export const lang = (): Lang => (known.has(settings.lang) ? settings.lang : "en");
const spoken = (): AnyLanguage => known.get(lang()) ?? en;

/** Load the first texts of a language; if that fails, the visitor sees English until the next visit. */
export async function learn(lang: Lang): Promise<void> {
  if (known.has(lang)) return;
  try {
    const come = await loadLanguage(lang);
    known = new Map(known).set(lang, come);
  } catch {
    // The house is out of reach, or already serves a newer app: English is better than no page.
  }
}

/** Are all texts loaded? Every page except the home page waits for them. */
export const isFluent = (): boolean => whole.has(lang());

/** Load the remaining texts of the visitor's language. */
export const learnRest = (): Promise<void> => learnRestOf(lang());

async function learnRestOf(lang: Lang): Promise<void> {
  const first = known.get(lang);
  if (whole.has(lang) || first === undefined) return;
  const rest = await loadRest(lang);
  known = new Map(known).set(lang, { ...first, ...rest, words: { ...first.words, ...rest.words } });
  whole = new Set([...whole, lang]);
}

/** Switch to another language. */
export async function chooseLanguage(lang: Lang): Promise<void> {
  await learn(lang);
  await learnRestOf(lang);
  choose("lang", lang);
}

/** The text of a key, with its `{name}` places filled in; a text with plural forms uses the one for `n`. */
export function t<K extends Key>(key: K, ...[values = {}]: Given<K>): string {
  return filled(chosen(spoken().words[key], values), values);
}

/** A text from another catalogue, with its places filled in. */
export const wordsOf = (words: string | Forms, values: Values): string => filled(chosen(words, values), values);

function chosen(words: string | Forms = "", { n }: Values): string {
  if (typeof words === "string") return words;
  return words[rulesOf(settings.lang).select(Number(n))] ?? words.other;
}

function filled(words: string, values: Values): string {
  return words.replace(PLACE, (place, name: string) => written(values[name] ?? place));
}

const written = (value: string | number): string => (typeof value === "number" ? number(value) : value);

const isKey = (key: string): key is Key => key in spoken().words;

/** The text of a key that may not exist, such as one built from a name that the server sent. */
export function maybe(key: string, otherwise: string, values: Values = {}): string {
  return isKey(key) ? filled(chosen(spoken().words[key], values), values) : otherwise;
}

/** A refusal in the visitor's language; the server's own text is English, for programs. */
export function refusalText(trouble: Trouble): string {
  const { until, ...rest } = trouble.values ?? {};
  const values = typeof until === "number" ? { ...rest, until: when(until) } : rest;
  const general = maybe(`error.${trouble.code}`, t("error.wire/failed"), values);
  return trouble.why ? maybe(`error.${trouble.code}.${trouble.why}`, general, values) : general;
}

/** A refusal: its code, and a more specific code if there is one. */
interface Trouble {
  readonly code: string;
  readonly why?: string | null;
  readonly values?: Values;
}

const isTrouble = (error: unknown): error is Trouble =>
  error instanceof Error && "code" in error && typeof error.code === "string";

/** The message for any thrown error, in the visitor's language. */
export function troubleText(error: unknown): string {
  return refusalText(isTrouble(error) ? error : { code: "wire/failed" });
}

/** The texts of a lesson's step. */
export function lessonWords(game: string, step: string): StepWords | undefined {
  const lessons: ByName<ByName<StepWords> | undefined> = spoken().lessons;
  return lessons[game]?.[step];
}

/** A tile's spoken name. */
export function tileName(tile: string): string {
  const { pattern, ranks, suits, honours, bonus } = spoken().tiles;
  const place = Number(tile[0]) - 1;
  if (tile[1] === "z") return honours[place] ?? tile;
  if (tile[1] === "f") return bonus[place] ?? tile;
  const suit = suits["mps".indexOf(tile[1] ?? "")];
  return suit === undefined ? tile : pattern.replace("{rank}", ranks[place] ?? "").replace("{suit}", suit);
}

/** The language tag of the voice that announces moves. */
export const speechLanguage = (): string => spoken().speech;

/** Caches one `Intl` object for each language, because creating them is slow. */
function kept<T>(make: (lang: Lang) => T): (lang: Lang) => T {
  const made = new Map<Lang, T>();
  return (lang) => {
    const one = made.get(lang) ?? make(lang);
    made.set(lang, one);
    return one;
  };
}

/** English is British English here, also in dates. */
const dated = (lang: Lang): string => (lang === "en" ? "en-GB" : lang);

const rulesOf = kept((lang) => new Intl.PluralRules(lang, { maximumFractionDigits: 1 }));
const numbersOf = kept((lang) => new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }));
const tenthsOf = kept((lang) => new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
const sharesOf = kept((lang) => new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 }));
const megabytesOf = kept(
  (lang) => new Intl.NumberFormat(lang, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }),
);
const signedOf = kept((lang) => new Intl.NumberFormat(lang, { signDisplay: "exceptZero", maximumFractionDigits: 1 }));
const momentsOf = kept((lang) => new Intl.DateTimeFormat(dated(lang), { dateStyle: "medium", timeStyle: "short" }));
const datesOf = kept((lang) => new Intl.DateTimeFormat(dated(lang), { dateStyle: "medium" }));
const daysOf = kept(
  (lang) => new Intl.DateTimeFormat(dated(lang), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }),
);
const monthsOf = kept(
  (lang) => new Intl.DateTimeFormat(dated(lang), { month: "long", year: "numeric", timeZone: "UTC" }),
);
const weekdaysOf = kept((lang) => new Intl.DateTimeFormat(dated(lang), { weekday: "short", timeZone: "UTC" }));
const agoOf = kept((lang) => new Intl.RelativeTimeFormat(lang, { numeric: "auto" }));
const listsOf = kept((lang) => new Intl.ListFormat(lang));
const choicesOf = kept((lang) => new Intl.ListFormat(lang, { type: "disjunction" }));

/** A number in the visitor's format, with one decimal at most. */
export const number = (value: number): string =>
  isPlain(value) ? String(value) : numbersOf(settings.lang).format(value).replace("-", "−");

/** Is it the same in every language? Most numbers are, and the first use of `Intl` is slow. */
const isPlain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000;

/** A number with exactly one decimal. */
export const tenths = (value: number): string => tenthsOf(settings.lang).format(value);

/** A share of 1 as a percentage. */
export const percent = (share: number): string => sharesOf(settings.lang).format(share);

/** An amount of memory, with its unit. */
export const megabytes = (amount: number): string => megabytesOf(settings.lang).format(amount);

/** A number with its sign. */
export const signed = (amount: number): string => signedOf(settings.lang).format(amount).replace("-", "−");

/** The scores of a game side by side. */
export const scoresText = (scores: readonly number[]): string => scores.map(number).join(" : ").replaceAll("-", "−");

/** A date and time in the visitor's format. */
export const when = (ms: number): string => momentsOf(settings.lang).format(ms);

/** The date of a moment. */
export const dateText = (ms: number): string => datesOf(settings.lang).format(ms);

const HOUR = 3_600_000;

/** How long ago a moment was, in hours or days: `yesterday`. */
export function ago(ms: number, now = Date.now()): string {
  const hours = Math.max(0, Math.floor((now - ms) / HOUR));
  const [amount, unit] = hours < 24 ? ([hours, "hour"] as const) : ([Math.floor(hours / 24), "day"] as const);
  return agoOf(settings.lang).format(-amount, unit);
}

/** A day such as `2026-11-16` in the visitor's format. */
export const dayText = (day: string): string => daysOf(settings.lang).format(new Date(`${day}T00:00:00Z`));

/** A month such as 2026-11 in words. */
export const monthText = (month: string): string => monthsOf(settings.lang).format(new Date(`${month}-01T00:00:00Z`));

/** The short names of the days of the week, from Monday on. */
export const weekdays = (): string[] =>
  Array.from({ length: 7 }, (_, place) => weekdaysOf(settings.lang).format(new Date(Date.UTC(2024, 0, place + 1))));

/** Alternatives as a list: `a, b or c`. */
export const choiceText = (words: readonly string[]): string => choicesOf(settings.lang).format(words);

/** A list: this, that and those. */
export const listText = (words: readonly string[]): string => listsOf(settings.lang).format(words);
