/** The clocks of a table: the time left at a moment, computed from the server's last message. */

import { tenths } from "../../i18n/i18n.svelte";
import type { Seat } from "../wire";

export interface Clocks {
  /** The time left in each seat's bank: its reserve, if every turn has a time of its own. */
  left: readonly number[];
  /** The time left in each seat's turn, which runs out before the reserve falls; empty without such a clock. */
  turns: readonly number[];
  running: readonly Seat[];
  /** How long an open claim stays open at most; 0 while none is open. */
  window: number;
  /** The moment (of `TableEnvironment.now`) at which these values were true. */
  at: number;
}

/** The clock fields of a message; missing ones count as empty. */
export interface ClockFields {
  readonly clocks?: readonly number[];
  readonly turns?: readonly number[];
  readonly running?: readonly Seat[];
  readonly window?: number;
}

export const NO_CLOCKS: Clocks = { left: [], turns: [], running: [], window: 0, at: 0 };

export function clocksOf({ clocks = [], turns = [], running = [], window = 0 }: ClockFields, at: number): Clocks {
  return { left: clocks, turns, running, window, at };
}

/** How long a seat has been thinking since the server's last message about its clock. */
function spent({ running, at }: Clocks, seat: Seat, now: number): number {
  return running.includes(seat) ? Math.max(0, now - at) : 0;
}

/** The time left in a seat's bank at a moment: it falls only when the time of the turn is used up. */
export function clockLeft(clocks: Clocks, seat: Seat, now: number): number | null {
  const left = clocks.left[seat];
  if (left === undefined) return null;
  return Math.max(0, left - Math.max(0, spent(clocks, seat, now) - (clocks.turns[seat] ?? 0)));
}

/** The time left in a seat's turn at a moment; null if turns have no time of their own. */
export function turnLeft(clocks: Clocks, seat: Seat, now: number): number | null {
  const turn = clocks.turns[seat];
  return turn === undefined ? null : Math.max(0, turn - spent(clocks, seat, now));
}

/** How long the open claim stays open at most. */
export const windowLeft = ({ window, at }: Clocks, now: number): number => Math.max(0, window - Math.max(0, now - at));

/** How long the viewer has thought in this deal: up to a moment, and on from there while it runs. */
export interface ThinkingTime {
  ms: number;
  /** The moment (of `TableEnvironment.now`) at which this was true. */
  at: number;
  isRunning: boolean;
}

export const NO_THINKING_TIME: ThinkingTime = { ms: 0, at: 0, isRunning: false };

export const thinkingTimeAt = ({ ms, at, isRunning }: ThinkingTime, now: number): number =>
  isRunning ? ms + Math.max(0, now - at) : ms;

/** An elapsed time in minutes and whole seconds, with hours if there are any. */
export function spentText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? [hours, ...parts].join(":") : parts.join(":").replace(/^0/, "");
}

/** A remaining time in minutes and whole seconds, as a countdown shows it. */
export function countdownText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A clock's text: with tenths when little time is left. */
export const timeText = (ms: number): string => (ms > 0 && ms < 9_950 ? tenths(ms / 1000) : countdownText(ms));
