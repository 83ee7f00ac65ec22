import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chosenKey, helpKeys, isCharacter } from "../src/lib/help.svelte";
import { settings } from "../src/lib/settings.svelte";

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.keymap = {};
});

const HOME = { keys: ["H"], does: "keys.home" } as const;

test("letters, digits and signs can be switched off; arrows, Enter and space stay", () => {
  expect(["r", "?", "5", "+", "é"].every(isCharacter)).toBe(true);
  expect(["←", "–", " ", "Enter", "Escape"].some(isCharacter)).toBe(false);
});

test("a key that was changed does nothing any more, and the new one does the same", () => {
  helpKeys.change(HOME, "H", "j");
  expect([helpKeys.meant("j"), helpKeys.meant("h"), helpKeys.meant("q")]).toEqual(["h", null, "q"]);
  expect([chosenKey(HOME, "H"), helpKeys.shown("H"), helpKeys.shown("S")]).toEqual(["J", "J", "S"]);
});

test("a key that is taken changes places", () => {
  helpKeys.change(HOME, "H", "s");
  expect([helpKeys.meant("s"), helpKeys.meant("h")]).toEqual(["h", "s"]);
});

test("where a page wants a key of every page, it has it alone", () => {
  const gone = helpKeys.add([{ keys: ["H"], does: "keys.free" }]);
  expect(helpKeys.all.filter(({ keys }) => keys[0] === "H").map(({ does }) => does)).toEqual(["keys.free"]);
  gone();
});
