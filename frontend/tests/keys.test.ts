import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chosenKey, helpKeys, isCharacter, keyText } from "../src/lib/help.svelte";
import { chordOf } from "../src/lib/keys";
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

test("what is pressed with Ctrl or Cmd has a name of its own, and is told as the keyboard has it", () => {
  expect([chordOf({ key: "z", shiftKey: false }), chordOf({ key: "Z", shiftKey: true })]).toEqual([
    "Mod+z",
    "Mod+Shift+z",
  ]);
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" });
  expect([keyText("Mod+Z"), keyText("U"), isCharacter("Mod+Z")]).toEqual(["Ctrl+Z", "U", false]);
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)" });
  expect(keyText("Mod+Z")).toBe("⌘Z");
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
