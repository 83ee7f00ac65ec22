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
  type World,
} from "../src/lib/connection";
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
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code = 1006): void {
    this.onclose?.({ code });
  }
  wishes(): Record<string, unknown>[] {
    return this.sent.filter(({ t }) => t !== "hello" && t !== "ping");
  }
}

class FakeWorld implements World {
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

let world: FakeWorld;
/** A game of its own: a number to which a move adds. */
type Counting = TableConnection<number, Tagged, Added>;
interface Added extends Tagged {
  readonly by: number;
}

let connection: Counting;

beforeEach(() => {
  world = new FakeWorld();
  connection = new TableConnection(world, (view, event) => view + event.by, "CODE");
  connection.start();
});

function arrive(v = 3): void {
  world.socket.onopen?.();
  world.socket.tell(snapshot(v));
}

test("the first word is a hello with nothing seen and the invite", () => {
  world.socket.onopen?.();
  expect(world.socket.sent[0]).toEqual({ t: "hello", v: -1, seat: null, invite: "CODE" });
});

test("a snapshot opens the connection, and events are folded into its view", () => {
  arrive(3);
  world.socket.tell(events(4, 5));
  expect(connection.state).toMatchObject({ phase: "open", v: 4, view: 5, seat: 0 });
});

test("the own thinking time runs from the snapshot to the end of the deal, and stands still in a pause", () => {
  arrive(3);
  world.socket.tell({ ...snapshot(4), spent: 7000 });
  world.pass(2000);
  world.socket.tell({ t: "events", v: 5, events: [{ type: "ended", by: 0 }] });
  expect(connection.state.thought).toMatchObject({ ms: 9000, isRunning: false });
  world.socket.tell({ ...snapshot(6), spent: 100, table: { ...info, paused: true } });
  expect(connection.state.thought).toMatchObject({ ms: 100, isRunning: false });
});

test("what was seen already is passed over", () => {
  arrive(3);
  world.socket.tell(events(3, 100));
  expect(connection.state).toMatchObject({ v: 3, view: 0 });
});

test("news changes the table and counts as a version", () => {
  arrive(3);
  world.socket.tell({ t: "news", v: 4, table: { ...info, status: "between" } });
  expect(connection.state.table?.status).toBe("between");
  expect(connection.state.v).toBe(4);
});

describe("a gap", () => {
  test("is healed by coming back with the last version seen", () => {
    arrive(3);
    const first = world.socket;
    first.tell(events(5));
    expect(first.isClosed).toBe(true);
    world.socket.onopen?.();
    expect(world.socket).not.toBe(first);
    expect(world.socket.sent[0]).toMatchObject({ t: "hello", v: 3, seat: 0 });
    world.socket.tell(events(4, 1));
    world.socket.tell(events(5, 1));
    expect(connection.state).toMatchObject({ phase: "open", v: 5, view: 2 });
  });

  test("is not noticed twice: an old connection is not listened to", () => {
    arrive(3);
    const first = world.socket;
    first.tell(events(5));
    first.tell(events(4));
    first.drop();
    expect(world.sockets).toHaveLength(2);
  });
});

describe("a move", () => {
  test("is pending at once, and stays so until the acknowledged version is in the view", async () => {
    arrive(3);
    const done = connection.act(add);
    expect(connection.state.pending).toEqual(add);
    expect(world.socket.wishes()).toEqual([{ t: "act", id: expect.any(String) as string, v: 3, move: add }]);
    const { id } = world.socket.wishes()[0] as { id: string };
    world.socket.tell({ t: "ack", id, v: 4 });
    expect(connection.state.pending).toEqual(add);
    world.socket.tell(events(4));
    expect(connection.state.pending).toBeNull();
    expect(await done).toBeNull();
  });

  test("is rolled back when it is refused, and says why", async () => {
    arrive(3);
    const done = connection.act(add);
    const { id } = world.socket.wishes()[0] as { id: string };
    world.socket.tell({ t: "nack", id, code: "move/illegal", text: "no" });
    expect(connection.state).toMatchObject({ pending: null, trouble: { code: "move/illegal" }, view: 0 });
    expect(await done).toEqual({ code: "move/illegal", text: "no" });
  });

  test("cannot be made while another is on its way", () => {
    arrive(3);
    void connection.act(add);
    void connection.act({ type: "other" });
    expect(world.socket.wishes()).toHaveLength(1);
  });

  test("that was not acknowledged is sent again with the same id after a loss, once the server has answered", () => {
    arrive(3);
    void connection.act(add);
    const [sent] = world.socket.wishes();
    world.socket.drop();
    expect(connection.state).toMatchObject({ phase: "waiting", pending: add });
    world.pass(LONGEST_PAUSE);
    world.socket.onopen?.();
    expect(world.socket.wishes()).toEqual([]);
    world.socket.tell(snapshot(3));
    expect(world.socket.wishes()).toEqual([sent]);
  });

  test("that was acknowledged is not sent again", () => {
    arrive(3);
    void connection.act(add);
    const { id } = world.socket.wishes()[0] as { id: string };
    world.socket.tell({ t: "ack", id, v: 4 });
    world.socket.drop();
    world.pass(LONGEST_PAUSE);
    world.socket.onopen?.();
    world.socket.tell(events(4));
    expect(world.socket.wishes()).toEqual([]);
    expect(connection.state.pending).toBeNull();
  });
});

test("an answer is taken back with the version last seen, and a refusal troubles nobody", async () => {
  arrive(3);
  const done = connection.takeBack();
  const { id } = world.socket.wishes()[0] as { id: string };
  expect(world.socket.wishes()).toEqual([{ t: "withdraw", id, v: 3 }]);
  world.socket.tell({ t: "nack", id, code: "move/late", text: "" });
  expect((await done)?.code).toBe("move/late");
  expect(connection.state.trouble).toBeNull();
});

describe("giving up", () => {
  const end = { type: "forfeit" };

  test("does not wait for a move on its way, and is asked anew when the table has gone on", async () => {
    arrive(3);
    void connection.act(add);
    const done = connection.giveUp(end);
    const first = world.socket.wishes()[1] as { id: string; v: number };
    expect(first).toMatchObject({ t: "act", v: 3, move: end });
    world.socket.tell(events(4));
    world.socket.tell({ t: "nack", id: first.id, code: "move/stale", text: "" });
    await vi.waitFor(() => expect(world.socket.wishes()).toHaveLength(3));
    const second = world.socket.wishes()[2] as { id: string; v: number };
    expect(second).toMatchObject({ t: "act", v: 4, move: end });
    world.socket.tell({ t: "ack", id: second.id, v: 4 });
    expect(await done).toBeNull();
    expect(connection.state.trouble).toBeNull();
  });

  test("that is refused for another reason says why", async () => {
    arrive(3);
    const done = connection.giveUp(end);
    const { id } = world.socket.wishes()[0] as { id: string };
    world.socket.tell({ t: "nack", id, code: "move/late", text: "" });
    expect((await done)?.code).toBe("move/late");
    expect(connection.state.trouble?.code).toBe("move/late");
  });
});

test("a quiet wish that is refused troubles nobody", async () => {
  arrive(3);
  const done = connection.askQuietly({ t: "ready", share: "00" });
  const { id } = world.socket.wishes()[0] as { id: string };
  world.socket.tell({ t: "nack", id, code: "table/started", text: "" });
  expect((await done)?.code).toBe("table/started");
  expect(connection.state.trouble).toBeNull();
});

test("wishes made before the connection is open wait for it", () => {
  void connection.ask({ t: "chat", text: "hello" });
  expect(world.socket.wishes()).toEqual([]);
  arrive();
  expect(world.socket.wishes()).toHaveLength(1);
});

test("lost connections are tried again after pauses that double, up to a limit", () => {
  const pauses: number[] = [];
  for (let failure = 0; failure < 8; failure++) {
    const count = world.sockets.length;
    world.socket.drop();
    const begun = world.now();
    while (world.sockets.length === count) world.pass(10);
    pauses.push(world.now() - begun);
  }
  expect(pauses.slice(0, 4)).toEqual([FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE, 8 * FIRST_PAUSE]);
  expect(pauses.at(-1)).toBe(LONGEST_PAUSE);
});

test("after a good connection the pauses begin anew", () => {
  for (let failure = 0; failure < 5; failure++) {
    world.socket.drop();
    world.pass(LONGEST_PAUSE);
  }
  arrive();
  world.socket.drop();
  expect((connection.state.retryAt ?? 0) - world.now()).toBe(FIRST_PAUSE);
});

describe("silence", () => {
  const pong = (): void => {
    const ping = world.socket.sent.findLast(({ t }) => t === "ping");
    world.socket.tell({ t: "pong", id: ping?.["id"], at: 0 });
  };

  beforeEach(() => {
    arrive();
    pong();
  });

  test("is told within seconds, and then the connection is made anew", () => {
    world.pass(PING_EVERY + LATE - 1);
    expect(connection.state.isLate).toBe(false);
    world.pass(1);
    expect(connection.state).toMatchObject({ isLate: true, phase: "open" });
    world.pass(GIVE_UP);
    expect(connection.state).toMatchObject({ isLate: false, phase: "connecting" });
    expect(world.sockets).toHaveLength(2);
  });

  test("that ends in time is no loss", () => {
    for (let round = 0; round < 5; round++) {
      world.pass(PING_EVERY + LATE - 1);
      pong();
    }
    expect(connection.state.isLate).toBe(false);
    world.pass(PING_EVERY + LATE);
    expect(connection.state.isLate).toBe(true);
    pong();
    world.pass(LATE + GIVE_UP - 1);
    expect(connection.state.isLate).toBe(false);
    expect(world.sockets).toHaveLength(1);
  });

  test("after a move is noticed from the move on", () => {
    void connection.act(add);
    world.pass(LATE);
    expect(connection.state.isLate).toBe(true);
    connection.retry();
    expect(world.sockets).toHaveLength(2);
    arrive();
    expect(world.socket.wishes()).toHaveLength(1);
  });

  test("is noticed sooner where the browser suspects it", () => {
    connection.suspect();
    world.pass(SUSPECT_LATE - 1);
    expect(connection.state.isLate).toBe(false);
    world.pass(1);
    expect(connection.state.isLate).toBe(true);
  });
});

test("a connection that does not open is tried again", () => {
  world.pass(OPENING);
  expect(world.sockets[0]?.isClosed).toBe(true);
  expect(connection.state.phase).toBe("waiting");
});

test("a pong tells the delay and the server's clock", () => {
  arrive();
  const ping = world.socket.sent.find(({ t }) => t === "ping") as { id: string };
  world.pass(40);
  world.socket.tell({ t: "pong", id: ping.id, at: 5_000_000 });
  expect(connection.state.delay).toBe(40);
  expect(connection.state.offset).toBe(5_000_000 - (world.now() - 20));
});

test("a table that refuses the hello for good closes the connection", () => {
  world.socket.onopen?.();
  world.socket.tell({ t: "nack", id: "", code: "table/unknown", text: "there is no such table" });
  expect(connection.state).toMatchObject({ phase: "closed", trouble: { code: "table/unknown" } });
  world.pass(60_000);
  expect(world.sockets).toHaveLength(1);
});

test("a stopped connection does not come back", () => {
  arrive();
  connection.stop();
  world.socket.drop();
  world.pass(60_000);
  expect(world.sockets).toHaveLength(1);
});

test("only a session that has ended is asked about again", () => {
  const world = new FakeWorld();
  const sessionEnded = vi.fn();
  const table = new TableConnection<unknown, Tagged, Tagged>(Object.assign(world, { sessionEnded }), (view) => view);
  table.start();
  world.socket.drop();
  world.pass(FIRST_PAUSE);
  expect(sessionEnded).not.toHaveBeenCalled();
  world.socket.drop(SESSION_ENDED);
  expect(sessionEnded).toHaveBeenCalledTimes(1);
});
