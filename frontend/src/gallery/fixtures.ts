/** People, tables and answers of the server for the gallery. */

import type { Scored, Today } from "../generated/wire";
import { NOTHING, type TableState } from "../lib/tableState";
import type { Advised, GameInfo, Person, Presence, SeatInfo, TableInfo } from "../lib/wire";

/** Names of every length, so that a name which does not fit is seen. */
export const NAMES = ["Mia", "Bartholomäus von Hohenstaufen-Wei", "李小龍", "Easy"];
export const ME: Person = { id: "me", name: NAMES[0] ?? "", guest: true, coins: 12_850 };

export const people = (count: number): SeatInfo[] =>
  NAMES.slice(0, count).map((name, place) => ({ name, person: place === 0 ? ME.id : name, ready: place !== 1 }));

/** People against the house. */
export const practice = (count: number): SeatInfo[] =>
  NAMES.slice(0, count).map((name, place) => (place === 0 ? { name, person: ME.id } : { name: "easy", bot: "easy" }));

export function tableOf(game: string, seats: number, part: Partial<TableInfo> = {}): TableInfo {
  return {
    id: "demo",
    game,
    options: {},
    match: "single",
    status: "playing",
    seats: people(seats),
    bank: 300_000,
    step: 0,
    private: false,
    stake: 0,
    deal: 1,
    commitment: "08359b108fa567f5dcf319fa3434da6abbc1d595f426372666447f09cc5a87dc",
    points: Array.from({ length: seats }, () => 0),
    results: [],
    opened: 0,
    day: "",
    deals: 1,
    match_over: false,
    fresh: true,
    claims: "",
    played: 0,
    host: "",
    closed: "",
    paused: false,
    rated: false,
    known: "",
    ...part,
  };
}

/** Everybody is here but the second, whom the others still wait for. */
export const away = (seats: number, left: number, ready: number | null = null): Presence => ({
  t: "presence",
  seats: NAMES.slice(0, seats).map((_, place) => place !== 1),
  onlookers: 3,
  away: NAMES.slice(0, seats).map((_, place) => (place === 1 ? left : null)),
  ready_in: ready,
});

export const stateOf = (table: TableInfo, part: Partial<TableState> = {}): TableState => ({
  ...NOTHING,
  phase: "open",
  v: 1,
  table,
  seat: 0,
  delay: 18,
  ...part,
});

const gameOf = (name: string, seats: number, part: Partial<GameInfo>): GameInfo => ({
  name,
  summary: "",
  seats,
  matches: ["single", "double"],
  clocks: ["standard", "untimed"],
  claims: [],
  players: ["random", "easy", "medium", "hard"],
  rated: [],
  ratings: {},
  ...part,
});

export const GAMES: readonly GameInfo[] = [
  gameOf("battle", 2, {}),
  gameOf("classic", 4, { matches: ["single", "session"], claims: ["lively", "sealed"] }),
  gameOf("solitaire", 1, { matches: ["single"] }),
];

const best = (name: string, score: number) => ({ name, score, table: name, deal: 0 });

export const TODAY: Today = {
  day: "2026-03-20",
  games: [
    {
      game: "solitaire",
      options: { layout: "turtle" },
      bots: {},
      best: NAMES.slice(0, 3).map((name, place) => best(name, 4210 - 700 * place)),
      guests: [],
    },
    { game: "battle", options: {}, bots: { "1": "medium" }, best: [], guests: [best("Guest Oolong 42", 138)] },
  ],
  tries: { battle: { table: "day", score: 138 } },
  commitment: "08359b108fa567f5dcf319fa3434da6abbc1d595f426372666447f09cc5a87dc",
  tomorrow: "c0ffee108fa567f5dcf319fa3434da6abbc1d595f426372666447f09cc5a87dc",
  yesterday: null,
};

export const SCORED: Scored = {
  ruleset: "british",
  score: 208,
  points: 26,
  doublings: 3,
  lines: [
    { rule: "mahjong", points: 20, doublings: 0, tiles: "", reconstructed: false },
    { rule: "pong", points: 4, doublings: 0, tiles: "777z", reconstructed: false },
    { rule: "kong", points: 2, doublings: 1, tiles: "1111m", reconstructed: true },
    { rule: "dragons", points: 0, doublings: 2, tiles: "777z", reconstructed: false },
  ],
  payments: [
    { who: "winner", tallies: 1248 },
    { who: "east", tallies: -416 },
    { who: "others", tallies: -832 },
  ],
};

export const ADVISED: readonly Advised[] = [
  { move: { type: "take_pair", first: 9, second: 53 }, text: "b1f9", reason: "", notes: [{ code: "scores", n: 5 }] },
  { move: { type: "take_pair", first: 0, second: 27 }, text: "a1d1", reason: "", notes: [{ code: "looks_best" }] },
];
