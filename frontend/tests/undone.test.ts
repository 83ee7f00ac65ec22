/** A switch that the server refuses goes back. */

import { afterEach, expect, test, vi } from "vitest";
import { notices } from "../src/lib/social/notices.svelte";
import { RulesEditor } from "../src/lib/houseRules.svelte";

const refuse = (): Promise<Response> =>
  Promise.resolve(Response.json({ code: "work/busy", text: "" }, { status: 503 }));

afterEach(() => vi.unstubAllGlobals());

test("a kind of notices that could not be switched off is on again", async () => {
  vi.stubGlobal("fetch", refuse);
  const asked = notices.setKind("turn", false);
  expect(notices.isOff("turn")).toBe(true);
  await expect(asked).rejects.toMatchObject({ code: "work/busy" });
  expect(notices.isOff("turn")).toBe(false);
});

test("house rules that could not be shared are private again", async () => {
  vi.stubGlobal("fetch", refuse);
  const editor = new RulesEditor();
  const asked = editor.share(true);
  expect(editor.isShared).toBe(true);
  await expect(asked).rejects.toMatchObject({ code: "work/busy" });
  expect(editor.isShared).toBe(false);
});
