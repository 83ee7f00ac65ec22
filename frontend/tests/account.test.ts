import { afterEach, expect, test, vi } from "vitest";
import { ago } from "../src/i18n/i18n.svelte";
import { Refusal } from "../src/lib/api";
import { confirming } from "../src/lib/confirming.svelte";
import { deviceName } from "../src/lib/devices";
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
