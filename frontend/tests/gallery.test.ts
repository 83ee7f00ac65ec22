import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));
const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** The file of an import: the path itself, a module, or the module of a folder. */
const fileOf = (path: string): string | undefined =>
  [path, `${path}.ts`, join(path, "index.ts")].find((file) => /\.\w+$/.test(file) && existsSync(file));

/** Every file that a file imports, directly or indirectly. */
function reached(start: string): Set<string> {
  const found = new Set([start]);
  for (const file of found) {
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const next = fileOf(join(dirname(file), path));
      if (next?.startsWith(SOURCE)) found.add(next);
    }
  }
  return found;
}

test("the gallery shows every component of parts, tiles, boards and games", () => {
  const shown = reached(join(SOURCE, "gallery/Parts.svelte"));
  const all = globSync("{parts,tiles,boards,games}/**/*.svelte", { cwd: SOURCE });
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((file) => !shown.has(join(SOURCE, file)))).toEqual([]);
});

test("nothing but the gallery itself and the list of pages imports the gallery", () => {
  const others = globSync("**/*.{ts,svelte}", { cwd: SOURCE }).filter((file) => !file.startsWith("gallery"));
  const users = others.filter((file) => readFileSync(join(SOURCE, file), "utf8").includes("gallery/"));
  expect(users.map((file) => relative(".", file))).toEqual(["Page.svelte"]);
});
