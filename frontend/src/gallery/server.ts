/** A server that answers the gallery: the REST interface and the socket of a table, in three moods. */

import type { World, Socket } from "../lib/connection";
import type { FromServer } from "../lib/wire";
import { ANSWERS_OF_PEOPLE } from "./people";
import { NOTICES, OWN_SEEKS } from "./company";
import { ADVISED, GAMES, ME, NAMES, SCORED, TODAY } from "./fixtures";

export type Mood = "answers" | "refuses" | "silent";
export const MOODS: readonly Mood[] = ["answers", "refuses", "silent"];

const API = "/api/v1";
const DAY = Date.UTC(2026, 2, 20) / 1000;
const TOKEN = { id: "t1", name: "first steps", created: DAY, seen: DAY, expires: DAY + 7_776_000, token: null };
const SESSION = { created: DAY, seen: DAY, expires: DAY, browser: "Firefox", system: "Linux" };

const ANSWERS: Readonly<Record<string, unknown>> = {
  "GET /me": ME,
  "GET /me/muted": [{ id: "p9", name: NAMES[2] }],
  "GET /me/blocked": [],
  "GET /me/following": [
    { id: "p2", name: "Bob", there: true, table: "demo" },
    { id: "p3", name: NAMES[1], there: false, table: "" },
  ],
  "POST /me/seeks": OWN_SEEKS,
  "GET /me/notices": NOTICES,
  "PUT /me/following/p7": null,
  "DELETE /me/following/p2": null,
  "GET /me/standing": {
    pause: { departures: 1, until: 0, next_minutes: 1 },
    sanctions: [{ kind: "mute", since: DAY, until: DAY, why: "shouting" }],
    administrator: true,
  },
  "POST /reports": { report: "r1" },
  "GET /games": GAMES,
  "GET /today": TODAY,
  "GET /tokens": [TOKEN, { ...TOKEN, id: "t2", name: "a bot with a very long name that has to be broken somewhere" }],
  "POST /tokens": { ...TOKEN, id: "t3", name: "fresh", token: "th_5f3c9a0e7d" },
  "GET /recover": { mail: true },
  "GET /sessions": [
    { ...SESSION, id: "s1", here: true },
    { ...SESSION, id: "s2", here: false },
  ],
  "GET /tables/demo/advice": { game: "battle", seat: 0, moves: ADVISED, weakened: null },
  "POST /score": SCORED,
  ...ANSWERS_OF_PEOPLE,
};
const PROBLEM = { code: "server/busy", text: "the house is busy; please try again in a moment" };

/** Answer everything that is asked of the server; the returned function lets the browser ask the real one again. */
export function pretend(mood: Mood): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input, location.href).pathname;
    return path.startsWith(API)
      ? answer(mood, `${init?.method ?? "GET"} ${path.slice(API.length)}`)
      : real(input, init);
  };
  return () => (globalThis.fetch = real);
}

function answer(mood: Mood, question: string): Promise<Response> {
  if (mood === "silent") return new Promise(() => undefined);
  const found = ANSWERS[question];
  if (mood === "refuses" || found === undefined) return Promise.resolve(Response.json(PROBLEM, { status: 503 }));
  return Promise.resolve(Response.json(found));
}

/** A world whose table says these things to everybody who enters, and nothing more. */
export function worldOf(...told: readonly FromServer[]): World {
  let ids = 0;
  return {
    connect: () => socketOf(told),
    now: () => performance.now(),
    later: () => () => undefined,
    chance: () => 0,
    id: () => `${(ids += 1)}`,
  };
}

function socketOf(told: readonly FromServer[]): Socket {
  const socket: Socket = {
    send: (text) => {
      if (!text.includes('"hello"')) return;
      for (const message of told) socket.onmessage?.({ data: JSON.stringify(message) });
    },
    close: () => undefined,
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  };
  setTimeout(() => socket.onopen?.());
  return socket;
}
