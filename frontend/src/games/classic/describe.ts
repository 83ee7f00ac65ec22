/** Events in words. */

import { t, tileName } from "../../i18n/i18n.svelte";
import type { Seat } from "../../lib/wire";
import { gaveUpText } from "../../boards/gaveUp";
import type { ClassicEvent } from "./table";
import { meldName } from "./words";

export function describe(event: ClassicEvent, names: readonly string[], seat: Seat | null): string {
  const name = "seat" in event ? (event.seat === seat ? t("classic.you") : (names[event.seat] ?? "")) : "";
  switch (event.type) {
    case "drew":
      return event.tile === null ? "" : t("classic.drewSay", { tile: tileName(event.tile) });
    case "bonus_shown":
      return t("classic.say", { name, what: tileName(event.tile) });
    case "discarded":
      return t("classic.say", { name, what: tileName(event.tile) });
    case "melded": {
      const giver = event.giver === seat ? t("classic.youGiver") : (names[event.giver] ?? "");
      return t("classic.say", { name, what: t("classic.setFrom", { set: meldName(event.meld), name: giver }) });
    }
    case "kong_declared":
      return t("classic.say", { name, what: meldName(event.meld) });
    case "won":
      return t("classic.wonSay", { name, n: event.score.score });
    case "forfeited":
      return `${gaveUpText(event.reason, name, event.seat === seat)}.`;
    case "ended":
      return event.result.winners.length === 0 ? t("classic.drawn.game") : "";
    case "received": {
      const giver = event.giver === seat ? t("classic.youGiver") : (names[event.giver] ?? "");
      if (event.tiles === null) return t("classic.tookUp", { name, giver });
      return t("classic.tookUpOwn", { name, giver, tiles: event.tiles.map(tileName).join(", ") });
    }
    case "gave":
    case "dice_rolled":
    case "answered":
      return "";
  }
}
