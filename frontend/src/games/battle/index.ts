/** Battle, as the app knows it. */

import { scoresText, t, tileName } from "../../i18n/i18n.svelte";
import type { Seat, Tagged } from "../../lib/wire";
import { gaveUpText } from "../../boards/gaveUp";
import type { GameModule } from "../../boards/module";
import BattleBoard from "./BattleBoard.svelte";
import { follow, rankOf, slotText, tileAt, type BattleEvent, type BattleView, type TakePair } from "./board";
import { redeal } from "./deal";
import { markOf } from "./opinion";
import Opinion from "./Opinion.svelte";
import Summary from "./Summary.svelte";
import TextTable from "./TextTable.svelte";

function describe(event: Tagged, names: readonly string[], seat: Seat | null): string {
  const happened = event as BattleEvent;
  switch (happened.type) {
    case "pair_taken": {
      const { first, second, tile, points } = happened;
      const values = { tile: tileName(tile), first: slotText(first), second: slotText(second), points };
      const name = names[happened.seat] ?? "";
      return happened.seat === seat ? t("battle.youTook", values) : t("battle.took", { name, ...values });
    }
    case "forfeited":
      return `${gaveUpText(happened.reason, names[happened.seat] ?? "", happened.seat === seat)}.`;
    case "ended":
      return t("battle.endedAt", { scores: scoresText(happened.result.scores) });
  }
}

function moveWords(move: Tagged, view: unknown): string {
  const { first, second } = move as TakePair;
  const tile = tileAt(view as BattleView, first) ?? "";
  return t("battle.take", {
    tile: tileName(tile),
    first: slotText(first),
    second: slotText(second),
    points: rankOf(tile),
  });
}

export const battle: GameModule = {
  Board: BattleBoard,
  TextTable,
  Summary,
  follow,
  describe,
  moveWords,
  redeal,
  Opinion,
  markOf,
  width: "calc((100dvh - 15rem) * 1.03 + 35rem)",
  keys: [
    { keys: ["←", "→", "↑", "↓"], does: "keys.move" },
    { keys: ["Enter"], does: "keys.take" },
    { keys: ["N", "P"], does: "keys.pairs" },
    { keys: ["1", "–", "9"], does: "keys.rank" },
    { keys: ["Esc"], does: "keys.letGo" },
  ],
};
