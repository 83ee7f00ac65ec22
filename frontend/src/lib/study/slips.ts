/** Why a move was a mistake, in the visitor's language. */

import type { SlipReason } from "../../generated/wire";
import { number, percent, t } from "../../i18n/i18n.svelte";
import { planName } from "../table/advice";

/** The reason in words, with figures in the visitor's number format. */
export function reasonText({ code, values }: SlipReason): string {
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)] as const));
  return t(`slip.${code}`, texts);
}

function shown(name: string, value: number | string): string {
  if (typeof value === "number") return name === "percent" ? chance(value) : number(value);
  return name === "plan" ? planName(value) : value;
}

/** A chance that rounds to zero is shown as less than one percent. */
const chance = (value: number): string => (value < 1 ? `<\u00a0${percent(0.01)}` : percent(value / 100));

/** The range of a curve: it includes zero, unless zero is so far away that the curve would look flat. */
export function courseRange(figures: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  const spread = Math.max(1, most - least);
  const isFar = least > 2 * spread || most < -2 * spread;
  if (isFar) return [least - spread / 2, most + spread / 2];
  return [Math.min(-1, least), Math.max(1, most)];
}
