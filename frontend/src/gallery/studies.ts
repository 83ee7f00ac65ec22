/** An analysis and a judgement for the gallery, made from the golden chains. */

import type { AnalysisTree, Judgement } from "../generated/wire";
import type { Overview, Task, Verdict } from "../lib/training";
import { Study } from "../lib/study.svelte";
import { emptyTree, grown, ROOT, saying } from "../lib/variations";
import { laterMoves, namesOf, replayOf, type Deal } from "./positions";

/** The first moves of a deal, a variation, words and marks. */
export function studyOf(deal: Deal): Study {
  const { chain } = deal;
  const views = chain.firsts.map((_, seat) => replayOf(deal, seat).dealt[seat] ?? chain.first);
  const moves = laterMoves(deal, 0, deal.chain.game === "classic" ? "discard" : "take_pair");
  const seat = chain.plies[0]?.seat ?? 0;
  const choices = moves.map((move, place) => ({ seat, move, text: `move ${place}` }));
  let tree: AnalysisTree = { ...emptyTree(chain.game, ""), names: namesOf(deal), title: "A title" };
  for (const [parent, text] of [
    [ROOT, "b1f9"],
    [0, "c1d9"],
    [0, "e1f1"],
  ] as const)
    [tree] = grown(tree, parent, [{ seat, text }]);
  tree = saying(tree, ROOT, { comment: "Words to the first position.", marks: [{ at: "0", to: "9" }] });
  const shown = { game: chain.game, options: {}, views, choices, added: [], events: [], result: null, text: "5m 5m" };
  return new Study(tree, shown);
}

/** What the house might say: one seat with a figure, the others with too few choices. */
export function judgementOf(deal: Deal): Judgement {
  const few = { choices: 12, exact: 4, lost: 31, merit: 900, accuracy: null, like: null, luck: -12.5 };
  const [first, ...others] = namesOf(deal);
  const seats = [{ ...few, choices: 40, accuracy: 83.4, like: "medium", luck: 20 }, ...others.map(() => few)];
  const slip = {
    step: 3,
    seat: 0,
    played: first ?? "",
    better: "b1f9",
    better_move: null,
    line: ["b1f9", "c1d9"],
    lost: 6,
    exact: true,
    mark: "??",
    reason: { code: "gift", values: { played: 9, better: 3 } },
  } as const;
  const curve = [0, 4, -3, 2, 8].map((value, step) => ({ step, values: seats.map(() => value), exact: step > 2 }));
  const favours = deal.chain.game === "classic" ? "expert" : "";
  return { game: deal.chain.game, engine: "1", favours, seats, curve, turning: [slip], slips: [slip] };
}

const STRENGTH = { rating: 1512, low: 1300, high: 1724, deviation: 108, provisional: true, games: 6 };

/** Cards in every box, and puzzles of two games. */
export const PLAN: Overview = {
  due: 3,
  next_due: 0,
  boxes: [4, 2, 1, 3],
  learned: 5,
  days: [1, 3, 7, 21],
  games: [
    { game: "battle", strength: STRENGTH, has_puzzles: true, opinion: false },
    { game: "classic", strength: { ...STRENGTH, games: 0 }, has_puzzles: true, opinion: true },
    { game: "solitaire", strength: STRENGTH, has_puzzles: false, opinion: false },
  ],
};

/** The first choice of a deal as a card. */
export function taskOf(deal: Deal): Task {
  const { chain } = deal;
  const seat = chain.plies[0]?.seat ?? 0;
  const view = replayOf(deal, seat).dealt[seat] ?? chain.first;
  const moves = laterMoves(deal, 0, chain.game === "classic" ? "discard" : "take_pair");
  return {
    id: "ab12",
    kind: "slip",
    game: chain.game,
    options: {},
    view,
    seat,
    moves: moves.map((move, place) => ({ move, text: `move ${place}` })),
    exact: chain.game === "battle",
    box: 1,
    strength: null,
  };
}

/** A wrong answer to it. */
export function verdictOf(task: Task): Verdict {
  const [best, given] = task.moves;
  if (best === undefined) throw new Error("a task has moves");
  return {
    id: task.id,
    game: task.game,
    right: false,
    answer: given?.text ?? "",
    lost: 4,
    mark: "?",
    reason: { code: "gift", values: { played: 9, better: 3 } },
    best: best.text,
    best_move: best.move,
    line: [best.text, "b1f9", "c1d9"],
    exact: task.exact,
    position: "",
    why: null,
    place: { table: "demo", deal: 0, step: 3, seat: task.seat, played: "b1f9" },
    box: 1,
    due: 0,
    strength: null,
    change: null,
  };
}
