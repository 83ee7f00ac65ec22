/** Battle's module for the app. */

import { scoresText, t, tileName } from "../../i18n/i18n.svelte";
import type { Seat } from "../../lib/wire";
import { gaveUpText } from "../../boards/gaveUp";
import type { ModuleOf } from "../../boards/module";
import BattleBoard from "./BattleBoard.svelte";
import { follow, slotText, type BattleEvent } from "./board";
import { redeal } from "./deal";
import { markOf } from "./review/opinion";
import Opinion from "./review/Opinion.svelte";
import Summary from "./end/Summary.svelte";
import TextTable from "./TextTable.svelte";
import { moveTiles, moveWords, stepWords } from "./words";

function describe(event: BattleEvent, names: readonly string[], seat: Seat | null): string {
  switch (event.type) {
    case "pair_taken": {
      const { first, second, tile, points } = event;
      const values = { tile: tileName(tile), first: slotText(first), second: slotText(second), points };
      const name = names[event.seat] ?? "";
      return event.seat === seat ? t("battle.youTook", values) : t("battle.took", { name, ...values });
    }
    case "forfeited":
      return `${gaveUpText(event.reason, names[event.seat] ?? "", event.seat === seat)}.`;
    case "ended":
      return t("battle.endedAt", { scores: scoresText(event.result.scores) });
  }
}

export const battle: ModuleOf<"battle"> = {
  Board: BattleBoard,
  TextTable,
  Summary,
  follow,
  describe,
  moveWords,
  moveTiles,
  stepWords,
  redeal,
  Opinion,
  markOf,
  isOpen: true,
  width: "calc(100dvh * 1.45 + 22rem)",
  keys: [
    { keys: ["←", "→", "↑", "↓"], does: "keys.move" },
    { keys: ["Enter"], does: "keys.take" },
    { keys: ["N", "P"], does: "keys.pairs" },
    { keys: ["1", "–", "9"], does: "keys.rank" },
    { keys: ["Esc"], does: "keys.letGo" },
  ],
};
