import { beforeEach, expect, test } from "vitest";
import type { OwnSeek, OwnSeeks, SeekInfo } from "../src/generated/wire";
import { KEEP_MS, Seeking, UNSEEN_MS, type SeekingWorld } from "../src/lib/company/seeking.svelte";

const RATING = { rating: 1500, low: 900, high: 2100, deviation: 300, provisional: true, games: 0 };
const WISH = { game: "battle", rated: true };
const NOBODY: OwnSeeks = { seeks: [], challenges: [], tables: [] };

const info = (id: string, more: Partial<SeekInfo> = {}): SeekInfo => ({
  id,
  person: "ann",
  name: "Ann",
  target: "",
  target_name: "",
  wish: WISH,
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
const told = (...seeks: OwnSeek[]): OwnSeeks => ({ ...NOBODY, seeks });

/** Two tabs of one browser share what they have claimed; each has a house that answers as it is told. */
class Tab {
  answer: OwnSeeks = NOBODY;
  isSeen = true;
  isPlaying = false;
  went: string[] = [];
  jobs: { ms: number; job: () => void }[] = [];
  announced: string[] = [];
  isRemembered = false;
  isDown = false;
  now = 0;
  readonly seeking: Seeking;

  constructor(claimed: Set<string>) {
    const answer = (): Promise<OwnSeeks> =>
      this.isDown ? Promise.reject(new Error("down")) : Promise.resolve(this.answer);
    const world: SeekingWorld = {
      keep: answer,
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
      tell: () => undefined,
      announce: ({ id }) => void this.announced.push(id),
    };
    this.seeking = new Seeking(world);
  }
}

let claimed: Set<string>;
let tab: Tab;

beforeEach(() => {
  claimed = new Set();
  tab = new Tab(claimed);
});

test("a seek is kept alive every three seconds, and its waiting goes on between two answers", async () => {
  tab.answer = told(own("s1", {}, 4000));
  await tab.seeking.place(WISH);
  expect(tab.jobs.map(({ ms }) => ms)).toEqual([KEEP_MS]);
  expect(tab.seeking.waited(tab.answer.seeks[0]!, 1500)).toBe(5500);
});

test("who was found goes to the table in the tab that is looked at; the other tab says so", async () => {
  const hidden = new Tab(claimed);
  hidden.isSeen = false;
  for (const one of [tab, hidden]) {
    one.answer = told(own("s1"));
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

test("a page that is loaded anew while it seeks still goes to the table, another only tells of it", async () => {
  tab.isRemembered = true;
  tab.answer = { ...NOBODY, tables: ["t1"] };
  await tab.seeking.look();
  expect(tab.went).toEqual(["t1"]);
  const phone = new Tab(new Set());
  phone.answer = tab.answer;
  await phone.seeking.look();
  expect([phone.went, phone.seeking.notes]).toEqual([[], [{ kind: "found", id: "t1" }]]);
});

test("nobody is taken away from a running game", async () => {
  tab.answer = told(own("s1"));
  await tab.seeking.look();
  [tab.isPlaying, tab.answer] = [true, { ...NOBODY, tables: ["t1"] }];
  await tab.seeking.look();
  expect([tab.went, tab.seeking.notes]).toEqual([[], [{ kind: "found", id: "t1" }]]);
});

test("a seek that ended by itself is told, a cancelled one is not", async () => {
  tab.answer = told(own("s1"), own("s2"));
  await tab.seeking.look();
  tab.answer = NOBODY;
  await tab.seeking.end("s2");
  expect(tab.seeking.notes).toEqual([{ kind: "ended", id: "s1", wish: WISH }]);
  tab.seeking.putAway("s1");
  expect([tab.seeking.notes, tab.jobs]).toEqual([[], []]);
});

test("a challenge was declined, or not answered in time", async () => {
  const bob = { target: "bob", target_name: "Bob" };
  tab.answer = told(own("c1", bob, 10_000), own("c2", bob, 299_000));
  await tab.seeking.look();
  tab.answer = NOBODY;
  await tab.seeking.look();
  expect(tab.seeking.notes.map(({ kind }) => kind)).toEqual(["declined", "unanswered"]);
});

test("a challenge to oneself is announced once, and gone when it is declined", async () => {
  const call = { challenges: [info("c1", { person: "bob" })], tables: [] };
  tab.seeking.hearCalls(call);
  tab.seeking.hearCalls(call);
  expect([tab.announced, tab.seeking.challenges.length]).toEqual([["c1"], 1]);
  await tab.seeking.end("c1");
  tab.seeking.hearCalls(call);
  expect(tab.seeking.challenges).toEqual([]);
});

test("while the house does not answer, it is asked again", async () => {
  tab.answer = told(own("s1"));
  await tab.seeking.look();
  tab.isDown = true;
  await tab.seeking.look();
  expect([tab.seeking.isLost, tab.jobs.length]).toEqual([true, 1]);
});

test("with a house player one goes to the table at once", async () => {
  tab.answer = told(own("s1"));
  await tab.seeking.look();
  tab.answer = { ...NOBODY, tables: ["t9"] };
  await tab.seeking.house("s1");
  expect([tab.went, tab.seeking.notes]).toEqual([["t9"], []]);
});
