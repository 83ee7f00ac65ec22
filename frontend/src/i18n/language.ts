/** What a language's file holds. English says which keys there are, and which of their words count something. */

import type { lessons, words } from "./en";

/** The forms of words that count something, `{n}`: one for each category of number that the language has. */
export type Plural<Category extends Intl.LDMLPluralRule> = Readonly<Record<Category | "other", string>>;
/** Such forms as any language has them. */
export type Forms = Readonly<{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>>;

type English = typeof words;
export type Key = keyof English;
/** The keys whose words count something, so that `t` wants a number `n`. */
export type CountKey = { [K in Key]: English[K] extends string ? never : K }[Key];

/** Words with `{n}` may have forms where English needs none. */
type OtherWords<Text, Category extends Intl.LDMLPluralRule> = Text extends string
  ? Text extends `${string}{n}${string}`
    ? string | Plural<Category>
    : string
  : Plural<Category>;

export type Words<Category extends Intl.LDMLPluralRule> = { readonly [K in Key]: OtherWords<English[K], Category> };

/** The words of a lesson's step: its task, a hint after a wrong move, and praise. */
export interface StepWords {
  readonly task: string;
  readonly hint: string;
  readonly done: string;
}

type EnglishLessons = typeof lessons;
export type Lessons = {
  readonly [Game in keyof EnglishLessons]: { readonly [Step in keyof EnglishLessons[Game]]: StepWords };
};

type Three = readonly [string, string, string];
type Seven = readonly [...Three, ...Three, string];

/** The names of tiles as a player says them aloud. */
export interface TileWords {
  /** How rank and suit go together: `{rank} of {suit}`. */
  readonly pattern: string;
  readonly ranks: readonly [...Three, ...Three, ...Three];
  /** Characters, Circles, Bamboo. */
  readonly suits: Three;
  /** The winds East, South, West, North; the dragons White, Green, Red. */
  readonly honours: Seven;
  /** The four Flowers, the four Seasons. */
  readonly bonus: readonly [...Seven, string];
}

/** A language whose numbers have these categories besides `other` (a test compares them with those of `Intl`). */
export interface Language<Category extends Intl.LDMLPluralRule> {
  /** The voice that announces moves: a language with its region. */
  readonly speech: string;
  readonly tiles: TileWords;
  readonly words: Words<Category>;
  readonly lessons: Lessons;
}

/** A language as its readers see it, whatever categories it has; until its rest has come it lacks some words. */
export interface AnyLanguage extends Omit<Language<"other">, "words" | "lessons"> {
  readonly words: Readonly<Partial<Record<Key, string | Forms>>>;
  readonly lessons: Partial<Lessons>;
}

/** What pages other than the first one say. */
export type Rest = Pick<AnyLanguage, "words" | "lessons">;
