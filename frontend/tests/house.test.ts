import { expect, test, vi } from "vitest";
import { layersOf, PORTRAITS } from "../src/boards/portrait/portraits";
import { HOUSE_PLAYERS, RANKS } from "../src/generated/wire";
import {
  chosenLevel,
  housePlayer,
  levelName,
  MOST_STARS,
  offeredLevels,
  playersOf,
  starsOf,
} from "../src/lib/people/levels";
import { moodOf } from "../src/lib/table/match";
import { playerName, seatName } from "../src/lib/people/names";
import { countDeal, counted, newsOf } from "../src/lib/table/streaks";
import { settings } from "../src/lib/settings.svelte";
import type { GameInfo } from "../src/lib/wire";

test("every house player has a portrait, and nobody else has one", () => {
  expect(Object.keys(PORTRAITS)).toEqual(HOUSE_PLAYERS.map(({ name }) => name));
  const drawn = Object.values(PORTRAITS).map((look) => JSON.stringify(layersOf(look)));
  expect(new Set(drawn).size).toBe(drawn.length);
});

test("every level of every game has three house players, and stronger levels have more stars", () => {
  for (const [game, levels] of Object.entries(RANKS)) {
    const stars = Object.keys(levels).map((level) => starsOf(game, level) ?? 0);
    expect(stars).toEqual([...stars].sort((one, other) => one - other));
    expect([stars[0], stars.at(-1)]).toEqual([1, MOST_STARS]);
    for (const level of Object.keys(levels)) expect(playersOf(game, level)).toHaveLength(3);
  }
});

test("a level of the same strength has the same word in every game", () => {
  expect([levelName("battle", "greedy"), levelName("classic", "easy"), levelName("solitaire", "hint")]).toEqual(
    Array.from({ length: 3 }, () => "Easy"),
  );
  expect([levelName("battle", "perfect"), levelName("classic", "master")]).toEqual(["Perfect", "Master"]);
});

test("of levels with the same name only the stronger one is offered", () => {
  for (const [name, levels] of Object.entries(RANKS)) {
    const offered = offeredLevels({ name, players: Object.keys(levels) } as unknown as GameInfo);
    const words = offered.map((level) => levelName(name, level));
    expect(words).toEqual([...new Set(words)]);
    expect(words).toEqual([...new Set(Object.keys(levels).map((level) => levelName(name, level)))]);
  }
  const classic = { name: "classic", players: Object.keys(RANKS.classic) } as unknown as GameInfo;
  expect(offeredLevels(classic)).not.toContain("hard");
});

test("a level that plays like a weaker one under a ruleset is not offered there", () => {
  const classic = { name: "classic", players: Object.keys(RANKS.classic) } as unknown as GameInfo;
  settings.levels["classic"] = "master";
  expect(chosenLevel(classic, "british")).toBe("master");
  expect(offeredLevels(classic, "club")).toEqual(offeredLevels(classic).filter((level) => level !== "master"));
  expect(chosenLevel(classic, "club")).toBe("expert");
  delete settings.levels["classic"];
});

test("a house player is recognised by name, even with a number; at old tables by level", () => {
  expect(housePlayer("Tavi 2")).toEqual({ name: "Tavi", stars: 2 });
  expect(housePlayer("Tavina")).toBeUndefined();
  expect(seatName("battle", { name: "Tavi", bot: "greedy" })).toBe("Tavi");
  expect(seatName("battle", { name: "greedy", bot: "greedy" })).toBe("Easy");
  expect([playerName("classic", "easy"), playerName("classic", "Ann")]).toEqual(["Easy", "Ann"]);
});

test("winning streaks and best results are announced, and a deal counts once", () => {
  const first = counted({ wins: 0, best: null, deal: "" }, "a/0", true, 40);
  const second = counted(first, "a/1", true, 70);
  expect(newsOf(first, second)).toEqual({ wins: 2, best: 70 });
  expect(counted(second, "a/1", true, 70)).toEqual(second);
  const third = counted(second, "a/2", false, 90);
  expect([third, newsOf(second, third)]).toEqual([
    { wins: 0, best: 70, deal: "a/2" },
    { wins: null, best: null },
  ]);
});

test("streaks that an older version stored go on", () => {
  const storage = new Map([["teahouse.runs", JSON.stringify({ "ann/easy": { wins: 3, best: 40, deal: "a/0" } })]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  expect(countDeal("ann/easy", "a/1", true, 50)).toEqual({ wins: 4, best: 50 });
  expect(countDeal("ann/easy", "a/2", true, 30)).toEqual({ wins: 5, best: null });
  expect([...storage.keys()]).toEqual(["teahouse.streaks"]);
  vi.unstubAllGlobals();
});

test("an end is won, lost or drawn for a player, and only seen by an onlooker", () => {
  expect([moodOf([0], 0, 2), moodOf([1], 0, 2), moodOf([], 0, 4), moodOf([0, 1], 0, 2)]).toEqual([
    "won",
    "lost",
    "drawn",
    "drawn",
  ]);
  expect([moodOf([], 0, 1), moodOf([0], 0, 1), moodOf([0], null, 2)]).toEqual(["lost", "won", "seen"]);
});
