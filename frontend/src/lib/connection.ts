/** The connection to one table: owns the socket, the version, what is not acknowledged yet, and the way back. */

import type { Hello } from "../generated/wire";
import { clocksOf, thoughtAt, type Thought } from "./clocks";
import { NOTHING, type TableState, type Trouble } from "./tableState";
import type { EventOf, FromServer, MoveOf, Said, Snapshot, Tagged, ViewOf, Wish } from "./wire";

/** As much of a WebSocket as the connection needs; tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event?: { readonly code: number }) => void) | null;
  onerror: (() => void) | null;
}

/** What the connection needs of the world. */
export interface World {
  connect(): Socket;
  now(): number;
  later(ms: number, job: () => void): () => void;
  /** A number from 0 up to 1, so that not all come back at once. */
  chance(): number;
  id(): string;
  /** The server has ended the session: one may be somebody else now, or nobody. */
  sessionEnded?(): void;
}

/** The view after an event. */
export type Follow<View, Event> = (view: View, event: Event) => View;

interface Waiting {
  wish: Wish;
  isQuiet: boolean;
  sent: boolean;
  /** The version at which an acknowledged action is surely in the view. */
  due: number | null;
  settle: (trouble: Trouble | null) => void;
}

const MOST_TRIES = 10;
export const FIRST_PAUSE = 250;
export const LONGEST_PAUSE = 5_000;
/** After so much quiet the server is asked for a sign of life. */
export const PING_EVERY = 4_000;
/** How long an answer may take before the connection is shown as lost; less where the browser has noticed something. */
export const LATE = 3_500;
export const SUSPECT_LATE = 1_500;
/** How much longer it may take before the app connects again. */
export const GIVE_UP = 4_000;
/** How long a new connection may take to open. */
export const OPENING = 10_000;
const MOST_SAID = 100;
/** The code with which the server closes the sockets of a session that has ended. */
export const SESSION_ENDED = 4401;
/** Refusals after which trying again is of no use. */
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
  /** Ends what would follow on the server's silence: a question, a doubt, another connection. */
  private cancelWatch: (() => void) | null = null;
  private isAnswerDue = false;
  private pings = new Map<string, number>();

  constructor(
    private readonly world: World,
    private readonly follow: Follow<View, Event>,
    private readonly invite = "",
  ) {}

  /** Hear of every change; the message that caused it comes along. The returned function ends it. */
  subscribe(listener: Listener<View, Move, Event>): () => void {
    this.listeners.add(listener);
    listener(this.state, null);
    return () => this.listeners.delete(listener);
  }

  start(): void {
    this.connect();
  }

  /** Hang up for good. */
  stop(): void {
    this.forget();
    this.change({ phase: "closed" });
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.listeners.clear();
  }

  /** Do not wait for the next try. */
  retry(): void {
    if (this.state.phase === "waiting") this.connect();
    else if (this.state.isLate) this.heal();
  }

  /** The network has changed, or the page was asleep: find out soon whether the server is still there. */
  suspect(): void {
    if (this.state.phase === "waiting") this.connect();
    else if (this.state.phase === "open" && !this.state.isLate) this.ping(SUSPECT_LATE);
  }

  /** Ask something that may well be refused without harm; the refusal is not shown. */
  askQuietly(wish: Wish): Promise<Trouble | null> {
    return this.ask(wish, true);
  }

  /** Play a move: shown at once as `pending`; null when it was done, else why not. */
  act(move: Move): Promise<Trouble | null> {
    if (this.state.pending !== null) return Promise.resolve(null);
    this.change({ pending: move, trouble: null });
    return this.ask({ t: "act", v: this.state.v, move });
  }

  /** Take one's answer to an open claim back. Where it was settled meanwhile, that is what the table shows. */
  takeBack(): Promise<Trouble | null> {
    return this.askQuietly({ t: "withdraw", v: this.state.v });
  }

  /** Give the deal up, whatever else is on its way; asked again while the table goes on under it. */
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

  /** Ask anything of the table; sent again after a reconnect until it is answered. */
  ask(wish: Wish, isQuiet = false): Promise<Trouble | null> {
    const id = this.world.id();
    return new Promise((settle) => {
      this.waiting.set(id, { wish, isQuiet, sent: false, due: null, settle });
      this.flush();
    });
  }

  dismissTrouble(): void {
    this.change({ trouble: null });
  }

  private connect(): void {
    this.forget();
    this.change({ phase: "connecting", isLate: false, retryAt: null });
    const socket = this.world.connect();
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.heardFrom(socket, event.data);
    socket.onclose = (event) => {
      if (event?.code === SESSION_ENDED && socket === this.socket) this.world.sessionEnded?.();
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
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.failures) * (0.5 + this.world.chance() / 2);
    this.failures += 1;
    this.change({ phase: "waiting", isLate: false, retryAt: this.world.now() + pause });
    this.cancelRetry = this.world.later(pause, () => this.connect());
  }

  private forget(): void {
    this.cancelRetry?.();
    this.cancelWatch?.();
    this.cancelRetry = this.cancelWatch = null;
    this.isAnswerDue = false;
    this.pings.clear();
  }

  /** Drop a connection that skipped something, and come back for what is missing. */
  private heal(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.connect();
  }

  private watch(ms: number, job: () => void): void {
    this.cancelWatch?.();
    this.cancelWatch = this.world.later(ms, job);
  }

  private ping(patience = LATE): void {
    if (this.socket === null) return;
    const id = this.world.id();
    this.pings.set(id, this.world.now());
    this.socket.send(JSON.stringify({ t: "ping", id }));
    this.expectAnswer(patience);
  }

  /** The server owes an answer: without one the connection is shown as lost, and then made again. */
  private expectAnswer(patience: number): void {
    this.isAnswerDue = true;
    this.watch(patience, () => {
      this.change({ isLate: true });
      this.watch(GIVE_UP, () => this.heal());
    });
  }

  /** A sign of life: ask for the next one after some quiet. */
  private hearLife(): void {
    this.isAnswerDue = false;
    this.watch(PING_EVERY, () => this.ping());
    if (this.state.isLate) this.change({ isLate: false });
  }

  private flush(): void {
    if (this.state.phase !== "open" || this.socket === null) return;
    for (const [id, entry] of this.waiting) {
      if (entry.sent || entry.due !== null) continue;
      entry.sent = true;
      this.socket.send(JSON.stringify({ ...entry.wish, id }));
      if (!this.isAnswerDue) this.expectAnswer(LATE);
    }
  }

  private heardFrom(socket: Socket, data: unknown): void {
    if (socket !== this.socket || typeof data !== "string") return;
    this.hearLife();
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the border of JSON
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
        return this.change({ presence: message, presenceAt: this.world.now() }, message);
      case "clock":
        return this.change({ clocks: clocksOf(message, this.world.now()) }, message);
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

  /** After a loss the last lines are told again; those that are known are left out. */
  private onSaid(message: Said): void {
    const isKnown = message.n !== undefined && this.state.said.some((one) => one.n === message.n);
    if (!isKnown) this.change({ said: [...this.state.said, message].slice(-MOST_SAID) }, message);
  }

  private onSnapshot(message: Snapshot<View, Move>): void {
    this.change(
      {
        v: message.v,
        table: message.table,
        seat: message.seat ?? null,
        view: message.view ?? null,
        moves: message.moves ?? [],
        clocks: clocksOf(message, this.world.now()),
        thought: this.thoughtOf(message),
        answer: message.answer ?? null,
        last: [],
      },
      message,
    );
    this.live();
    this.settle();
  }

  private onVersion(message: Extract<FromServer<View, Move, Event>, { t: "events" | "news" }>): void {
    if (message.v <= this.state.v) return;
    if (message.v !== this.state.v + 1) return this.heal();
    if (message.t === "news") {
      this.change({ v: message.v, table: message.table }, message);
    } else {
      const before = this.state.view;
      const view = before === null ? null : message.events.reduce(this.follow, before);
      const last = message.events.length > 0 ? message.events : this.state.last;
      const clocks = clocksOf(message, this.world.now());
      const { moves = [], answer = null } = message;
      const thought = message.events.some((event) => event.type === "ended") ? this.thoughtNow() : this.state.thought;
      this.change({ v: message.v, view, last, moves, clocks, thought, answer }, message);
    }
    this.live();
    this.settle();
  }

  private thoughtOf({ spent = 0, table }: Snapshot<View, Move>): Thought {
    return { ms: spent, at: this.world.now(), isRunning: table.status === "playing" && !table.paused };
  }

  /** The deal has ended: nobody thinks any longer. */
  private thoughtNow(): Thought {
    const at = this.world.now();
    return { ms: thoughtAt(this.state.thought, at), at, isRunning: false };
  }

  /** The server has answered our hello: the connection is good, and what waits can go. */
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
    const told = values === undefined ? { code, text } : { code, text, values };
    const entry = this.waiting.get(id);
    if (entry === undefined) return this.onRefusedHello(told);
    this.waiting.delete(id);
    if (entry.wish.t === "act") this.change({ pending: null });
    if (!entry.isQuiet) this.change({ trouble: told });
    entry.settle(told);
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
    const now = this.world.now();
    this.live();
    this.change({ delay: now - sent, offset: at - (sent + now) / 2 });
  }

  /** Let go of what was acknowledged and is in the view. */
  private settle(): void {
    for (const [id, entry] of this.waiting) {
      if (entry.due === null || entry.due > this.state.v) continue;
      this.waiting.delete(id);
      if (entry.wish.t === "act") this.change({ pending: null });
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
