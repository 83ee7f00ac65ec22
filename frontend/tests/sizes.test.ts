import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));
/** Components or style sheets with their texts, except the gallery, which is not in the built app. */
const files = (pattern: string): (readonly [string, string])[] =>
  globSync(pattern, { cwd: SOURCE })
    .filter((file) => !file.startsWith("gallery"))
    .map((file) => [file, readFileSync(join(SOURCE, file), "utf8")]);

const lines = (text: string): number => text.split("\n").length - 1;
/** The number of lines inside the elements of this name. */
const within = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`<${name}[^>]*>\n(.*?)</${name}>`, "gs"))].reduce(
    (sum, [, body = ""]) => sum + lines(body),
    0,
  );

const COMPONENTS = files("**/*.svelte");
const LONGEST = 250;

test("no component has 250 lines or more", () => {
  const long = COMPONENTS.filter(([, text]) => lines(text) >= LONGEST).map(([file, text]) => `${file}: ${lines(text)}`);
  expect(long).toEqual([]);
});

test("all styles together are shorter than the scripts of the components and their state", () => {
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
  const whole = (pattern: string): number => sum(files(pattern).map(([, text]) => lines(text)));
  const inside = (name: string): number => sum(COMPONENTS.map(([, text]) => within(text, name)));
  expect(inside("style")).toBeGreaterThan(1000);
  expect(inside("style") + whole("**/*.css")).toBeLessThan(inside("script") + whole("**/*.svelte.ts"));
  expect(inside("style")).toBeLessThan(inside("script"));
});

test("colours are defined only in the tokens", () => {
  const COLOUR = /#[0-9a-f]{3,8}\b|\brgb\(/i;
  const styles = COMPONENTS.map(([file, text]) => [file, /<style>(.*)<\/style>/s.exec(text)?.[1] ?? ""] as const);
  const sheets = files("styles/*.css").filter(([file]) => !file.endsWith("tokens.css"));
  expect([...styles, ...sheets].filter(([, text]) => COLOUR.test(text)).map(([file]) => file)).toEqual([]);
});
