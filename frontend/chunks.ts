/** Which modules are built into one file: over a slow line each file more costs more than lines that are not needed. */

import { readdirSync } from "node:fs";

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const SOURCE = new URL("src/", import.meta.url).pathname;

/** The module and all that it imports, from one to the next. */
function reached(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached(next, graph, found);
  return found;
}

interface Parts {
  first: Set<string>;
  table: Set<string>;
  games: Set<string>[];
}

const partsOf = (graph: Graph): Parts => ({
  first: reached(`${SOURCE}main.ts`, graph),
  table: reached(`${SOURCE}pages/Table.svelte`, graph),
  games: readdirSync(`${SOURCE}games`).map((name) => reached(`${SOURCE}games/${name}/index.ts`, graph)),
});

let parts: Parts | null = null;

/** The file of a module: `first` is what every page needs, `table` what tables of all games need; null elsewhere. */
export function fileOf(id: string, graph: Graph): string | null {
  parts ??= partsOf(graph);
  if (parts.first.has(id)) return "first";
  const isShared = parts.games.filter((game) => game.has(id)).length > 1;
  return isShared || parts.table.has(id) ? "table" : null;
}
