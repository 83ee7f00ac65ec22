import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chosenKey, helpKeys, isCharacter, keyText } from "../src/lib/page/help.svelte";
import { chordOf } from "../src/lib/page/keys";
import { settings } from "../src/lib/settings.svelte";

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.keymap = {};
});

const HOME = { keys: ["H"], does: "keys.home" } as const;

test("letters, digits and signs can be turned off; arrows, Enter and space stay", () => {
  expect(["r", "?", "5", "+", "é"].every(isCharacter)).toBe(true);
  expect(["←", "–", " ", "Enter", "Escape"].some(isCharacter)).toBe(false);
});

test("a replaced key does nothing any more, and the new one takes its function", () => {
  helpKeys.change(HOME, "H", "j");
  expect([helpKeys.defaultKeyOf("j"), helpKeys.defaultKeyOf("h"), helpKeys.defaultKeyOf("q")]).toEqual([
    "h",
    null,
    "q",
  ]);
  expect([chosenKey(HOME, "H"), helpKeys.shown("H"), helpKeys.shown("S")]).toEqual(["J", "J", "S"]);
});

test("a key with Ctrl or Cmd has its own notation, shown as on the keyboard", () => {
  expect([chordOf({ key: "z", shiftKey: false }), chordOf({ key: "Z", shiftKey: true })]).toEqual([
    "Mod+z",
    "Mod+Shift+z",
  ]);
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" });
  expect([keyText("Mod+Z"), keyText("U"), isCharacter("Mod+Z")]).toEqual(["Ctrl+Z", "U", false]);
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)" });
  expect(keyText("Mod+Z")).toBe("⌘Z");
});

test("a key in use swaps with the replaced one", () => {
  helpKeys.change(HOME, "H", "s");
  expect([helpKeys.defaultKeyOf("s"), helpKeys.defaultKeyOf("h")]).toEqual(["h", "s"]);
});

test("a page's own key takes precedence over a key of all pages", () => {
  const gone = helpKeys.add([{ keys: ["H"], does: "keys.free" }]);
  expect(helpKeys.all.filter(({ keys }) => keys[0] === "H").map(({ does }) => does)).toEqual(["keys.free"]);
  gone();
});
