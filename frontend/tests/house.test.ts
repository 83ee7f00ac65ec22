import { expect, test } from "vitest";
import { LOOKS, portrait } from "../src/boards/looks";
import { HOUSE_PLAYERS, RANKS } from "../src/generated/wire";
import { chosenLevel, housePlayer, levelName, MOST_STARS, offeredLevels, playersOf, starsOf } from "../src/lib/levels";
import { moodOf } from "../src/lib/match";
import { playerName, seatName } from "../src/lib/names";
import { counted, newsOf } from "../src/lib/runs";
import { settings } from "../src/lib/settings.svelte";
import type { GameInfo } from "../src/lib/wire";

test("every house player has a portrait of their own, and nobody else has one", () => {
  expect(Object.keys(LOOKS)).toEqual(HOUSE_PLAYERS.map(({ name }) => name));
  const drawn = Object.values(LOOKS).map((look) => JSON.stringify(portrait(look)));
  expect(new Set(drawn).size).toBe(drawn.length);
});

test("every level of every game has three house players, the stronger the more stars", () => {
  for (const [game, levels] of Object.entries(RANKS)) {
    const stars = Object.keys(levels).map((level) => starsOf(game, level) ?? 0);
    expect(stars).toEqual([...stars].sort((one, other) => one - other));
    expect([stars[0], stars.at(-1)]).toEqual([1, MOST_STARS]);
    for (const level of Object.keys(levels)) expect(playersOf(game, level)).toHaveLength(3);
  }
});

test("a level has the same word in every game, whatever programs call it", () => {
  expect([levelName("battle", "greedy"), levelName("classic", "easy"), levelName("solitaire", "hint")]).toEqual(
    Array.from({ length: 3 }, () => "Easy"),
  );
  expect([levelName("battle", "perfect"), levelName("classic", "master")]).toEqual(["Perfect", "Master"]);
});

test("levels that are called alike are offered once, the stronger one", () => {
  for (const [name, levels] of Object.entries(RANKS)) {
    const offered = offeredLevels({ name, players: Object.keys(levels) } as unknown as GameInfo);
    const words = offered.map((level) => levelName(name, level));
    expect(words).toEqual([...new Set(words)]);
    expect(words).toEqual([...new Set(Object.keys(levels).map((level) => levelName(name, level)))]);
  }
  const classic = { name: "classic", players: Object.keys(RANKS.classic) } as unknown as GameInfo;
  expect(offeredLevels(classic)).not.toContain("hard");
});

test("a level that plays as a weaker one under a ruleset is not offered there", () => {
  const classic = { name: "classic", players: Object.keys(RANKS.classic) } as unknown as GameInfo;
  settings.levels["classic"] = "master";
  expect(chosenLevel(classic, "british")).toBe("master");
  expect(offeredLevels(classic, "club")).toEqual(offeredLevels(classic).filter((level) => level !== "master"));
  expect(chosenLevel(classic, "club")).toBe("expert");
  delete settings.levels["classic"];
});

test("a house player is known by name, with a number too; at old tables by level", () => {
  expect(housePlayer("Tavi 2")).toEqual({ name: "Tavi", stars: 2 });
  expect(housePlayer("Tavina")).toBeUndefined();
  expect(seatName("battle", { name: "Tavi", bot: "greedy" })).toBe("Tavi");
  expect(seatName("battle", { name: "greedy", bot: "greedy" })).toBe("Easy");
  expect([playerName("classic", "easy"), playerName("classic", "Ann")]).toEqual(["Easy", "Ann"]);
});

test("wins in a row and a best result are told when they come, and a deal counts once", () => {
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

test("an end is won, lost or drawn for who plays, and only seen by an onlooker", () => {
  expect([moodOf([0], 0, 2), moodOf([1], 0, 2), moodOf([], 0, 4), moodOf([0, 1], 0, 2)]).toEqual([
    "won",
    "lost",
    "drawn",
    "drawn",
  ]);
  expect([moodOf([], 0, 1), moodOf([0], 0, 1), moodOf([0], null, 2)]).toEqual(["lost", "won", "seen"]);
});
