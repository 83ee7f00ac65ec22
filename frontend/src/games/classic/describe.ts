/** What happened, in words. */

import { t, tileName } from "../../i18n/i18n.svelte";
import type { Seat, Tagged } from "../../lib/wire";
import { gaveUpText } from "../../boards/gaveUp";
import type { ClassicEvent } from "./table";
import { meldName } from "./words";

export function describe(event: Tagged, names: readonly string[], seat: Seat | null): string {
  const happened = event as ClassicEvent;
  const name = "seat" in happened ? (happened.seat === seat ? t("classic.you") : (names[happened.seat] ?? "")) : "";
  switch (happened.type) {
    case "drew":
      return happened.tile === null ? "" : t("classic.drewSay", { tile: tileName(happened.tile) });
    case "bonus_shown":
      return t("classic.say", { name, what: tileName(happened.tile) });
    case "discarded":
      return t("classic.say", { name, what: tileName(happened.tile) });
    case "melded":
      return t("classic.say", { name, what: meldName(happened.meld) });
    case "kong_declared":
      return t("classic.say", { name, what: meldName(happened.meld) });
    case "won":
      return t("classic.wonSay", { name, n: happened.score.score });
    case "forfeited":
      return `${gaveUpText(happened.reason, name, happened.seat === seat)}.`;
    case "ended":
      return happened.result.winners.length === 0 ? t("classic.drawn.game") : "";
    case "dice_rolled":
    case "answered":
      return "";
  }
}
