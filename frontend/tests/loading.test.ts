import { expect, test } from "vitest";
import { Loading } from "../src/lib/browser/loading.svelte";

/** A server that is down for some seconds, and then has the part, or another version of the app. */
function loadingFrom(downFor: number, hasPart: boolean, stylesMissing = 0) {
  const seen = { reloads: 0, stuck: [] as boolean[] };
  let [down, unstyled] = [downFor, stylesMissing];
  const loading: Loading = new Loading({
    answers: () => Promise.resolve(down <= 0),
    styles: () => (unstyled > 0 ? Promise.reject(new Error("no styles")) : Promise.resolve()),
    pause: () => {
      seen.stuck.push(loading.isStuck);
      down -= 1;
      unstyled -= 1;
      return Promise.resolve();
    },
    reload: () => (seen.reloads += 1),
  });
  const part = (): Promise<string> =>
    down <= 0 && hasPart ? Promise.resolve("part") : Promise.reject(new Error("missing"));
  return { loading, part, seen };
}

test("a part that is there is loaded at once", async () => {
  const { loading, part, seen } = loadingFrom(0, true);
  await expect(loading.load(part)).resolves.toBe("part");
  expect(seen).toEqual({ reloads: 0, stuck: [] });
});

test("a part is loaded when the server is back", async () => {
  const { loading, part, seen } = loadingFrom(3, true);
  await expect(loading.load(part)).resolves.toBe("part");
  expect(seen).toEqual({ reloads: 0, stuck: [true, true, true] });
  expect(loading.isStuck).toBe(false);
});

test("a part waits for its styles", async () => {
  const { loading, part, seen } = loadingFrom(2, true, 2);
  await expect(loading.load(part)).resolves.toBe("part");
  expect(seen).toEqual({ reloads: 0, stuck: [true, true] });
});

test("the app is loaded anew if the server answers and the part is missing", async () => {
  const { loading, part, seen } = loadingFrom(2, false);
  await expect(loading.load(part)).rejects.toThrow("missing");
  expect([seen.reloads, loading.isStuck]).toEqual([1, false]);
});
