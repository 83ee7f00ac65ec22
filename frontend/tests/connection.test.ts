import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  FIRST_PAUSE,
  TableConnection,
  LONGEST_PAUSE,
  GIVE_UP,
  LATE,
  OPENING,
  PING_EVERY,
  SESSION_ENDED,
  SUSPECT_LATE,
  type Socket,
  type TableEnvironment,
} from "../src/lib/table/connection";
import type { Tagged } from "../src/lib/wire";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event?: { readonly code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  deliver(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code = 1006): void {
    this.onclose?.({ code });
  }
  requests(): Record<string, unknown>[] {
    return this.sent.filter(({ t }) => t !== "hello" && t !== "ping");
  }
}

class FakeEnvironment implements TableEnvironment {
  readonly sockets: FakeSocket[] = [];
  private time = 1000;
  private jobs: { at: number; job: () => void }[] = [];
  private ids = 0;

  connect(): Socket {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  }
  now = (): number => this.time;
  chance = (): number => 1;
  id = (): string => `id${++this.ids}`;
  later(ms: number, job: () => void): () => void {
    const entry = { at: this.time + ms, job };
    this.jobs.push(entry);
    return () => void (this.jobs = this.jobs.filter((one) => one !== entry));
  }
  pass(ms: number): void {
    const until = this.time + ms;
    for (;;) {
      const due = this.jobs.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.jobs = this.jobs.filter((one) => one !== due);
      this.time = due.at;
      due.job();
    }
    this.time = until;
  }
  get socket(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }
}

const info = { id: "t", game: "count", status: "playing", seats: [] };
const snapshot = (v: number, view = 0): object => ({
  t: "snapshot",
  v,
  table: info,
  seat: 0,
  view,
  moves: [{ type: "add" }],
});
const events = (v: number, by = 1): object => ({
  t: "events",
  v,
  events: [{ type: "added", by }],
  moves: [{ type: "add" }],
});
const add = { type: "add" };

let environment: FakeEnvironment;
/** A made-up game: a number to which a move adds. */
type Counting = TableConnection<number, Tagged, Added>;
interface Added extends Tagged {
  readonly by: number;
}

let connection: Counting;

beforeEach(() => {
  environment = new FakeEnvironment();
  connection = new TableConnection(environment, (view, event) => view + event.by, "CODE");
  connection.start();
});

function arrive(v = 3): void {
  environment.socket.onopen?.();
  environment.socket.deliver(snapshot(v));
}

test("the first message is a hello without a version, with the invitation code", () => {
  environment.socket.onopen?.();
  expect(environment.socket.sent[0]).toEqual({ t: "hello", v: -1, seat: null, invite: "CODE" });
});

test("a snapshot opens the connection, and events change its view", () => {
  arrive(3);
  environment.socket.deliver(events(4, 5));
  expect(connection.state).toMatchObject({ phase: "open", v: 4, view: 5, seat: 0 });
});

test("the viewer's thinking time runs from the snapshot to the end of the deal, and stands still in a pause", () => {
  arrive(3);
  environment.socket.deliver({ ...snapshot(4), spent: 7000 });
  environment.pass(2000);
  environment.socket.deliver({ t: "events", v: 5, events: [{ type: "ended", by: 0 }] });
  expect(connection.state.thinkingTime).toMatchObject({ ms: 9000, isRunning: false });
  environment.socket.deliver({ ...snapshot(6), spent: 100, table: { ...info, paused: true } });
  expect(connection.state.thinkingTime).toMatchObject({ ms: 100, isRunning: false });
});

test("a known version is ignored", () => {
  arrive(3);
  environment.socket.deliver(events(3, 100));
  expect(connection.state).toMatchObject({ v: 3, view: 0 });
});

test("news changes the table and is a version of its own", () => {
  arrive(3);
  environment.socket.deliver({ t: "news", v: 4, table: { ...info, status: "between" } });
  expect(connection.state.table?.status).toBe("between");
  expect(connection.state.v).toBe(4);
});

describe("a gap in the versions", () => {
  test("makes the client reconnect with the last version it has seen", () => {
    arrive(3);
    const first = environment.socket;
    first.deliver(events(5));
    expect(first.isClosed).toBe(true);
    environment.socket.onopen?.();
    expect(environment.socket).not.toBe(first);
    expect(environment.socket.sent[0]).toMatchObject({ t: "hello", v: 3, seat: 0 });
    environment.socket.deliver(events(4, 1));
    environment.socket.deliver(events(5, 1));
    expect(connection.state).toMatchObject({ phase: "open", v: 5, view: 2 });
  });

  test("is handled once, because the old connection is ignored", () => {
    arrive(3);
    const first = environment.socket;
    first.deliver(events(5));
    first.deliver(events(4));
    first.drop();
    expect(environment.sockets).toHaveLength(2);
  });
});

describe("a move", () => {
  test("is pending at once, until the view contains the acknowledged version", async () => {
    arrive(3);
    const done = connection.act(add);
    expect(connection.state.pending).toEqual(add);
    expect(environment.socket.requests()).toEqual([{ t: "act", id: expect.any(String) as string, v: 3, move: add }]);
    const { id } = environment.socket.requests()[0] as { id: string };
    environment.socket.deliver({ t: "ack", id, v: 4 });
    expect(connection.state.pending).toEqual(add);
    environment.socket.deliver(events(4));
    expect(connection.state.pending).toBeNull();
    expect(await done).toBeNull();
  });

  test("is rolled back when refused, with the reason", async () => {
    arrive(3);
    const done = connection.act(add);
    const { id } = environment.socket.requests()[0] as { id: string };
    environment.socket.deliver({ t: "nack", id, code: "move/illegal", text: "no" });
    expect(connection.state).toMatchObject({ pending: null, trouble: { code: "move/illegal" }, view: 0 });
    expect(await done).toEqual({ code: "move/illegal", text: "no" });
  });

  test("cannot be played while another one is being sent", () => {
    arrive(3);
    void connection.act(add);
    void connection.act({ type: "other" });
    expect(environment.socket.requests()).toHaveLength(1);
  });

  test("is sent again with the same id after a reconnect, if it was not acknowledged", () => {
    arrive(3);
    void connection.act(add);
    const [sent] = environment.socket.requests();
    environment.socket.drop();
    expect(connection.state).toMatchObject({ phase: "waiting", pending: add });
    environment.pass(LONGEST_PAUSE);
    environment.socket.onopen?.();
    expect(environment.socket.requests()).toEqual([]);
    environment.socket.deliver(snapshot(3));
    expect(environment.socket.requests()).toEqual([sent]);
  });

  test("is not sent again if it was acknowledged", () => {
    arrive(3);
    void connection.act(add);
    const { id } = environment.socket.requests()[0] as { id: string };
    environment.socket.deliver({ t: "ack", id, v: 4 });
    environment.socket.drop();
    environment.pass(LONGEST_PAUSE);
    environment.socket.onopen?.();
    environment.socket.deliver(events(4));
    expect(environment.socket.requests()).toEqual([]);
    expect(connection.state.pending).toBeNull();
  });
});

test("withdrawing an answer names the last version seen, and its refusal is not shown", async () => {
  arrive(3);
  const done = connection.takeBack();
  const { id } = environment.socket.requests()[0] as { id: string };
  expect(environment.socket.requests()).toEqual([{ t: "withdraw", id, v: 3 }]);
  environment.socket.deliver({ t: "nack", id, code: "move/late", text: "" });
  expect((await done)?.code).toBe("move/late");
  expect(connection.state.trouble).toBeNull();
});

describe("resigning", () => {
  const end = { type: "forfeit" };

  test("does not wait for a move being sent, and is retried when the table has moved on", async () => {
    arrive(3);
    void connection.act(add);
    const done = connection.giveUp(end);
    const first = environment.socket.requests()[1] as { id: string; v: number };
    expect(first).toMatchObject({ t: "act", v: 3, move: end });
    environment.socket.deliver(events(4));
    environment.socket.deliver({ t: "nack", id: first.id, code: "move/stale", text: "" });
    await vi.waitFor(() => expect(environment.socket.requests()).toHaveLength(3));
    const second = environment.socket.requests()[2] as { id: string; v: number };
    expect(second).toMatchObject({ t: "act", v: 4, move: end });
    environment.socket.deliver({ t: "ack", id: second.id, v: 4 });
    expect(await done).toBeNull();
    expect(connection.state.trouble).toBeNull();
  });

  test("shows the reason of any other refusal", async () => {
    arrive(3);
    const done = connection.giveUp(end);
    const { id } = environment.socket.requests()[0] as { id: string };
    environment.socket.deliver({ t: "nack", id, code: "move/late", text: "" });
    expect((await done)?.code).toBe("move/late");
    expect(connection.state.trouble?.code).toBe("move/late");
  });
});

test("the refusal of a quiet request is not shown", async () => {
  arrive(3);
  const done = connection.askQuietly({ t: "ready", share: "00" });
  const { id } = environment.socket.requests()[0] as { id: string };
  environment.socket.deliver({ t: "nack", id, code: "table/started", text: "" });
  expect((await done)?.code).toBe("table/started");
  expect(connection.state.trouble).toBeNull();
});

test("requests wait until the connection is open", () => {
  void connection.ask({ t: "chat", text: "hello" });
  expect(environment.socket.requests()).toEqual([]);
  arrive();
  expect(environment.socket.requests()).toHaveLength(1);
});

test("the client reconnects after pauses that double up to a limit", () => {
  const pauses: number[] = [];
  for (let failure = 0; failure < 8; failure++) {
    const count = environment.sockets.length;
    environment.socket.drop();
    const begun = environment.now();
    while (environment.sockets.length === count) environment.pass(10);
    pauses.push(environment.now() - begun);
  }
  expect(pauses.slice(0, 4)).toEqual([FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE, 8 * FIRST_PAUSE]);
  expect(pauses.at(-1)).toBe(LONGEST_PAUSE);
});

test("after a good connection the pauses start over", () => {
  for (let failure = 0; failure < 5; failure++) {
    environment.socket.drop();
    environment.pass(LONGEST_PAUSE);
  }
  arrive();
  environment.socket.drop();
  expect((connection.state.retryAt ?? 0) - environment.now()).toBe(FIRST_PAUSE);
});

describe("a silent server", () => {
  const pong = (): void => {
    const ping = environment.socket.sent.findLast(({ t }) => t === "ping");
    environment.socket.deliver({ t: "pong", id: ping?.["id"], at: 0 });
  };

  beforeEach(() => {
    arrive();
    pong();
  });

  test("is reported within seconds, then the client reconnects", () => {
    environment.pass(PING_EVERY + LATE - 1);
    expect(connection.state.isLate).toBe(false);
    environment.pass(1);
    expect(connection.state).toMatchObject({ isLate: true, phase: "open" });
    environment.pass(GIVE_UP);
    expect(connection.state).toMatchObject({ isLate: false, phase: "connecting" });
    expect(environment.sockets).toHaveLength(2);
  });

  test("is not reported if it answers in time", () => {
    for (let round = 0; round < 5; round++) {
      environment.pass(PING_EVERY + LATE - 1);
      pong();
    }
    expect(connection.state.isLate).toBe(false);
    environment.pass(PING_EVERY + LATE);
    expect(connection.state.isLate).toBe(true);
    pong();
    environment.pass(LATE + GIVE_UP - 1);
    expect(connection.state.isLate).toBe(false);
    expect(environment.sockets).toHaveLength(1);
  });

  test("is noticed sooner after a move, which expects an answer", () => {
    void connection.act(add);
    environment.pass(LATE);
    expect(connection.state.isLate).toBe(true);
    connection.retry();
    expect(environment.sockets).toHaveLength(2);
    arrive();
    expect(environment.socket.requests()).toHaveLength(1);
  });

  test("is noticed sooner if the browser suspects it", () => {
    connection.suspect();
    environment.pass(SUSPECT_LATE - 1);
    expect(connection.state.isLate).toBe(false);
    environment.pass(1);
    expect(connection.state.isLate).toBe(true);
  });
});

test("the client tries again if a connection does not open", () => {
  environment.pass(OPENING);
  expect(environment.sockets[0]?.isClosed).toBe(true);
  expect(connection.state.phase).toBe("waiting");
});

test("a pong gives the delay and the server's clock", () => {
  arrive();
  const ping = environment.socket.sent.find(({ t }) => t === "ping") as { id: string };
  environment.pass(40);
  environment.socket.deliver({ t: "pong", id: ping.id, at: 5_000_000 });
  expect(connection.state.delay).toBe(40);
  expect(connection.state.offset).toBe(5_000_000 - (environment.now() - 20));
});

test("a final refusal of the hello closes the connection", () => {
  environment.socket.onopen?.();
  environment.socket.deliver({ t: "nack", id: "", code: "table/unknown", text: "there is no such table" });
  expect(connection.state).toMatchObject({ phase: "closed", trouble: { code: "table/unknown" } });
  environment.pass(60_000);
  expect(environment.sockets).toHaveLength(1);
});

test("a stopped connection does not reconnect", () => {
  arrive();
  connection.stop();
  environment.socket.drop();
  environment.pass(60_000);
  expect(environment.sockets).toHaveLength(1);
});

test("only the end of a session calls `sessionEnded`", () => {
  const environment = new FakeEnvironment();
  const sessionEnded = vi.fn();
  const table = new TableConnection<unknown, Tagged, Tagged>(
    Object.assign(environment, { sessionEnded }),
    (view) => view,
  );
  table.start();
  environment.socket.drop();
  environment.pass(FIRST_PAUSE);
  expect(sessionEnded).not.toHaveBeenCalled();
  environment.socket.drop(SESSION_ENDED);
  expect(sessionEnded).toHaveBeenCalledTimes(1);
});
