/** Which modules are bundled into one file: on a slow connection another request costs more than unneeded code. */

import { readdirSync } from "node:fs";

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const SOURCE = new URL("src/", import.meta.url).pathname;

/** A module and all its direct and indirect imports. */
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

/** The bundle of a module: `first` is needed by every page, `table` by tables of several games; null for its own. */
export function fileOf(id: string, graph: Graph): string | null {
  parts ??= partsOf(graph);
  if (parts.first.has(id)) return "first";
  const isShared = parts.games.filter((game) => game.has(id)).length > 1;
  return isShared || parts.table.has(id) ? "table" : null;
}
