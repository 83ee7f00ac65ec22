import { expect, test } from "vitest";
import { OPTIONS } from "../src/generated/wire";
import { MEANINGS } from "../src/i18n/options";

const names = Object.values(OPTIONS).flat();

test.each(Object.entries(MEANINGS))("every option of every game is explained in %s, and nothing else is", (_, meanings) => {
  expect(Object.keys(meanings).sort()).toEqual([...names].sort());
  for (const meaning of Object.values(meanings)) expect(meaning.trim()).not.toBe("");
});

test("there are many options, and every game has some", () => {
  expect(Object.keys(OPTIONS)).toEqual(["battle", "classic", "solitaire"]);
  expect(names.length).toBeGreaterThan(130);
  expect(new Set(names).size).toBe(names.length);
});
