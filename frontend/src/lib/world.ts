/** The browser's own socket, clock and chance, for a connection to a table. */

import type { Socket, World } from "./connection";
import { visitor } from "./person.svelte";

export function browserWorld(table: string): World {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- it tells its listeners more
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
