/** Solitaire's module for the app. */

import { scoresText, t, tileName } from "../../i18n/i18n.svelte";
import type { SolitairePairTaken, Undone } from "../../generated/wire";
import type { Seat } from "../../lib/wire";
import type { AdvicePrice, ModuleOf, SummaryProps } from "../../boards/module";
import { follow, helpPrice, type SolitaireEvent, type SolitaireMove, type SolitaireView } from "./board";
import { redeal } from "./deal";
import { markOf } from "./review/opinion";
import Opinion from "./review/Opinion.svelte";
import SolitaireBoard from "./SolitaireBoard.svelte";
import Summary from "./end/Summary.svelte";
import TextTable from "./TextTable.svelte";
import { endingWords, moveTiles, moveWords } from "./words";

function describe(event: SolitaireEvent, names: readonly string[], seat: Seat | null): string {
  const name = "seat" in event ? (names[event.seat] ?? "") : "";
  const isOwn = "seat" in event && (event.seat === seat || names.length === 1);
  switch (event.type) {
    case "pair_taken":
      return isOwn ? pairTakenText(event) : "";
    case "undone":
      return isOwn ? undoneWords(event) : "";
    case "shuffled":
      return isOwn ? priced("solitaire.shuffled", event.price) : "";
    case "hinted":
      return isOwn ? priced("solitaire.hintedFor", event.price) : "";
    case "started_over":
      return t("solitaire.startedOver");
    case "finished":
      return t("solitaire.finished", { name, how: endingWords(event.ending) });
    case "forfeited":
      return t("solitaire.finished", { name, how: endingWords(event.reason) });
    case "ended":
      return t("battle.endedAt", { scores: scoresText(event.result.scores) });
    case "deal_shown":
      return "";
  }
}

/** An action in words, with its price if it cost something. */
const priced = (key: "solitaire.undone" | "solitaire.shuffled" | "solitaire.hintedFor", price: number): string =>
  price > 0 ? t(key, { price }) : t(`${key}.free`);

const undoneWords = ({ cells, price }: Undone): string =>
  cells === null ? priced("solitaire.undone", price) : t("solitaire.unshuffled");

function pairTakenText({ taken, points }: SolitairePairTaken): string {
  const tiles = taken.map(([, tile]) => tileName(tile)).join(", ");
  return points > 0 ? t("solitaire.youTook", { tiles, n: points }) : t("solitaire.youTook.free", { tiles });
}

/** The heading of a result: whether the board was cleared, or who won. */
function headline({ view, result, seat, names }: SummaryProps<SolitaireView>): string | null {
  if (names.length > 1) return result.winners.length > 1 ? t("solitaire.shared") : null;
  if (seat === null) return t("end.title");
  if (result.ending === "cleared") return t("solitaire.cleared");
  return view.casual ? t("solitaire.over.casual") : t("solitaire.done");
}

/** Advice costs a hint; a hint that already marks a pair on this board has paid for it. */
function advicePrice(view: SolitaireView, moves: readonly SolitaireMove[]): AdvicePrice<SolitaireMove> | "paid" | null {
  const { board } = view;
  if (board === null || view.casual) return null;
  if (board.hint !== null) return "paid";
  return {
    pay: moves.find((move) => move.type === "hint") ?? null,
    price: helpPrice(view),
    left: board.help.hints,
  };
}

export const solitaire: ModuleOf<"solitaire"> = {
  Board: SolitaireBoard,
  TextTable,
  Summary,
  follow,
  describe,
  moveWords,
  moveTiles,
  advicePrice,
  headline,
  redeal,
  secrets: "boards",
  Opinion,
  markOf,
  endsItself: true,
  width: "calc(100dvh * 1.6 + 22rem)",
  keys: [
    { keys: ["←", "→", "↑", "↓"], does: "keys.move" },
    { keys: ["N", "P"], does: "keys.free" },
    { keys: ["Enter"], does: "keys.take" },
    { keys: ["U", "Mod+Z"], does: "solitaire.undo" },
    { keys: ["Y", "Mod+Y"], does: "solitaire.redo" },
    { keys: ["S"], does: "solitaire.shuffle" },
    { keys: ["H"], does: "solitaire.hint" },
    { keys: ["E", "R"], does: "solitaire.end" },
    { keys: ["O"], does: "solitaire.over" },
    { keys: ["B"], does: "solitaire.pause" },
    { keys: ["+", "-", "0"], does: "keys.zoom" },
    { keys: ["Esc"], does: "keys.letGo" },
  ],
};
