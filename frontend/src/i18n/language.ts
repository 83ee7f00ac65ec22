/** The contents of a language's file. English defines the keys, and which of their texts depend on a number. */

import type { lessons, words } from "./en";

/** The forms of a text with a number `{n}`: one for each plural category of the language. */
export type Plural<Category extends Intl.LDMLPluralRule> = Readonly<Record<Category | "other", string>>;
/** The plural forms in any language. */
export type Forms = Readonly<{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>>;

type English = typeof words;
export type Key = keyof English;
/** The keys whose texts depend on a number, so that `t` requires `n`. */
export type CountKey = { [K in Key]: English[K] extends string ? never : K }[Key];

/** Texts with `{n}` may have plural forms even if English needs none. */
type OtherWords<Text, Category extends Intl.LDMLPluralRule> = Text extends string
  ? Text extends `${string}{n}${string}`
    ? string | Plural<Category>
    : string
  : Plural<Category>;

export type Words<Category extends Intl.LDMLPluralRule> = { readonly [K in Key]: OtherWords<English[K], Category> };

/** The texts of a lesson's step: its task, a hint after a wrong move, and praise. */
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

/** The spoken names of tiles. */
export interface TileWords {
  /** Combines rank and suit: `{rank} of {suit}`. */
  readonly pattern: string;
  readonly ranks: readonly [...Three, ...Three, ...Three];
  /** Characters, Circles, Bamboo. */
  readonly suits: Three;
  /** The winds East, South, West, North; the dragons White, Green, Red. */
  readonly honours: Seven;
  /** The four Flowers, the four Seasons. */
  readonly bonus: readonly [...Seven, string];
}

/** A language with these plural categories besides `other` (a test compares them with those of `Intl`). */
export interface Language<Category extends Intl.LDMLPluralRule> {
  /** The language tag of the voice that announces moves, with a region. */
  readonly speech: string;
  readonly tiles: TileWords;
  readonly words: Words<Category>;
  readonly lessons: Lessons;
}

/** A language without its plural categories in the type; some texts are missing until the rest is loaded. */
export interface AnyLanguage extends Omit<Language<"other">, "words" | "lessons"> {
  readonly words: Readonly<Partial<Record<Key, string | Forms>>>;
  readonly lessons: Partial<Lessons>;
}

/** The texts that only pages other than the home page need. */
export type Rest = Pick<AnyLanguage, "words" | "lessons">;
