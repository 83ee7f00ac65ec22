/** Reasons for penalties, and the names of changes of tallies outside the deals. */

import type { Adjustment, Penalise } from "../../generated/wire";
import { t } from "../../i18n/i18n.svelte";

export const FAULTS: readonly Penalise["fault"][] = [
  "false_mahjong",
  "wrong_set",
  "wrong_tiles",
  "misnamed_discard",
  "false_fishing",
  "other",
];

/** Why tallies changed hands: the fault that was penalised, and the written note. */
export function reasonOf(change: Adjustment): string {
  if (change.fault === null) return change.reason;
  const fault = [...(change.fault === "other" ? [] : [t(`book.fault.${change.fault}`)]), change.reason];
  return t("book.penaltyFor", { fault: fault.filter(Boolean).join(", ") });
}
