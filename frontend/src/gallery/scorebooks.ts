/** Scorebooks for the gallery: a fresh one, and one with a deal that waits for hands. */

import type { Scorebook, SettledDeal } from "../generated/wire";
import { NAMES, SCORED } from "./fixtures";

const position = { east: 0, dealer: 1, winds: ["East", "South", "West", "North"], prevailing: "East" } as const;

const won: SettledDeal = {
  position,
  entry: { winner: 1, source: "discard", winning_tile: "1m", discarder: 2 },
  scores: [
    { seat: 1, score: SCORED.score, points: SCORED.points, doublings: SCORED.doublings, lines: SCORED.lines },
    { seat: 2, score: 8, counted: true },
  ],
  transfers: [
    { payer: 2, payee: 1, amount: 80, cause: "win", of: 40, reasons: ["discarder"] },
    { payer: 0, payee: 2, amount: 8, cause: "difference", of: 8 },
  ],
  receipts: [-8, 80, -72, 0],
};

export const BOOK: Scorebook = {
  id: "demo",
  version: 7,
  rules: {
    ruleset: "british",
    east: 0,
    dealer: 1,
    prevailing: "East",
    tallies: [2000, 2000, 2000, 2000],
    streak: 0,
    goulash: false,
  },
  seats: NAMES.slice(0, 4).map((name, seat) => ({
    name,
    taken: seat < 2,
    tallies: 2000 + (won.receipts[seat] ?? 0),
    agreed: seat === 1,
  })),
  seat: 0,
  is_keeper: true,
  position,
  deals: [won],
  adjustments: [
    { deal: 1, amounts: [30, -30, 0, 0], reason: "a late start", seat: null, fault: null },
    { deal: 1, amounts: [20, 20, -60, 20], reason: "", seat: 2, fault: "false_mahjong" },
  ],
  draft: null,
  is_closed: false,
  asks: [],
};

/** A draft that is complete, and one that lacks hands. */
export const DRAFT = { draft: { number: 3, entry: won.entry, agreed: [] }, lacking: [], outcome: won };
export const LACKING = {
  draft: { number: 3, entry: { winner: 1, source: "wall" }, agreed: [] },
  lacking: [0, 2],
} as const;
