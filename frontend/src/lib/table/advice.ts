/** The reasons for the house's advice in the visitor's language, built from codes and figures. */

import { CLASSIC } from "../../generated/wire";
import { maybe, percent, signed, t, tileName } from "../../i18n/i18n.svelte";
import type { Advised } from "../wire";

const MOST_TILES = 5;
const SPECIAL_HANDS = new Map<string, string>(Object.entries(CLASSIC.specialHands));

/** The kind of hand that a plan of Classic aims for. */
export function planName(plan: string): string {
  const special = SPECIAL_HANDS.get(plan);
  return special === undefined ? maybe(`plan.${plan}`, plan) : maybe(`rule.${special}`, special);
}

function helpers({ helps = [] }: Advised): string[] {
  if (helps.length === 0) return [];
  const named = helps.slice(0, MOST_TILES).map((help) => tileName(help.tile));
  const tiles = named.join(", ") + (helps.length > MOST_TILES ? " …" : "");
  return [t("advice.helps", { tiles, n: helps.reduce((sum, help) => sum + help.unseen, 0) })];
}

function prospects({ plan, chance, score }: Advised): string[] {
  if (plan == null) return [];
  if (plan === "none") return [t("advice.noPlan")];
  return [t("advice.plan", { plan: planName(plan), n: score ?? 0, percent: percent(chance ?? 0) })];
}

/** Why a move is good or bad, in a few short parts. */
export function reasons(one: Advised): string[] {
  const found = (one.notes ?? []).map((note) =>
    t(`advice.note.${note.code}`, { n: note.code === "best_play" ? signed(note.n ?? 0) : (note.n ?? 0) }),
  );
  if (one.discard != null && one.move.type !== "discard") found.push(t("advice.then", { tile: tileName(one.discard) }));
  if (one.distance != null)
    found.push(one.distance <= 1 ? t("advice.ready") : t("advice.distance", { n: one.distance }));
  found.push(...helpers(one), ...prospects(one));
  if (one.danger != null && one.danger >= 1) found.push(t("advice.danger", { n: one.danger }));
  if (one.lost) found.push(t("advice.lost", { n: one.lost }));
  return found;
}
