/** An analysis and a judgement for the gallery, made from the golden chains. */

import type { AnalysisTree, Judgement } from "../generated/wire";
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
