/** The clocks of a table: what is left at a moment, worked out from what the server told last. */

import { tenths } from "../i18n/i18n.svelte";
import type { Seat } from "./wire";

export interface Clocks {
  /** What is left of each seat's bank: its reserve, where every turn has a time of its own. */
  left: readonly number[];
  /** What is left of each seat's turn, which is used up before the reserve falls; empty without such a clock. */
  turns: readonly number[];
  running: readonly Seat[];
  /** How long an open claim stays open at the latest; 0 while none is open. */
  window: number;
  /** The moment (of `World.now`) at which all of this was true. */
  at: number;
}

/** What a message tells of the clocks: what it leaves out is empty. */
export interface ToldClocks {
  readonly clocks?: readonly number[];
  readonly turns?: readonly number[];
  readonly running?: readonly Seat[];
  readonly window?: number;
}

export const NO_CLOCKS: Clocks = { left: [], turns: [], running: [], window: 0, at: 0 };

export function clocksOf({ clocks = [], turns = [], running = [], window = 0 }: ToldClocks, at: number): Clocks {
  return { left: clocks, turns, running, window, at };
}

/** How long a seat has been thinking since its clock was told. */
function spent({ running, at }: Clocks, seat: Seat, now: number): number {
  return running.includes(seat) ? Math.max(0, now - at) : 0;
}

/** What is left of a seat's bank at a moment: it falls only when the time of the turn is used up. */
export function clockLeft(clocks: Clocks, seat: Seat, now: number): number | null {
  const left = clocks.left[seat];
  if (left === undefined) return null;
  return Math.max(0, left - Math.max(0, spent(clocks, seat, now) - (clocks.turns[seat] ?? 0)));
}

/** What is left of a seat's turn at a moment; null where turns have no time of their own. */
export function turnLeft(clocks: Clocks, seat: Seat, now: number): number | null {
  const turn = clocks.turns[seat];
  return turn === undefined ? null : Math.max(0, turn - spent(clocks, seat, now));
}

/** How long the open claim stays open at the latest. */
export const windowLeft = ({ window, at }: Clocks, now: number): number => Math.max(0, window - Math.max(0, now - at));

/** How long somebody has thought in this deal: up to a moment, and on from there while it runs. */
export interface Thought {
  ms: number;
  /** The moment (of `World.now`) at which this was true. */
  at: number;
  isRunning: boolean;
}

export const NO_THOUGHT: Thought = { ms: 0, at: 0, isRunning: false };

export const thoughtAt = ({ ms, at, isRunning }: Thought, now: number): number =>
  isRunning ? ms + Math.max(0, now - at) : ms;

/** A time that has passed, in minutes and whole seconds, with hours where there are some. */
export function spentText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? [hours, ...parts].join(":") : parts.join(":").replace(/^0/, "");
}

/** A time in minutes and whole seconds, as a countdown shows it. */
export function countdownText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A time as a clock shows it: tenths when it grows short. */
export const timeText = (ms: number): string => (ms > 0 && ms < 9_950 ? tenths(ms / 1000) : countdownText(ms));
