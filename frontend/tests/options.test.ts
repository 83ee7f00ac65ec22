import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { OPTIONS, type OptionInfo } from "../src/generated/wire";
import { cardOf } from "../src/games/cards";
import { defaultWords, valueWords } from "../src/lib/options";
import { settings } from "../src/lib/settings.svelte";
import { EVERY } from "./languages";

// The rules' description of every option.
const described = JSON.parse(readFileSync(new URL("options.json", import.meta.url), "utf8")) as Pick<
  OptionInfo,
  "key" | "accepts" | "defaults"
>[];

const names = Object.values(OPTIONS).flat();

test("every game has options", () => {
  expect(Object.keys(OPTIONS)).toEqual(["battle", "classic", "solitaire"]);
  expect(names.length).toBeGreaterThan(130);
  expect(new Set(names).size).toBe(names.length);
});

afterEach(() => void (settings.lang = "en"));

describe.each(EVERY)("options in %s", (lang) => {
  test("every option lists its values and its default under every ruleset", () => {
    settings.lang = lang;
    expect(described.map((option) => option.key).sort()).toEqual([...names].sort());
    for (const { key, accepts, defaults } of described) {
      for (const words of [valueWords(accepts), ...Object.values(defaults).map(defaultWords)])
        expect(words, key).toMatch(/^(?!.*(undefined|null|\[object|\{)).+$/);
    }
  });
});

test("a card offers nothing that its game does not accept", () => {
  for (const game of Object.keys(OPTIONS)) {
    const accepts = (name: string): OptionInfo["accepts"] =>
      described.find((option) => option.key === `${game}.${name}`)?.accepts ?? [];
    const { choices, players = [] } = cardOf(game);
    for (const { name, values } of choices.filter(({ isMatch }) => !isMatch))
      expect(accepts(name).flatMap((kind) => kind.choices ?? [])).toEqual(expect.arrayContaining([...values]));
    for (const count of players) expect(accepts("players")[0]?.most).toBeGreaterThanOrEqual(count);
  }
});

test("values are described by their kinds", () => {
  const words = (key: string): string => valueWords(described.find((option) => option.key === key)?.accepts ?? []);
  expect(words("battle.least_opening_moves")).toBe("0 to 12");
  expect(words("ruleset.limit")).toBe("1 to 1,000,000, none");
  expect(words("ruleset.kong_box_size")).toBe("dice, 2 to 40");
  expect(words("ruleset.sets.chow")).toBe("two numbers: melded, concealed");
  expect(words("ruleset.bonus_tiles")).toBe("yes, no");
  expect(words("ruleset.winds")).toBe("several of: East, South, West, North");
  expect(words("solitaire.level")).toBe("gentle, classic, wild");
  expect([defaultWords(true), defaultWords(null), defaultWords([0, 4]), defaultWords("turtle")]).toEqual([
    "yes",
    "none",
    "0, 4",
    "turtle",
  ]);
});
