/** The connection to one table: owns the socket, the version, unacknowledged requests, and reconnecting. */

import type { Hello } from "../../generated/wire";
import { clocksOf } from "./clocks";
import { afterEvents, afterSaid, afterSnapshot, type Follow } from "./following";
import { NOTHING, type TableState, type Trouble } from "./tableState";
import type { EventOf, FromServer, MoveOf, Said, Snapshot, Tagged, TableRequest, ViewOf } from "../wire";

/** The part of a WebSocket that the connection uses; tests provide their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event?: { readonly code: number }) => void) | null;
  onerror: (() => void) | null;
}

/** What the connection needs from its surroundings. */
export interface TableEnvironment {
  connect(): Socket;
  now(): number;
  later(ms: number, job: () => void): () => void;
  /** A random number from 0 up to 1, so that clients do not all reconnect at once. */
  chance(): number;
  id(): string;
  /** The server has ended the session: the visitor may be signed out, or somebody else. */
  sessionEnded?(): void;
}

interface Waiting {
  request: TableRequest;
  isQuiet: boolean;
  sent: boolean;
  /** The version that is sure to contain an acknowledged action. */
  due: number | null;
  settle: (trouble: Trouble | null) => void;
}

const MOST_TRIES = 10;
export const FIRST_PAUSE = 250;
export const LONGEST_PAUSE = 5_000;
/** After this much silence the client sends a ping. */
export const PING_EVERY = 4_000;
/** How long an answer may take before the connection is shown as lost; less after the browser reported a change. */
export const LATE = 3_500;
export const SUSPECT_LATE = 1_500;
/** How much longer it may take before the client reconnects. */
export const GIVE_UP = 4_000;
/** How long a new connection may take to open. */
export const OPENING = 10_000;
/** The code with which the server closes the sockets of an ended session. */
export const SESSION_ENDED = 4401;
/** Refusals after which reconnecting is useless. */
const FINAL = new Set([
  "table/unknown",
  "table/private",
  "table/removed",
  "table/broken",
  "person/unknown",
  "wire/origin",
]);

type Listener<View, Move, Event> = (
  state: TableState<View, Move, Event>,
  message: FromServer<View, Move, Event> | null,
) => void;

export class TableConnection<View = ViewOf, Move extends Tagged = MoveOf, Event extends Tagged = EventOf> {
  state: TableState<View, Move, Event> = NOTHING;
  private socket: Socket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly listeners = new Set<Listener<View, Move, Event>>();
  private failures = 0;
  private cancelRetry: (() => void) | null = null;
  /** Cancels the timer for the server's silence: a ping, the warning, or a reconnect. */
  private cancelWatch: (() => void) | null = null;
  private isAnswerDue = false;
  private pings = new Map<string, number>();

  constructor(
    private readonly environment: TableEnvironment,
    private readonly follow: Follow<View, Event>,
    private readonly invite = "",
  ) {}

  /** Listen to every change and the message that caused it. Call the returned function to stop. */
  subscribe(listener: Listener<View, Move, Event>): () => void {
    this.listeners.add(listener);
    listener(this.state, null);
    return () => this.listeners.delete(listener);
  }

  start(): void {
    this.connect();
  }

  /** Close the connection for good. */
  stop(): void {
    this.forget();
    this.change({ phase: "closed" });
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.listeners.clear();
  }

  /** Reconnect now instead of waiting for the next attempt. */
  retry(): void {
    if (this.state.phase === "waiting") this.connect();
    else if (this.state.isLate) this.reconnect();
  }

  /** The network changed or the page was asleep: check soon whether the server still answers. */
  suspect(): void {
    if (this.state.phase === "waiting") this.connect();
    else if (this.state.phase === "open" && !this.state.isLate) this.ping(SUSPECT_LATE);
  }

  /** Send a request whose refusal does no harm and is not shown. */
  askQuietly(request: TableRequest): Promise<Trouble | null> {
    return this.ask(request, true);
  }

  /** Play a move: it shows at once as `pending`. Resolves to null when it was accepted, else to the reason. */
  act(move: Move): Promise<Trouble | null> {
    if (this.state.pending !== null) return Promise.resolve(null);
    this.change({ pending: move, trouble: null });
    return this.ask({ t: "act", v: this.state.v, move });
  }

  /** Withdraw the answer to an open claim. If the claim was settled meanwhile, the table shows the outcome. */
  takeBack(): Promise<Trouble | null> {
    return this.askQuietly({ t: "withdraw", v: this.state.v });
  }

  /** Resign the deal even if other moves arrive; retried when the table has moved on meanwhile. */
  async giveUp(move: Move): Promise<Trouble | null> {
    const deal = this.state.table?.deal;
    for (let tries = 1; ; tries++) {
      const trouble = await this.askQuietly({ t: "act", v: this.state.v, move });
      const isOverrun = trouble?.code === "move/stale" && this.state.table?.deal === deal && tries < MOST_TRIES;
      if (isOverrun) continue;
      if (trouble !== null) this.change({ trouble });
      return trouble;
    }
  }

  /** Send a request to the table, again after each reconnect until it is answered. */
  ask(request: TableRequest, isQuiet = false): Promise<Trouble | null> {
    const id = this.environment.id();
    return new Promise((settle) => {
      this.waiting.set(id, { request, isQuiet, sent: false, due: null, settle });
      this.flush();
    });
  }

  dismissTrouble(): void {
    this.change({ trouble: null });
  }

  private connect(): void {
    this.forget();
    this.change({ phase: "connecting", isLate: false, retryAt: null });
    const socket = this.environment.connect();
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.onMessage(socket, event.data);
    socket.onclose = (event) => {
      if (event?.code === SESSION_ENDED && socket === this.socket) this.environment.sessionEnded?.();
      this.lost(socket);
    };
    socket.onerror = () => undefined;
    this.watch(OPENING, () => {
      socket.close();
      this.lost(socket);
    });
  }

  private opened(socket: Socket): void {
    if (socket !== this.socket) return;
    socket.send(JSON.stringify(this.hello()));
    for (const entry of this.waiting.values()) entry.sent = false;
    this.ping();
  }

  private hello(): Hello {
    const { v, seat } = this.state;
    return { t: "hello", v, seat, invite: this.invite };
  }

  private lost(socket: Socket): void {
    if (socket !== this.socket || this.state.phase === "closed") return;
    this.socket = null;
    this.forget();
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.failures) * (0.5 + this.environment.chance() / 2);
    this.failures += 1;
    this.change({ phase: "waiting", isLate: false, retryAt: this.environment.now() + pause });
    this.cancelRetry = this.environment.later(pause, () => this.connect());
  }

  private forget(): void {
    this.cancelRetry?.();
    this.cancelWatch?.();
    this.cancelRetry = this.cancelWatch = null;
    this.isAnswerDue = false;
    this.pings.clear();
  }

  /** Reconnect after a gap in the versions, to get what is missing. */
  private reconnect(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.connect();
  }

  private watch(ms: number, job: () => void): void {
    this.cancelWatch?.();
    this.cancelWatch = this.environment.later(ms, job);
  }

  private ping(patience = LATE): void {
    if (this.socket === null) return;
    const id = this.environment.id();
    this.pings.set(id, this.environment.now());
    this.socket.send(JSON.stringify({ t: "ping", id }));
    this.expectAnswer(patience);
  }

  /** The server owes an answer: without one, show the connection as lost, then reconnect. */
  private expectAnswer(patience: number): void {
    this.isAnswerDue = true;
    this.watch(patience, () => {
      this.change({ isLate: true });
      this.watch(GIVE_UP, () => this.reconnect());
    });
  }

  /** A message arrived: ping again after some silence. */
  private resetWatch(): void {
    this.isAnswerDue = false;
    this.watch(PING_EVERY, () => this.ping());
    if (this.state.isLate) this.change({ isLate: false });
  }

  private flush(): void {
    if (this.state.phase !== "open" || this.socket === null) return;
    for (const [id, entry] of this.waiting) {
      if (entry.sent || entry.due !== null) continue;
      entry.sent = true;
      this.socket.send(JSON.stringify({ ...entry.request, id }));
      if (!this.isAnswerDue) this.expectAnswer(LATE);
    }
  }

  private onMessage(socket: Socket, data: unknown): void {
    if (socket !== this.socket || typeof data !== "string") return;
    this.resetWatch();
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed JSON has no type
    this.receive(JSON.parse(data) as FromServer<View, Move, Event>);
  }

  private receive(message: FromServer<View, Move, Event>): void {
    switch (message.t) {
      case "snapshot":
        return this.onSnapshot(message);
      case "events":
      case "news":
        return this.onVersion(message);
      case "said":
        return this.onSaid(message);
      case "presence":
        this.live();
        return this.change({ presence: message, presenceAt: this.environment.now() }, message);
      case "clock":
        return this.change({ clocks: clocksOf(message, this.environment.now()) }, message);
      case "ack":
        return this.onAck(message.id, message.v);
      case "nack":
        return this.onNack(message.id, message);
      case "pong":
        return this.onPong(message.id, message.at);
      case "bye":
        return this.change({}, message);
    }
  }

  private onSaid(message: Said): void {
    const said = afterSaid(this.state.said, message);
    if (said !== null) this.change({ said }, message);
  }

  private onSnapshot(message: Snapshot<View, Move>): void {
    this.change(afterSnapshot(message, this.environment.now()), message);
    this.live();
    this.settle();
  }

  private onVersion(message: Extract<FromServer<View, Move, Event>, { t: "events" | "news" }>): void {
    if (message.v <= this.state.v) return;
    if (message.v !== this.state.v + 1) return this.reconnect();
    const part =
      message.t === "news"
        ? { v: message.v, table: message.table }
        : afterEvents(this.state, message, this.follow, this.environment.now());
    this.change(part, message);
    this.live();
    this.settle();
  }

  /** The server has answered our hello: the connection is open, and waiting requests can go out. */
  private live(): void {
    if (this.state.phase !== "open") this.change({ phase: "open", retryAt: null });
    this.failures = 0;
    this.flush();
  }

  private onAck(id: string, v: number): void {
    const entry = this.waiting.get(id);
    if (entry === undefined) return;
    entry.due = v;
    this.settle();
  }

  private onNack(id: string, trouble: Trouble): void {
    const { code, text, values } = trouble;
    const refusal = values === undefined ? { code, text } : { code, text, values };
    const entry = this.waiting.get(id);
    if (entry === undefined) return this.onRefusedHello(refusal);
    this.waiting.delete(id);
    if (entry.request.t === "act") this.change({ pending: null });
    if (!entry.isQuiet) this.change({ trouble: refusal });
    entry.settle(refusal);
  }

  private onRefusedHello(trouble: Trouble): void {
    this.change({ trouble });
    if (!FINAL.has(trouble.code)) return;
    this.forget();
    const socket = this.socket;
    this.socket = null;
    this.change({ phase: "closed" });
    socket?.close();
  }

  private onPong(id: string, at: number): void {
    const sent = this.pings.get(id);
    if (sent === undefined) return;
    this.pings.delete(id);
    const now = this.environment.now();
    this.live();
    this.change({ delay: now - sent, offset: at - (sent + now) / 2 });
  }

  /** Resolve the requests that were acknowledged and are in the view. */
  private settle(): void {
    for (const [id, entry] of this.waiting) {
      if (entry.due === null || entry.due > this.state.v) continue;
      this.waiting.delete(id);
      if (entry.request.t === "act") this.change({ pending: null });
      entry.settle(null);
    }
  }

  private change(
    part: Partial<TableState<View, Move, Event>>,
    message: FromServer<View, Move, Event> | null = null,
  ): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener(this.state, message);
  }
}
