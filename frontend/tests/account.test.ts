import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ago } from "../src/i18n/i18n.svelte";
import { closedText } from "../src/games/terms";
import { ask, Refusal } from "../src/lib/api";
import { confirming } from "../src/lib/confirming.svelte";
import { deviceName, passkeyName } from "../src/lib/devices";
import { visitor } from "../src/lib/person.svelte";
import { bytesOf, textOf } from "../src/lib/passkeys";

const HOUR = 3_600_000;
const asked = (): Promise<never> => Promise.reject(new Refusal("person/confirm", "", 403));

afterEach(() => void (confirming.answer = null));

test("what needs the password is done once more with it", async () => {
  const job = vi.fn((password?: string) =>
    password === undefined ? asked() : Promise.resolve(`done with ${password}`),
  );
  const done = confirming.attempt(job);
  await vi.waitUntil(() => confirming.answer !== null);
  confirming.answer?.("dragons");
  expect(await done).toBe("done with dragons");
  expect(confirming.answer).toBeNull();
});

test("who closes the question does nothing", async () => {
  const job = vi.fn(asked);
  const done = confirming.attempt(job);
  await vi.waitUntil(() => confirming.answer !== null);
  confirming.answer?.(null);
  expect(await done).toBeNull();
  expect(job).toHaveBeenCalledTimes(1);
});

test("another refusal is told, and no question asked", async () => {
  const refused = new Refusal("person/guest", "", 403);
  await expect(confirming.attempt(() => Promise.reject(refused))).rejects.toBe(refused);
  expect(confirming.answer).toBeNull();
});

test("a device has a name as far as it is known", () => {
  expect(deviceName({ browser: "Firefox", system: "Linux" })).toBe("Firefox on Linux");
  expect(deviceName({ browser: "", system: "iPhone" })).toBe("iPhone");
  expect(deviceName({ browser: "", system: "" })).toBe("Unknown browser");
});

test("a new passkey is called the same in every language", () => {
  expect(passkeyName({ browser: "Firefox", system: "Linux" })).toBe("Firefox, Linux");
  expect(passkeyName({ browser: "", system: "iPhone" })).toBe("iPhone");
});

test("the house says that stakes came back where there was one", () => {
  expect(closedText({ stake: 0 })).toBe("The house closed this table.");
  expect(closedText({ stake: 50 })).toContain("got the stake back");
});

describe("somebody whose session ended elsewhere", () => {
  const ming = { id: "1", name: "Ming", guest: false, coins: 2000 };
  const answer = (status: number, body: unknown = null): void =>
    void vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status })),
    );

  beforeEach(() => void Object.assign(visitor, { person: ming, notice: null }));
  afterEach(() => void Object.assign(visitor, { person: null, notice: null }));
  afterEach(() => vi.unstubAllGlobals());

  test("is nobody here any more, and is told", async () => {
    answer(204);
    await visitor.check();
    expect([visitor.person, visitor.notice]).toEqual([null, "signedOut"]);
  });

  test("is told nothing while the session holds, or the house does not answer", async () => {
    answer(200, ming);
    await visitor.check();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
    await visitor.check();
    expect([visitor.person, visitor.notice]).toEqual([ming, null]);
  });

  test("is told by the first question that the server refuses", async () => {
    answer(401, { code: "person/unknown", text: "" });
    const refused = ask("GET", "/account").catch((error: unknown) => error);
    answer(204);
    expect(await refused).toBeInstanceOf(Refusal);
    await vi.waitUntil(() => visitor.notice === "signedOut");
  });
});

test("how long ago something was is told in hours and days", () => {
  const now = Date.UTC(2026, 10, 16, 12);
  expect(ago(now + HOUR, now)).toBe("this hour");
  expect(ago(now - 5 * HOUR, now)).toBe("5 hours ago");
  expect(ago(now - 30 * HOUR, now)).toBe("yesterday");
  expect(ago(now - 240 * HOUR, now)).toBe("10 days ago");
});

test("bytes and base64url are the same both ways", () => {
  const bytes = Uint8Array.from({ length: 255 }, (_, place) => place);
  expect(bytesOf(textOf(bytes.buffer))).toEqual(bytes);
  expect(textOf(Uint8Array.of(251, 255, 254).buffer)).toBe("-__-");
});
