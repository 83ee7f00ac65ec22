/** All chains that the rules wrote (`make golden`), read from their files. */

import { readFileSync } from "node:fs";
import type { Chain, Game } from "./chain";

export * from "./chain";

const read = (name: string): Chain[] =>
  JSON.parse(readFileSync(new URL(`chains/${name}.json`, import.meta.url), "utf8")) as Chain[];

export const FILES = ["battle", "classic", "classic-scripts", "solitaire"] as const;
export const CHAINS: readonly Chain[] = FILES.flatMap(read);
export const chainsOf = (game: Game): Chain[] => CHAINS.filter((chain) => chain.game === game);
export const seededOf = (game: Game): Chain[] => chainsOf(game).filter((chain) => chain.seed !== null);
