/** Why a move was a mistake, in the visitor's language. */

import type { SlipReason } from "../generated/wire";
import { number, percent, t } from "../i18n/i18n.svelte";
import { planName } from "./advice";

/** The reason of the house in words, with figures as people of this language write them. */
export function reasonText({ code, values }: SlipReason): string {
  const told = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)] as const));
  return t(`slip.${code}`, told);
}

function shown(name: string, value: number | string): string {
  if (typeof value === "number") return name === "percent" ? percent(value / 100) : number(value);
  return name === "plan" ? planName(value) : value;
}
