import { expect, test } from "vitest";
import type { Code, Complaint } from "../src/generated/wire";
import { de } from "../src/i18n/de";
import { en } from "../src/i18n/en";
import { nl } from "../src/i18n/nl";

const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "").sort();

/** Fails to compile when a refusal of the server has no words. */
type Missing = Exclude<`error.${Code}` | `complaint.${Complaint}`, keyof typeof en>;
const everyRefusalHasWords: [Missing] extends [never] ? true : Missing = true;

test.each(Object.entries({ de, nl }))("%s has the keys of English, and nothing else", (_, words) => {
  expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
});

test.each(Object.entries({ de, nl }))("%s fills in the same places as English", (_, words) => {
  for (const [key, text] of Object.entries(en)) expect([key, places(words[key as keyof typeof en])]).toEqual([key, places(text)]);
});

test("no words are empty, and every refusal has some", () => {
  for (const words of [en, de, nl]) for (const text of Object.values(words)) expect(text.trim()).not.toBe("");
  expect(everyRefusalHasWords).toBe(true);
});
