import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ago } from "../src/i18n/i18n.svelte";
import { closedText } from "../src/games/terms";
import { ask, Refusal } from "../src/lib/api";
import { confirming } from "../src/lib/page/confirming.svelte";
import { deviceName, passkeyName } from "../src/lib/browser/devices";
import { visitor } from "../src/lib/people/visitor.svelte";
import { bytesOf, textOf } from "../src/lib/browser/passkeys";

const HOUR = 3_600_000;
const asked = (): Promise<never> => Promise.reject(new Refusal("person/confirm", "", 403));

afterEach(() => void (confirming.answer = null));

test("a request that needs the password is repeated with it", async () => {
  const job = vi.fn((password?: string) =>
    password === undefined ? asked() : Promise.resolve(`done with ${password}`),
  );
  const done = confirming.attempt(job);
  await vi.waitUntil(() => confirming.answer !== null);
  confirming.answer?.("dragons");
  expect(await done).toBe("done with dragons");
  expect(confirming.answer).toBeNull();
});

test("closing the password dialog cancels the request", async () => {
  const job = vi.fn(asked);
  const done = confirming.attempt(job);
  await vi.waitUntil(() => confirming.answer !== null);
  confirming.answer?.(null);
  expect(await done).toBeNull();
  expect(job).toHaveBeenCalledTimes(1);
});

test("any other refusal is passed on without asking for the password", async () => {
  const refused = new Refusal("person/guest", "", 403);
  await expect(confirming.attempt(() => Promise.reject(refused))).rejects.toBe(refused);
  expect(confirming.answer).toBeNull();
});

test("a device is named by the browser and system that are known", () => {
  expect(deviceName({ browser: "Firefox", system: "Linux" })).toBe("Firefox on Linux");
  expect(deviceName({ browser: "", system: "iPhone" })).toBe("iPhone");
  expect(deviceName({ browser: "", system: "" })).toBe("Unknown browser");
});

test("a new passkey has the same name in every language", () => {
  expect(passkeyName({ browser: "Firefox", system: "Linux" })).toBe("Firefox, Linux");
  expect(passkeyName({ browser: "", system: "iPhone" })).toBe("iPhone");
});

test("closing a table mentions the refund only if there was a stake", () => {
  expect(closedText({ stake: 0 })).toBe("The house closed this table.");
  expect(closedText({ stake: 50 })).toContain("got the stake back");
});

describe("a visitor whose session ended elsewhere", () => {
  const ming = { id: "1", name: "Ming", guest: false, coins: 2000 };
  const answer = (status: number, body: unknown = null): void =>
    void vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status })),
    );

  beforeEach(() => void Object.assign(visitor, { person: ming, notice: null }));
  afterEach(() => void Object.assign(visitor, { person: null, notice: null }));
  afterEach(() => vi.unstubAllGlobals());

  test("is signed out and gets a notice", async () => {
    answer(204);
    await visitor.check();
    expect([visitor.person, visitor.notice]).toEqual([null, "signedOut"]);
  });

  test("gets no notice while the session is valid or the house is out of reach", async () => {
    answer(200, ming);
    await visitor.check();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
    await visitor.check();
    expect([visitor.person, visitor.notice]).toEqual([ming, null]);
  });

  test("gets the notice after the first request that the server refuses", async () => {
    answer(401, { code: "person/unknown", text: "" });
    const refused = ask("GET", "/account").catch((error: unknown) => error);
    answer(204);
    expect(await refused).toBeInstanceOf(Refusal);
    await vi.waitUntil(() => visitor.notice === "signedOut");
  });
});

test("the time since a moment is given in hours and days", () => {
  const now = Date.UTC(2026, 10, 16, 12);
  expect(ago(now + HOUR, now)).toBe("this hour");
  expect(ago(now - 5 * HOUR, now)).toBe("5 hours ago");
  expect(ago(now - 30 * HOUR, now)).toBe("yesterday");
  expect(ago(now - 240 * HOUR, now)).toBe("10 days ago");
});

test("bytes survive a round trip through base64url", () => {
  const bytes = Uint8Array.from({ length: 255 }, (_, place) => place);
  expect(bytesOf(textOf(bytes.buffer))).toEqual(bytes);
  expect(textOf(Uint8Array.of(251, 255, 254).buffer)).toBe("-__-");
});
