/** Solitaire, as the app knows it. */

import { scoresText, t, tileName } from "../../i18n/i18n.svelte";
import type { Seat } from "../../lib/wire";
import type { AdvicePrice, ModuleOf, SummaryProps } from "../../boards/module";
import { follow, helpPrice, type SolitaireEvent, type SolitaireMove, type SolitaireView } from "./board";
import { redeal } from "./deal";
import { markOf } from "./opinion";
import Opinion from "./Opinion.svelte";
import SolitaireBoard from "./SolitaireBoard.svelte";
import Summary from "./Summary.svelte";
import TextTable from "./TextTable.svelte";
import { endingWords, moveWords } from "./words";

function describe(event: SolitaireEvent, names: readonly string[], seat: Seat | null): string {
  const name = "seat" in event ? (names[event.seat] ?? "") : "";
  const isOwn = "seat" in event && (event.seat === seat || names.length === 1);
  switch (event.type) {
    case "pair_taken":
      return isOwn
        ? t("solitaire.youTook", {
            tiles: event.taken.map(([, tile]) => tileName(tile)).join(", "),
            n: event.points,
          })
        : "";
    case "undone":
      return isOwn ? t("solitaire.undone", { price: event.price }) : "";
    case "shuffled":
      return isOwn ? t("solitaire.shuffled", { price: event.price }) : "";
    case "hinted":
      return isOwn ? t("solitaire.hintedFor", { price: event.price }) : "";
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

/** What stands over the result: a board that was cleared or not, or who has won. */
function headline({ result, seat, names }: SummaryProps<SolitaireView>): string | null {
  if (names.length > 1) return result.winners.length > 1 ? t("solitaire.shared") : null;
  if (seat === null) return t("end.title");
  return result.ending === "cleared" ? t("solitaire.cleared") : t("solitaire.done");
}

/** Advice costs a hint; a hint that marks a pair on this very board has paid for it. */
function advicePrice(view: SolitaireView, moves: readonly SolitaireMove[]): AdvicePrice<SolitaireMove> | null {
  const { board } = view;
  if (board === null || board.hint !== null) return null;
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
  advicePrice,
  headline,
  redeal,
  secrets: "boards",
  Opinion,
  markOf,
  width: "calc((100dvh - 17.5rem) * 1.42 + 20rem)",
  keys: [
    { keys: ["←", "→", "↑", "↓"], does: "keys.move" },
    { keys: ["N", "P"], does: "keys.free" },
    { keys: ["Enter"], does: "keys.take" },
    { keys: ["U"], does: "solitaire.undo" },
    { keys: ["S"], does: "solitaire.shuffle" },
    { keys: ["H"], does: "solitaire.hint" },
    { keys: ["E"], does: "solitaire.end" },
    { keys: ["O"], does: "solitaire.over" },
    { keys: ["+", "-", "0"], does: "keys.zoom" },
    { keys: ["Esc"], does: "keys.letGo" },
  ],
};
