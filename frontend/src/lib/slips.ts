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
  if (typeof value === "number") return name === "percent" ? chance(value) : number(value);
  return name === "plan" ? planName(value) : value;
}

/** A chance that rounds to nothing is not none. */
const chance = (value: number): string => (value < 1 ? `<\u00a0${percent(0.01)}` : percent(value / 100));

/** Between which values a course is drawn: with zero, unless it lies far from it and would look flat. */
export function courseRange(figures: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  const spread = Math.max(1, most - least);
  const isFar = least > 2 * spread || most < -2 * spread;
  if (isFar) return [least - spread / 2, most + spread / 2];
  return [Math.min(-1, least), Math.max(1, most)];
}
