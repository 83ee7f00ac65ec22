import { beforeEach, expect, test } from "vitest";
import type { OwnSeek, OwnSeeks, SeekInfo } from "../src/generated/wire";
import { KEEP_MS, Seeking, UNSEEN_MS, type SeekingEnvironment } from "../src/lib/social/seeking.svelte";
import { deferred } from "./deferred";

const RATING = { rating: 1500, low: 900, high: 2100, deviation: 300, provisional: true, games: 0 };
const REQUEST = { game: "battle", rated: true };
const NOBODY: OwnSeeks = { seeks: [], challenges: [], tables: [] };

const info = (id: string, more: Partial<SeekInfo> = {}): SeekInfo => ({
  id,
  person: "ann",
  name: "Ann",
  target: "",
  target_name: "",
  wish: REQUEST,
  seats: 2,
  rating: RATING,
  since: 0,
  ...more,
});
const own = (id: string, more: Partial<SeekInfo> = {}, waited = 0): OwnSeek => ({
  seek: info(id, more),
  waited,
  window: 100,
  offer: "",
});
const answerOf = (...seeks: OwnSeek[]): OwnSeeks => ({ ...NOBODY, seeks });

/** Two tabs of one browser share their claims; each has a fake house with a given answer. */
class Tab {
  answer: OwnSeeks = NOBODY;
  isSeen = true;
  isPlaying = false;
  went: string[] = [];
  jobs: { ms: number; job: () => void }[] = [];
  announced: string[] = [];
  isRemembered = false;
  isDown = false;
  /** The next answers about the seeks come when this is resolved. */
  late: Promise<OwnSeeks> | null = null;
  now = 0;
  readonly seeking: Seeking;

  constructor(claimed: Set<string>) {
    const answer = (): Promise<OwnSeeks> =>
      this.isDown ? Promise.reject(new Error("down")) : Promise.resolve(this.answer);
    const environment: SeekingEnvironment = {
      keep: () => this.late ?? answer(),
      place: answer,
      challenge: answer,
      end: () => Promise.resolve(),
      accept: () => Promise.resolve({ table: "t9" }),
      house: () => Promise.resolve({ table: "t9" }),
      now: () => this.now,
      later: (ms, job) => {
        const entry = { ms, job };
        this.jobs.push(entry);
        return () => void (this.jobs = this.jobs.filter((one) => one !== entry));
      },
      isSeen: () => this.isSeen,
      here: () => this.went.at(-1) ?? "",
      isPlaying: () => this.isPlaying,
      claim: (table) => !claimed.has(table) && claimed.add(table).has(table),
      go: (table) => void this.went.push(table),
      remember: (on) => void (this.isRemembered = on),
      remembers: () => this.isRemembered,
      notifyTabs: () => undefined,
      announce: ({ id }) => void this.announced.push(id),
    };
    this.seeking = new Seeking(environment);
  }
}

let claimed: Set<string>;
let tab: Tab;

beforeEach(() => {
  claimed = new Set();
  tab = new Tab(claimed);
});

test("a seek is kept alive every three seconds, and its waiting time runs on between two answers", async () => {
  tab.answer = answerOf(own("s1", {}, 4000));
  await tab.seeking.place(REQUEST);
  expect(tab.jobs.map(({ ms }) => ms)).toEqual([KEEP_MS]);
  expect(tab.seeking.waited(tab.answer.seeks[0]!, 1500)).toBe(5500);
});

test("the visible tab opens the table of a match, and the hidden tab shows a note", async () => {
  const hidden = new Tab(claimed);
  hidden.isSeen = false;
  for (const one of [tab, hidden]) {
    one.answer = answerOf(own("s1"));
    await one.seeking.look();
    one.answer = { ...NOBODY, tables: ["t1"] };
  }
  await hidden.seeking.look();
  expect(hidden.jobs.map(({ ms }) => ms)).toEqual([UNSEEN_MS]);
  await tab.seeking.look();
  hidden.jobs[0]!.job();
  expect([tab.went, hidden.went]).toEqual([["t1"], []]);
  expect(hidden.seeking.notes).toEqual([{ kind: "elsewhere", id: "t1" }]);
  await tab.seeking.look();
  expect(tab.went).toEqual(["t1"]);
});

test("a seeking page that is reloaded still opens the table, another one only shows a note", async () => {
  tab.isRemembered = true;
  tab.answer = { ...NOBODY, tables: ["t1"] };
  await tab.seeking.look();
  expect(tab.went).toEqual(["t1"]);
  const phone = new Tab(new Set());
  phone.answer = tab.answer;
  await phone.seeking.look();
  expect([phone.went, phone.seeking.notes]).toEqual([[], [{ kind: "found", id: "t1" }]]);
});

test("no visitor is taken away from a running game", async () => {
  tab.answer = answerOf(own("s1"));
  await tab.seeking.look();
  [tab.isPlaying, tab.answer] = [true, { ...NOBODY, tables: ["t1"] }];
  await tab.seeking.look();
  expect([tab.went, tab.seeking.notes]).toEqual([[], [{ kind: "found", id: "t1" }]]);
});

test("a seek that ended by itself leaves a note, a cancelled one does not", async () => {
  tab.answer = answerOf(own("s1"), own("s2"));
  await tab.seeking.look();
  tab.answer = NOBODY;
  await tab.seeking.end("s2");
  expect(tab.seeking.notes).toEqual([{ kind: "ended", id: "s1", request: REQUEST }]);
  tab.seeking.dismiss("s1");
  expect([tab.seeking.notes, tab.jobs]).toEqual([[], []]);
});

test("a challenge that ended early was declined, a late one was not answered", async () => {
  const bob = { target: "bob", target_name: "Bob" };
  tab.answer = answerOf(own("c1", bob, 10_000), own("c2", bob, 299_000));
  await tab.seeking.look();
  tab.answer = NOBODY;
  await tab.seeking.look();
  expect(tab.seeking.notes.map(({ kind }) => kind)).toEqual(["declined", "unanswered"]);
});

test("an incoming challenge is announced once, and disappears when declined", async () => {
  const call = { challenges: [info("c1", { person: "bob" })], tables: [] };
  tab.seeking.receiveCalls(call);
  tab.seeking.receiveCalls(call);
  expect([tab.announced, tab.seeking.challenges.length]).toEqual([["c1"], 1]);
  await tab.seeking.end("c1");
  tab.seeking.receiveCalls(call);
  expect(tab.seeking.challenges).toEqual([]);
});

test("requests go on while the house does not answer", async () => {
  tab.answer = answerOf(own("s1"));
  await tab.seeking.look();
  tab.isDown = true;
  await tab.seeking.look();
  expect([tab.seeking.isLost, tab.jobs.length]).toEqual([true, 1]);
});

test("accepting a house player opens the table at once", async () => {
  tab.answer = answerOf(own("s1"));
  await tab.seeking.look();
  tab.answer = { ...NOBODY, tables: ["t9"] };
  await tab.seeking.house("s1");
  expect([tab.went, tab.seeking.notes]).toEqual([["t9"], []]);
});

test("a list of seeks that was asked for before a seek was placed does not end that seek", async () => {
  const late = deferred<OwnSeeks>();
  tab.late = late.promise;
  const look = tab.seeking.look();
  tab.answer = answerOf(own("s1"));
  await tab.seeking.place(REQUEST);
  late.resolve(NOBODY);
  await look;
  expect(tab.seeking.seeks.map(({ seek }) => seek.id)).toEqual(["s1"]);
  expect([tab.seeking.notes, tab.jobs.map(({ ms }) => ms)]).toEqual([[], [KEEP_MS]]);
});

test("the seeks of somebody who signed out are not shown to the next visitor", async () => {
  const late = deferred<OwnSeeks>();
  tab.late = late.promise;
  const look = tab.seeking.look();
  tab.seeking.forget();
  late.resolve(answerOf(own("s1")));
  await look;
  expect(tab.seeking.seeks).toEqual([]);
});
