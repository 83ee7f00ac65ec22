/** Solitaire, as the app knows it. */

import { type Key, scoresText, t, tileName } from "../../i18n/i18n.svelte";
import type { Seat, Tagged } from "../../lib/wire";
import type { AdvicePrice, GameModule, SummaryProps } from "../../boards/module";
import { addressOf, follow, helpPrice, type SolitaireEvent, type SolitaireTakePair, type SolitaireView } from "./board";
import { redeal } from "./deal";
import { markOf } from "./opinion";
import Opinion from "./Opinion.svelte";
import SolitaireBoard from "./SolitaireBoard.svelte";
import Summary from "./Summary.svelte";
import TextTable from "./TextTable.svelte";
import { endingWords } from "./words";

function describe(event: Tagged, names: readonly string[], seat: Seat | null): string {
  const happened = event as SolitaireEvent;
  const name = "seat" in happened ? (names[happened.seat] ?? "") : "";
  const isOwn = "seat" in happened && (happened.seat === seat || names.length === 1);
  switch (happened.type) {
    case "pair_taken":
      return isOwn
        ? t("solitaire.youTook", {
            tiles: happened.taken.map(([, tile]) => tileName(tile)).join(", "),
            n: happened.points,
          })
        : "";
    case "undone":
      return isOwn ? t("solitaire.undone", { price: happened.price }) : "";
    case "shuffled":
      return isOwn ? t("solitaire.shuffled", { price: happened.price }) : "";
    case "hinted":
      return isOwn ? t("solitaire.hintedFor", { price: happened.price }) : "";
    case "started_over":
      return t("solitaire.startedOver");
    case "finished":
      return t("solitaire.finished", { name, how: endingWords(happened.ending) });
    case "forfeited":
      return t("solitaire.finished", { name, how: endingWords(happened.reason) });
    case "ended":
      return t("battle.endedAt", { scores: scoresText(happened.result.scores) });
    case "deal_shown":
      return "";
  }
}

/** What stands over the result: a board that was cleared or not, or who has won. */
function headline({ result, seat, names }: SummaryProps): string | null {
  if (names.length > 1) return result.winners.length > 1 ? t("solitaire.shared") : null;
  if (seat === null) return t("end.title");
  return result.ending === "cleared" ? t("solitaire.cleared") : t("solitaire.done");
}

const ACTIONS: Record<string, Key> = {
  undo: "solitaire.undo",
  shuffle: "solitaire.shuffle",
  hint: "solitaire.hint",
  end_game: "solitaire.end",
  start_over: "solitaire.over",
};

function moveWords(move: Tagged, view: unknown): string {
  const action = ACTIONS[move.type];
  if (action !== undefined) return t(action);
  const { first, second } = move as SolitaireTakePair;
  const shown = view as SolitaireView;
  return t("solitaire.pair", {
    tile: tileName(shown.board?.cells[first] ?? ""),
    first: addressOf(shown, first),
    second: addressOf(shown, second),
  });
}

/** Advice costs a hint; a hint that marks a pair on this very board has paid for it. */
function advicePrice(view: unknown, moves: readonly Tagged[]): AdvicePrice | null {
  const { board } = view as SolitaireView;
  if (board === null || board.hint !== null) return null;
  return {
    pay: moves.find((move) => move.type === "hint") ?? null,
    price: helpPrice(view as SolitaireView),
    left: board.help.hints,
  };
}

export const solitaire: GameModule = {
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
