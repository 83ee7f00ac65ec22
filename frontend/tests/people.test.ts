import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Figure, GameStatistics, RatingChange } from "../src/generated/wire";
import { figuresOf, profileOf, valueOfBeginning, variantShare } from "../src/games/profiles";
import { learnPeople, maybeP, p, type PeopleWords } from "../src/i18n/people/people.svelte";
import { words as english } from "../src/i18n/people/en";
import { LANGS } from "../src/i18n/languages";
import { courseOf, outlineOf, roundStep } from "../src/lib/page/curve";
import { fittingLevels } from "../src/lib/people/fitting.svelte";
import { profilePath } from "../src/lib/people/names";
import { ANY_DEAL, dealsPath, lastChanges, monthsUntil, nextPage, ratingText, winRate } from "../src/lib/people/people";
import { settings } from "../src/lib/settings.svelte";
import { badgeName, figureText, tallyName } from "../src/parts/profile/words";

const BOX = { left: 0, top: 0, width: 100, height: 50 };
const FILES = import.meta.glob<PeopleWords>("../src/i18n/people/??.ts", { import: "default", eager: true });

beforeAll(() => learnPeople("en"));
afterEach(() => void (settings.lang = "en"));

describe("a curve", () => {
  test("has a scale of few round lines around its values and their intervals", () => {
    const { scale } = courseOf(
      [1500, 1524].map((value, at) => ({ at, value, reach: 60 })),
      BOX,
    );
    expect(scale.map(({ value }) => value)).toEqual([1450, 1500, 1550, 1600]);
    expect([scale[0]?.y, scale.at(-1)?.y]).toEqual([50, 0]);
  });

  test("runs from left to right, higher values at the top", () => {
    const { spots, line, band } = courseOf(
      [
        { at: 1, value: 0 },
        { at: 9, value: 1 },
      ],
      BOX,
      [0, 1],
    );
    expect(spots.map(({ x, y }) => [x, y])).toEqual([
      [0, 50],
      [100, 0],
    ]);
    expect([line, band]).toEqual(["M0.0 50.0L100.0 0.0", ""]);
  });

  test("is not flattened by the wide interval of its first points", () => {
    const points = [400, 60].map((reach, at) => ({ at, value: 1500, reach }));
    const { scale, band } = courseOf(points, BOX);
    expect([scale[0]?.value, scale.at(-1)?.value]).toEqual([1400, 1600]);
    expect(band.startsWith("M0.0 0.0L")).toBe(true);
  });

  test("is drawn even if its value never changes", () => {
    const { spots, scale } = courseOf(
      [
        { at: 1, value: 7 },
        { at: 2, value: 7 },
      ],
      BOX,
    );
    expect(spots.every(({ y }) => Number.isFinite(y))).toBe(true);
    expect(scale.length).toBeGreaterThan(1);
  });

  test("has a summary in figures", () => {
    const points = [5, 9, 2, 6].map((value, at) => ({ at, value }));
    expect(outlineOf(points)).toEqual({ from: 0, to: 3, first: 5, last: 6, low: 2, high: 9 });
    expect(outlineOf([])).toBeNull();
  });

  test.each([
    [0.9, 0.2],
    [4, 1],
    [23, 5],
    [240, 50],
    [700, 200],
  ])("over %s has steps of %s", (range, step) => {
    expect(roundStep(range)).toBe(step);
  });
});

const figure = (name: string, total: number, deals: number, best = 0): Figure => ({ name, total, deals, best });
const statistics = (game: string, ...figures: Figure[]): GameStatistics => {
  const all = { key: "", name: "", deals: 10, won: 4, drawn: 2, points: 0, best: 0, streak: 0, longest: 0 };
  return { game, all, seats: [], variants: [], months: [], opponents: [], figures };
};

test("a draw is no win, and no deals give no rate", () => {
  expect(winRate({ won: 4, deals: 10 })).toBe(0.4);
  expect(winRate({ won: 0, deals: 0 })).toBeNull();
});

test("the advantage of moving first is the difference of both rates, and unknown without one of them", () => {
  const both = figuresOf(statistics("battle", figure("won_beginning", 6, 10), figure("won_second", 4, 10)));
  expect(valueOfBeginning(both)).toBeCloseTo(0.2);
  expect(valueOfBeginning(figuresOf(statistics("battle", figure("won_second", 4, 10))))).toBeNull();
});

test("every game has its own figures, formatted for people", () => {
  const classic = statistics(
    "classic",
    figure("deal_in", 3, 20),
    figure("hand", 240, 4, 512),
    figure("claimed", 30, 20),
  );
  const shown = profileOf("classic").figures(figuresOf(classic), classic);
  expect(shown.map(figureText)).toEqual(["15%", "60", "512", "0", "1.5"]);
  expect(figureText({ value: 0.123, as: "points" })).toBe("+12.3%");
  expect(profileOf("chess").figures(new Map(), classic)).toEqual([]);
});

test("boards cleared are counted for each layout", () => {
  const played = statistics("solitaire", figure("cleared", 3, 8), figure("cleared:turtle", 3, 4));
  expect([variantShare(played, "turtle"), variantShare(played, "moat")]).toEqual([0.75, null]);
});

test("an uncertain rating has a question mark", () => {
  expect(ratingText({ rating: 1512, provisional: true })).toBe("1512?");
  expect(ratingText({ rating: 1512, provisional: false })).toBe("1512");
});

test("a level is suggested only to people who have played rated matches", () => {
  const rating = { rating: 1500, low: 1300, high: 1700, deviation: 90, provisional: false, games: 4 };
  const ratings = [
    { game: "battle", rating, level: "easy" },
    { game: "classic", rating: { ...rating, games: 0 }, level: "easy" },
    { game: "solitaire", rating, level: "" },
  ];
  expect(fittingLevels(ratings)).toEqual({ battle: "easy" });
});

test("the end of a match shows only that match's rating changes", () => {
  const change = (person: string, at: number): RatingChange => ({
    person,
    game: "battle",
    at,
    table: "t",
    before: 1500,
    after: 1512,
    deviation: 90,
  });
  const changes = [change("ann", 1), change("bob", 1), change("ann", 2), change("bob", 2)];
  expect(lastChanges(changes).map(({ person, at }) => [person, at])).toEqual([
    ["ann", 2],
    ["bob", 2],
  ]);
  expect(lastChanges([])).toEqual([]);
});

test("filters are part of the address, and the next page keeps them", () => {
  const path = dealsPath("J. Doe", { ...ANY_DEAL, game: "battle", rated: "true" }, 20);
  expect(path).toBe("/people/J.%20Doe/deals?game=battle&rated=true&limit=20");
  expect(nextPage(`</api/v1${path}&after=abc>; rel="next"`)).toBe(`${path}&after=abc`);
  expect(nextPage(null)).toBeNull();
});

test("months go back across the turn of the year", () => {
  expect(monthsUntil("2026-02", 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
});

test("profiles have an address, but deleted people and empty names have none", () => {
  expect(profilePath("李小龍")).toBe("/@%E6%9D%8E%E5%B0%8F%E9%BE%8D");
  expect(profilePath("Ann (bot)")).toBe("/@Ann");
  expect([profilePath("Former player 12"), profilePath("")]).toEqual([null, null]);
});

test("badges, variants and opponents have plain names", () => {
  expect(badgeName("special:thirteen_wonders", "Thirteen Unique Wonders")).toBe("Thirteen Unique Wonders");
  expect(badgeName("cleared:twin-towers", "twin-towers")).toBe("Two Towers");
  expect(badgeName("streak:25", "25")).toBe("25 wins in a row");
  const line = { ...statistics("").all, key: "bot:easy" };
  expect(tallyName("classic", "opponents", line)).toMatch(/ \(house\)$/);
  expect(tallyName("solitaire", "variants", { ...line, key: "own" })).toBe("A layout of one’s own");
});

describe("the texts of profiles", () => {
  const places = (text: unknown): string[] => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort();

  test.each(LANGS)("in %s have the keys and placeholders of English", async (lang) => {
    const words = FILES[`../src/i18n/people/${lang}.ts`];
    expect(Object.keys(words ?? {}).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english))
      expect([key, places(words?.[key as keyof PeopleWords])]).toEqual([key, places(text)]);
    const forms = [...new Intl.PluralRules(lang).resolvedOptions().pluralCategories].sort();
    expect(Object.keys(words?.matches ?? {}).sort()).toEqual(forms);
    settings.lang = lang;
    await learnPeople(lang);
    expect(p("matches", { n: 1 })).not.toBe(p("matches", { n: 2 }));
    await learnPeople("en");
  });

  test("have a replacement if they do not exist", () => expect(maybeP("record.nothing", "so")).toBe("so"));
});
