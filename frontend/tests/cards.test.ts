import { afterEach, expect, test } from "vitest";
import { cardOf, chosenValue } from "../src/games/cards";
import { settings } from "../src/lib/settings.svelte";

afterEach(() => void (settings.levels = {}));

test("Solitaire's default is a gentle deal on layouts where classic deals are rare, and it says so", () => {
  const level = cardOf("solitaire").choices.find(({ name }) => name === "level");
  if (level === undefined) throw new Error("a level can be chosen");
  expect(chosenValue("solitaire", level)).toBe("classic");
  expect(level.word?.("classic")).toBeUndefined();
  settings.levels = { "solitaire.layout": "terrace" };
  expect(chosenValue("solitaire", level)).toBe("gentle");
  expect(level.word?.("classic")).toContain("nearly always gentle");
  settings.levels = { "solitaire.layout": "terrace", "solitaire.level": "classic" };
  expect(chosenValue("solitaire", level)).toBe("classic");
});
