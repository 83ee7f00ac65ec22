/** All chains written by the rules (`make golden`), read from their files. */

import { readFileSync } from "node:fs";
import type { GameName } from "../src/lib/wire";
import type { Chain } from "./chain";

export * from "./chain";

const read = (name: string): Chain[] =>
  JSON.parse(readFileSync(new URL(`chains/${name}.json`, import.meta.url), "utf8")) as Chain[];

export const FILES = ["battle", "classic", "classic-scripts", "solitaire"] as const;
export const CHAINS: readonly Chain[] = FILES.flatMap(read);
const isOf =
  <Game extends GameName>(game: Game) =>
  (chain: Chain): chain is Chain<Game> =>
    chain.game === game;
export const chainsOf = <Game extends GameName>(game: Game): Chain<Game>[] => CHAINS.filter(isOf(game));
export const seededOf = <Game extends GameName>(game: Game): Chain<Game>[] =>
  chainsOf(game).filter((chain) => chain.seed !== null);
