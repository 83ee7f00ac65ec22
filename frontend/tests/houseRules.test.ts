import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { OptionInfo } from "../src/generated/wire";
import { loadNames } from "../src/i18n/options/names";
import { RulesEditor } from "../src/lib/houseRules.svelte";
import { explained, optionName } from "../src/parts/rules/optionWords";
import { settings } from "../src/lib/settings.svelte";
import { EVERY } from "./languages";

const described = (JSON.parse(readFileSync(new URL("options.json", import.meta.url), "utf8")) as OptionInfo[]).filter(
  ({ key }) => key.startsWith("ruleset."),
);

afterEach(() => void (settings.lang = "en"));

describe.each(EVERY)("the options of a ruleset in %s", (lang) => {
  test("have different names, an explanation each, and words for every value", async () => {
    settings.lang = lang;
    const words = await loadNames();
    const names = described.map((option) => optionName(option, words));
    expect(names.filter((name) => name.trim() === "")).toEqual([]);
    for (const option of described) {
      if (!option.name.includes(".")) expect(words.names, option.name).toHaveProperty([option.name]);
      expect(explained(option).length, option.name).toBeGreaterThan(2);
      for (const value of option.accepts.flatMap(({ kind, choices = [] }) => (kind === "choice" ? choices : [])))
        if (typeof value === "string" && !["East", "South", "West", "North"].includes(value))
          expect(
            words.values[`${option.name}.${value}`] ?? words.values[`${option.name.split(".")[0]}.${value}`],
            `${option.name}.${value}`,
          ).toBeTypeOf("string");
    }
  });
});

test("an option reset to its base value is no change", () => {
  const editor = new RulesEditor();
  editor.set("limit", 500, 2000);
  editor.set("winds", ["East"], ["East", "West"]);
  expect(editor.changes).toEqual({ limit: 500, winds: ["East"] });
  expect(editor.value("limit", 2000)).toBe(500);
  editor.set("winds", ["East", "West"], ["East", "West"]);
  editor.set("limit", 2000, 2000);
  expect(editor.changes).toEqual({});
});
