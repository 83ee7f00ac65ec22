import { expect, test } from "vitest";
import { lessons } from "../src/i18n/en";
import type { StepWords } from "../src/i18n/language";
import { OTHERS } from "./languages";

type LessonTexts = Readonly<Record<string, Readonly<Record<string, StepWords>>>>;

const places = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];

test.each(OTHERS)("the lessons in %s have the steps and placeholders of English", (_, language) => {
  const words: LessonTexts = language.lessons;
  expect(Object.keys(words)).toEqual(Object.keys(lessons));
  for (const [game, steps] of Object.entries<LessonTexts[string]>(lessons)) {
    expect(Object.keys(words[game] ?? {})).toEqual(Object.keys(steps));
    for (const [key, { task, hint, done }] of Object.entries(steps)) {
      const other = words[game]?.[key];
      expect([places(other?.task ?? ""), places(other?.hint ?? ""), places(other?.done ?? "")]).toEqual([
        places(task),
        places(hint),
        places(done),
      ]);
      expect(other?.done).toBeTruthy();
    }
  }
});
