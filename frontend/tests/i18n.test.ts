import { afterEach, describe, expect, test } from "vitest";
import facts from "../src/generated/tiles.json";
import type { Code, Complaint } from "../src/generated/wire";
import { words as english } from "../src/i18n/en";
import { dayText, number, percent, scoresText, signed, t, tenths, tileName } from "../src/i18n/i18n.svelte";
import type { AnyLanguage, CountKey, Forms, Key, Words } from "../src/i18n/language";
import { languageName, LANGS } from "../src/i18n/languages";
import { settings } from "../src/lib/settings.svelte";
import { EVERY, OTHERS } from "./languages";

type Text = string | Forms;

const KEYS = Object.keys(english) as Key[];
const COUNTED = KEYS.filter((key): key is CountKey => typeof english[key] !== "string");
const forms = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));
const places = (text: Text): string[] =>
  [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
const plurals = ({ words }: AnyLanguage): [string, Forms][] =>
  Object.entries<Text>(words).filter((entry): entry is [string, Forms] => typeof entry[1] !== "string");

/** Does not compile if one of the server's refusals has no text. */
type Missing = Exclude<`error.${Code}` | `complaint.${Complaint}`, Key>;
const everyRefusalHasWords: [Missing] extends [never] ? true : Missing = true;

afterEach(() => void (settings.lang = "en"));

test("tiles carry the letters of their winds, a different one for each honour", () => {
  const letters = new Map(Object.entries<Record<string, string>>(facts.letters));
  for (const [lang, { words }] of EVERY) {
    const [given, known] = [letters.get(lang) ?? {}, new Map(Object.entries<Text>(words))];
    const winds = ["East", "South", "West", "North"].map((wind) =>
      forms(known.get(`wind.${wind}`) ?? "")[0]?.charAt(0),
    );
    expect(["1z", "2z", "3z", "4z"].map((tile) => given[tile])).toEqual(winds);
    expect(new Set(Object.values(given)).size).toBe(7);
  }
});

test("every language has a file and its own name", () => {
  expect(LANGS.map(languageName)).toEqual(expect.arrayContaining(["English", "Deutsch", "Français", "Nederlands"]));
  expect(EVERY.map(([lang]) => lang)).toEqual(LANGS);
});

test.each(OTHERS)("%s has the keys of English, and nothing else", (_, { words }) => {
  expect(Object.keys(words).sort()).toEqual([...KEYS].sort());
});

test.each(OTHERS)("%s fills in the same places as English", (_, { words }) => {
  for (const key of KEYS) expect([key, places(words[key] ?? "")]).toEqual([key, places(english[key])]);
});

test("no text is empty, and every refusal has one", () => {
  for (const [, { words }] of EVERY)
    for (const text of Object.values<Text>(words)) for (const form of forms(text)) expect(form.trim()).not.toBe("");
  expect(everyRefusalHasWords).toBe(true);
});

test("the compiler rejects a text without a plural category, and a plural without its number", () => {
  // @ts-expect-error - the category `one` is missing
  const lacking: Words<"one">["coins"] = { other: "{n} coins" };
  // @ts-expect-error - a plain text has no plural forms
  const uncounted: Words<"one">["coins"] = "{n} coins";
  const whole: Words<"few" | "one">["coins"] = { one: "", few: "", other: "" };
  // @ts-expect-error - the plural form depends on `n`
  const uncountedCoins = t("coins");
  expect([lacking, uncounted, whole, uncountedCoins]).toHaveLength(4);
});

describe.each(EVERY)("numbers in %s", (lang, language) => {
  const rules = new Intl.PluralRules(lang);

  test("plural texts have exactly the categories of this language", () => {
    const expected = [...rules.resolvedOptions().pluralCategories].sort();
    for (const [key, text] of plurals(language)) expect([key, Object.keys(text).sort()]).toEqual([key, expected]);
  });

  test.each([0, 1, 2, 5, 1.04, 2000])("the form for %s is that of its category", (n) => {
    settings.lang = lang;
    const category = new Intl.PluralRules(lang, { maximumFractionDigits: 1 }).select(n);
    for (const key of COUNTED) {
      const form = (language.words[key] as Forms)[category] ?? "";
      expect(t(key, { n })).toBe(form.replace("{n}", number(n)));
    }
  });

  test("one and several differ if the words around the number change", () => {
    settings.lang = lang;
    for (const key of ["coins", "points", "solitaire.tilesLeft", "classic.wallSay"] as const) {
      expect(t(key, { n: 1 }).replace("1", "2")).not.toBe(t(key, { n: 2 }));
    }
  });

  test("all tiles have different names", () => {
    settings.lang = lang;
    const tiles = ["m", "p", "s"].flatMap((suit) => Array.from("123456789", (rank) => rank + suit));
    tiles.push(...Array.from("1234567", (rank) => `${rank}z`), ...Array.from("12345678", (rank) => `${rank}f`));
    const names = tiles.map(tileName);
    expect(new Set(names).size).toBe(42);
    for (const name of names) expect(name).toMatch(/^(?!.*[{}])\D{3,}$/);
  });
});

test("English has the right plurals", () => {
  expect(t("solitaire.tilesLeft", { n: 1 })).toBe("1 tile left");
  expect(t("solitaire.tilesLeft", { n: 0 })).toBe("0 tiles left");
  expect(t("coins", { n: 2000 })).toBe("2,000 coins");
  expect(t("classic.wallSay", { n: 1, box: 14 })).toBe("1 tile in the wall, 14 in the Kong Box.");
  expect(t("advice.danger", { n: 1.04 })).toBe("may cost 1 point");
});

test("French uses the singular for zero", () => {
  settings.lang = "fr";
  expect([0, 1, 2].map((n) => t("coins", { n }))).toEqual(["0 pièce", "1 pièce", "2 pièces"]);
});

test.each([
  ["en", "2,000", "+1,234.5", "9.5", "43%", "2,000 : −30", "Monday 16 November"],
  ["de", "2.000", "+1.234,5", "9,5", "43 %", "2.000 : −30", "Montag, 16. November"],
  ["nl", "2.000", "+1.234,5", "9,5", "43%", "2.000 : −30", "maandag 16 november"],
  ["fr", "2 000", "+1 234,5", "9,5", "43 %", "2 000 : −30", "lundi 16 novembre"],
])("numbers and days have the format of %s", (lang, ...expected) => {
  settings.lang = lang;
  const shown = [
    number(2000),
    signed(1234.5),
    tenths(9.5),
    percent(0.43),
    scoresText([2000, -30]),
    dayText("2026-11-16"),
  ];
  expect(shown.map((text) => text.replace(/\s/g, " "))).toEqual(expected);
});

test.each([
  ["en", "5p", "Five of Circles"],
  ["en", "7z", "Red Dragon"],
  ["de", "5p", "Kreis Fünf"],
  ["de", "4f", "Bambusblüte"],
  ["nl", "9m", "Karakter Negen"],
  ["nl", "1z", "Oostenwind"],
  ["fr", "5p", "Cinq de Cercle"],
  ["fr", "3z", "Vent d’Ouest"],
])("in %s the tile %s is called %s", (lang, tile, name) => {
  settings.lang = lang;
  expect(tileName(tile)).toBe(name);
});

test("French has no-break spaces before colons", () => {
  const french = OTHERS.find(([lang]) => lang === "fr")?.[1].words ?? {};
  const wrong = Object.values<Text>(french).flatMap(forms);
  expect(wrong.filter((text) => /[^\u00a0\u202f\d]:( |$)/.test(text))).toEqual([]);
});

test("French has narrow no-break spaces before ; ! ? and no-break spaces before : and within « »", () => {
  const { words, lessons } = new Map(OTHERS).get("fr")!;
  const texts = JSON.stringify([words, lessons]).match(/"(?:[^"\\]|\\.)*"(?!:)/g) ?? [];
  const wrong = texts.filter((text) =>
    /[^\u202f?!][;!?](?=[\s"])| :|« | »/u.test(text.replaceAll(/\?!|\?\?|!\?/g, "")),
  );
  expect(wrong).toEqual([]);
});
