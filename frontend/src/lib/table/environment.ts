/** The browser's own socket, clock and random numbers, for a connection to a table. */

import type { Socket, TableEnvironment } from "./connection";
import { visitor } from "../people/visitor.svelte";

export function browserEnvironment(table: string): TableEnvironment {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- its events carry more than we use
    connect: () => new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(table)}`) as Socket,
    now: () => performance.now(),
    later: (ms, job) => {
      const timer = setTimeout(job, ms);
      return () => clearTimeout(timer);
    },
    chance: Math.random,
    id: () => randomHex(12),
    sessionEnded: () => void visitor.check(),
  };
}

/** Random bytes as hexadecimal digits; also over plain http, where `crypto.subtle` and `randomUUID` are missing. */
export function randomHex(bytes: number): string {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(numbers, (number) => number.toString(16).padStart(2, "0")).join("");
}
