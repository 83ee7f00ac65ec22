/** Answers that come late: a newer request, a newer choice or a change of the visitor makes them worthless. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Followed, HouseRules, Notice } from "../src/generated/wire";
import { friends } from "../src/lib/social/friends.svelte";
import { notices } from "../src/lib/social/notices.svelte";
import { RulesEditor } from "../src/lib/houseRules.svelte";
import { Attempt } from "../src/lib/page/attempt.svelte";
import { deferred } from "./deferred";

interface Held {
  readonly path: string;
  readonly answer: (body: unknown, status?: number) => Promise<void>;
}

/** Requests wait until a test answers them. */
let held: Held[] = [];

/** Let everything that waits for an answer go on. */
const settle = (): Promise<void> => new Promise((go) => setTimeout(go));

beforeEach(() => {
  held = [];
  vi.stubGlobal(
    "fetch",
    (path: string, { method = "GET" }: RequestInit = {}) =>
      new Promise<Response>((resolve) => {
        const answer = (body: unknown, status = 200): Promise<void> => {
          const text = status === 204 ? null : JSON.stringify(body);
          resolve(new Response(text, { status, headers: { "content-type": "application/json" } }));
          return settle();
        };
        held.push({ path: `${method} ${path.replace("/api/v1", "")}`, answer });
      }),
  );
});
afterEach(() => void vi.unstubAllGlobals());

/** The oldest waiting request to a path. */
function request(path: string): Held {
  const found = held.find((one) => one.path === path);
  if (found === undefined) throw new Error(`expected ${path} among ${held.map((one) => one.path).join(", ")}`);
  held = held.filter((one) => one !== found);
  return found;
}

const friend = (id: string): Followed => ({ id, name: id, there: false, table: "" });
const notice: Notice = {
  kind: "follow",
  person: "ann",
  name: "Ann",
  about: "",
  game: "",
  invite: "",
  at: 1,
  read: false,
};

test("the answer to an earlier request is ignored, and so is its refusal", async () => {
  const attempt = new Attempt();
  const shown: string[] = [];
  const asked = ["first", "second", "third"].map(() => deferred<string>());
  const loads = asked.map(({ promise }) =>
    attempt.load(
      () => promise,
      (found) => void shown.push(found),
    ),
  );
  asked[2]?.resolve("third");
  await loads[2];
  expect([shown, attempt.isLoading]).toEqual([["third"], false]);
  asked[0]?.resolve("first");
  asked[1]?.reject(new Error("late"));
  await Promise.all(loads);
  expect([shown, attempt.trouble]).toEqual([["third"], ""]);
});

test("an answer after the page was left is ignored", async () => {
  const attempt = new Attempt();
  const asked = deferred<string>();
  const load = attempt.load(
    () => asked.promise,
    () => expect.fail("the page was left"),
  );
  attempt.stop();
  asked.resolve("late");
  await load;
  expect(attempt.trouble).toBe("");
});

test("the followed people of somebody who signed out are not shown to the next visitor", async () => {
  const first = friends.ensure("ann");
  const late = request("GET /me/following");
  void friends.ensure("bob");
  await request("GET /me/following").answer([friend("cleo")]);
  await late.answer([friend("dan")]);
  await first;
  expect(friends.all.map(({ id }) => id)).toEqual(["cleo"]);
  void friends.ensure(undefined);
});

test("notices that were loaded before all were read do not become unread again", async () => {
  void notices.load();
  await request("GET /me/notices").answer({ notices: [notice], unread: 1, off: [] });
  void notices.load();
  const late = request("GET /me/notices");
  const reading = notices.read();
  await request("POST /me/notices/read").answer(null, 204);
  await reading;
  await late.answer({ notices: [notice], unread: 1, off: [] });
  expect([notices.unread, notices.all.map(({ read }) => read)]).toEqual([0, [true]]);
});

test("notices of somebody who signed out are not shown to the next visitor", async () => {
  void notices.load();
  notices.forget();
  await request("GET /me/notices").answer({ notices: [notice], unread: 1, off: [] });
  expect([notices.all, notices.unread]).toEqual([[], 0]);
});

const RULES: HouseRules = {
  id: "r1",
  is_own: true,
  title: "Sunday",
  base: "british",
  changes: { limit: 500 },
  shared: false,
} as unknown as HouseRules;

test("changes made while house rules are being saved are kept, and count as unsaved", async () => {
  const editor = new RulesEditor();
  editor.title = "Sunday";
  editor.set("limit", 500, 2000);
  const saving = editor.keep();
  const asked = held[0];
  editor.set("limit", 800, 2000);
  await asked?.answer(RULES);
  request("GET /me/rulesets");
  held = [];
  void saving;
  expect([editor.id, editor.changes, editor.isChanged]).toEqual(["r1", { limit: 800 }, true]);
});

test("house rules that were saved stay shared, although the list of rules could not be loaded", async () => {
  const editor = new RulesEditor();
  editor.take(RULES);
  const sharing = editor.share(true);
  await held[0]?.answer({ ...RULES, shared: true });
  await request("GET /me/rulesets").answer({ code: "store/away", message: "" }, 503);
  await sharing;
  expect(editor.isShared).toBe(true);
});
