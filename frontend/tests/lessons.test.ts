import { expect, test } from "vitest";
import { LESSONS } from "../src/i18n/lessons";

const { en, ...others } = LESSONS;
const places = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];

test.each(Object.entries(others))("the lessons in %s have the steps and places of English", (_, words) => {
  expect(Object.keys(words)).toEqual(Object.keys(en));
  for (const [game, steps] of Object.entries(en)) {
    expect(Object.keys(words[game] ?? {})).toEqual(Object.keys(steps));
    for (const [key, { task, hint, done }] of Object.entries(steps)) {
      const other = words[game]?.[key];
      expect([places(other?.task ?? ""), places(other?.hint ?? ""), places(other?.done ?? "")]).toEqual([places(task), places(hint), places(done)]);
      expect(other?.done).toBeTruthy();
    }
  }
});
