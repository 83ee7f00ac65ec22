/** Profiles, leaders and records for the gallery. */

import type { Badge, Comparison, GameStatistics, HouseRecord, Leader, Profile, Tally } from "../generated/wire";
import { ME, NAMES } from "./fixtures";

const AT = Date.UTC(2026, 2, 20);
const DAY = 86_400_000;

const tally = (key: string, deals: number, part: Partial<Tally> = {}): Tally => ({
  key,
  name: "",
  deals,
  won: Math.floor(deals / 2),
  drawn: 1,
  points: 40 * deals,
  best: 312,
  streak: 2,
  longest: 7,
  ...part,
});

const statistics = (game: string, variants: readonly string[], figures: readonly string[]): GameStatistics => ({
  game,
  all: tally("", 128),
  seats: ["0", "1"].map((key) => tally(key, 64)),
  variants: variants.map((key, place) => tally(key, 60 - 9 * place)),
  months: ["2026-03", "2026-02"].map((key) => tally(key, 30)),
  opponents: [tally("p2", 20, { name: NAMES[1] ?? "" }), tally("bot:easy", 12)],
  figures: figures.map((name, place) => ({ name, total: 30 + place, deals: 64, best: 96 })),
});

const BADGES: readonly Badge[] = ["streak:5", "special:thirteen_wonders"].map((name) => ({
  game: "classic",
  name,
  at: AT,
  table: "demo",
  deal: 0,
}));

const RATING = { rating: 1612, low: 1456, high: 1769, deviation: 80, provisional: false, games: 12 };

export const PROFILE: Profile = {
  id: ME.id,
  name: ME.name,
  guest: false,
  since: AT,
  private: false,
  ratings: [
    { game: "battle", rating: RATING, level: "medium" },
    { game: "classic", rating: { ...RATING, rating: 1498, provisional: true }, level: "simple" },
  ],
  games: [
    statistics("classic", ["british", "bmja"], ["deal_in", "hand", "special", "claimed"]),
    statistics("battle", [], ["won_beginning", "won_second", "margin"]),
    statistics("solitaire", ["turtle", "own"], ["cleared", "cleared:turtle"]),
  ],
  badges: BADGES,
};

export const WINNABLE = [
  { game: "classic", name: "streak:5", what: "5" },
  { game: "classic", name: "special:thirteen_wonders", what: "Thirteen Unique Wonders" },
  { game: "classic", name: "special:imperial_jade", what: "Imperial Jade" },
];

export const COMPARISON: Comparison = {
  one: PROFILE,
  other: { ...PROFILE, id: "p2", name: NAMES[1] ?? "", games: PROFILE.games.slice(0, 2), ratings: [] },
  together: { battle: tally("p2", 20) },
  others: { battle: tally("p1", 20) },
};

export const LEADERS: readonly Leader[] = NAMES.slice(0, 3).map((name, place) => ({
  person: place === 0 ? ME.id : name,
  name,
  rating: { ...RATING, rating: 1700 - 40 * place, provisional: place === 2 },
}));

export const RECORDS: readonly HouseRecord[] = [
  { game: "classic", name: "hand", variant: "", value: 1000, holder: NAMES[1] ?? "" },
  { game: "solitaire", name: "score", variant: "turtle", value: 5210, holder: "" },
].map((one) => ({ ...one, person: "", table: "demo", deal: 0, at: AT }));

export const CURVE = [1500, 1540, 1519, 1590, 1612].map((rating, place) => ({
  at: AT + place * DAY,
  rating,
  deviation: 110 - 12 * place,
  table: "demo",
}));

export const ANSWERS_OF_PEOPLE: Readonly<Record<string, unknown>> = {
  [`GET /people/${ME.name}/ratings`]: CURVE,
  [`GET /people/${ME.name}/accuracy`]: CURVE.map(({ at }, place) => ({
    at,
    accuracy: 0.7 + place / 20,
    choices: 40,
    table: "demo",
    deal: place,
  })),
  [`GET /people/${ME.name}/deals`]: [2, 1, 0].map((outcome) => ({
    table: `demo${outcome}`,
    deal: 0,
    game: "classic",
    variant: "british",
    ended: AT,
    seat: 0,
    score: 120 * outcome - 60,
    outcome,
    rated: outcome === 2,
    names: NAMES,
  })),
  "GET /me/profile": { private: true },
  "PUT /me/profile": {},
  "GET /tables/demo/ratings": [ME.id, NAMES[1]].map((person, place) => ({
    person,
    game: "battle",
    at: AT,
    table: "demo",
    before: 1512,
    after: place === 0 ? 1524 : 1500,
    deviation: 90,
  })),
  "GET /tables/demo/seats/ratings": [0, 1].map((seat) => ({ seat, rating: { ...RATING, provisional: seat === 1 } })),
};
