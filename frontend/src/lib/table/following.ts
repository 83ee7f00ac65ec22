/** What a message of the server changes in a page's knowledge of a table. */

import { clocksOf, thinkingTimeAt, type ThinkingTime } from "./clocks";
import type { TableState } from "./tableState";
import type { Events, Said, Snapshot, Tagged } from "../wire";

/** The view after an event. */
export type Follow<View, Event> = (view: View, event: Event) => View;

const MOST_SAID = 100;

export function afterSnapshot<View, Move, Event>(
  message: Snapshot<View, Move>,
  now: number,
): Partial<TableState<View, Move, Event>> {
  const { v, table, seat = null, view = null, moves = [], answer = null, spent = 0 } = message;
  const isRunning = table.status === "playing" && !table.paused;
  const thinkingTime = { ms: spent, at: now, isRunning };
  return { v, table, seat, view, moves, clocks: clocksOf(message, now), thinkingTime, answer, last: [] };
}

export function afterEvents<View, Move, Event extends Tagged>(
  state: TableState<View, Move, Event>,
  message: Events<Move, Event>,
  follow: Follow<View, Event>,
  now: number,
): Partial<TableState<View, Move, Event>> {
  const { v, events, moves = [], answer = null } = message;
  const view = state.view === null ? null : events.reduce(follow, state.view);
  const last = events.length > 0 ? events : state.last;
  const isOver = events.some((event) => event.type === "ended");
  const thinkingTime = isOver ? stopped(state.thinkingTime, now) : state.thinkingTime;
  return { v, view, last, moves, clocks: clocksOf(message, now), thinkingTime, answer };
}

const stopped = (time: ThinkingTime, now: number): ThinkingTime => ({
  ms: thinkingTimeAt(time, now),
  at: now,
  isRunning: false,
});

/** The chat with a new line; null if it is known, because the server repeats the last lines after a reconnect. */
export function afterSaid(said: readonly Said[], message: Said): readonly Said[] | null {
  const isKnown = message.n !== undefined && said.some((one) => one.n === message.n);
  return isKnown ? null : [...said, message].slice(-MOST_SAID);
}
