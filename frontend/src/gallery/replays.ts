/** Replays, opinions, options and a lesson for the gallery, made from the golden chains. */

import type { OptionInfo } from "../generated/wire";
import type { Shelf } from "../games/shelf";
import type { AnalysisOf, Lesson } from "../lib/wire";
import { laterMoves, replayOf, type Deal, type Deals } from "./positions";

export const shelfOf = (deal: Deal): Shelf => ({
  game: deal.game,
  record: "{}\n",
  file: `${deal.chain.name}.jsonl`,
  replay: replayOf(deal, null),
  eyes: (seat) => Promise.resolve(replayOf(deal, seat)),
});

/** Two steps: one to be done, one that names a tile. */
export function lessonOf(deal: Deal): Lesson {
  const replay = replayOf(deal, 0);
  const step = (key: string, ply: number, tile: string): Lesson["steps"][number] => {
    const moves = laterMoves(deal, ply, "take_pair", 1);
    const { view } = replay.steps[ply] ?? { view: deal.chain.first };
    const after = replay.steps[ply + 1] ?? { view, events: [] };
    const right = moves.map((move) => ({ move, events: after.events, view: after.view }));
    return { key, view, moves, right, tile };
  };
  return { game: "battle", seats: 2, steps: [step("pair", 0, ""), step("find", 2, "5p")] };
}

const option = (name: string, part: Partial<OptionInfo>): OptionInfo => ({
  key: `ruleset.${name}`,
  name,
  group: "players",
  rule: "",
  meaning: "What the option decides, in a sentence.",
  values: "",
  usual: {},
  sureness: "certain",
  reconstructed: false,
  accepts: [{ kind: "flag" }],
  defaults: { usual: true },
  ...part,
});

export const OPTIONS: readonly OptionInfo[] = [
  option("players", { key: "players", accepts: [{ kind: "number", least: 2, most: 4 }], defaults: { usual: 4 } }),
  option("kong_box", { accepts: [{ kind: "choice", choices: [0, 14, 16] }], defaults: { british: 14, bmja: 16 } }),
  option("payment.limit", { reconstructed: true, sureness: "weak", defaults: { british: 1000, bmja: 1000 } }),
];

interface Judged {
  name: string;
  deal: Deal;
  analysis: AnalysisOf;
  at: number;
}

/** What the house might think of each game. */
export function opinions({ battle, classic, turtle }: Deals): Judged[] {
  const curve = battle.chain.plies.map((_, ply) => Math.round(8 * Math.sin(ply / 6)));
  const moves = curve.map((ahead, ply) => ({
    seat: ply % 2,
    best: "b1f9",
    ahead,
    exact: ply > 40,
    lost: ply === 20 ? 6 : 0,
    mark: ply === 20 ? "?" : "",
  }));
  const choices = classic.chain.plies.flatMap(({ seat, move, text }, ply) =>
    move.type === "discard"
      ? [{ step: ply + 1, seat, best: { move, text, reason: "", value: 30 }, lost: ply % 3, mark: ply % 3 ? "?!" : "" }]
      : [],
  );
  return [
    { name: "battle", deal: battle, analysis: { game: "battle", moves, curve, exact_from: 40 }, at: 21 },
    { name: "classic", deal: classic, analysis: { game: "classic", choices, lost: [12, 0, 4, 31] }, at: 9 },
    { name: "solitaire", deal: turtle, analysis: SOLITAIRE, at: 4 },
  ];
}

const SOLITAIRE: AnalysisOf = {
  game: "solitaire",
  players: [{ clearable: Array.from({ length: 12 }, (_, at) => at < 6), lost_at: 5, score: 180 }],
  best: 4120,
  bound: 5000,
  line: [],
  stars: 3,
  share: 0.42,
};
