/** Classic's module for the app. */

import { t } from "../../i18n/i18n.svelte";
import type { ModuleOf, SummaryProps } from "../../boards/module";
import ClassicBoard from "./ClassicBoard.svelte";
import { redeal } from "./deal";
import { describe } from "./describe";
import { markOf } from "./review/opinion";
import Opinion from "./review/Opinion.svelte";
import Summary from "./end/Summary.svelte";
import { follow, type ClassicView } from "./table";
import TextTable from "./TextTable.svelte";
import { moveName, moveTiles, stepName, distinguishNames } from "./words";

/** The winner of the deal; null if it ended because only one player was left. */
function headline({ view, result, seat, names }: SummaryProps<ClassicView>): string | null {
  const [winner] = result.winners;
  if (winner === undefined) return t("classic.drawn.game");
  if (view.wins.length === 0) return null;
  if (seat !== null && result.winners.includes(seat)) return t("classic.mahjongYours");
  const distinctNames = distinguishNames(names, view);
  return t("classic.mahjongOf", { name: result.winners.map((one) => distinctNames[one] ?? "").join(", ") });
}

export const classic: ModuleOf<"classic"> = {
  Board: ClassicBoard,
  TextTable,
  Summary,
  follow,
  describe,
  moveWords: moveName,
  stepWords: stepName,
  moveTiles,
  isPass: (move) => move.type === "pass",
  seatNames: distinguishNames,
  headline,
  Opinion,
  markOf,
  redeal,
  secrets: "hands",
  canStandIn: true,
  handOf: (view) => view.hand,
  width: "none",
  endWidth: "62rem",
  keys: [
    { keys: ["←", "→"], does: "keys.hand" },
    { keys: ["Enter"], does: "keys.discard" },
    { keys: ["Shift", "←", "→"], does: "keys.arrange" },
    { keys: ["O"], does: "classic.sort" },
    { keys: ["M"], does: "classic.mahjong" },
    { keys: ["K"], does: "classic.kong" },
    { keys: ["P"], does: "classic.pong" },
    { keys: ["C"], does: "keys.chow" },
    { keys: ["X"], does: "classic.pass" },
    { keys: ["A"], does: "classic.passAll" },
    { keys: ["F"], does: "classic.announce" },
  ],
};
