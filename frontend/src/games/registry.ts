/** The games of the app. To add one, write a module like `battle/index.ts` and name it in `BOARDS`. */

import type { AnyGameModule, ModuleOf } from "../boards/module";
import { loading } from "../lib/browser/loading.svelte";
import type { GameName } from "../lib/wire";

/** The boards, loaded on demand. */
const BOARDS: { [Game in GameName]: () => Promise<ModuleOf<Game>> } = {
  battle: async () => (await import("./battle")).battle,
  classic: async () => (await import("./classic")).classic,
  solitaire: async () => (await import("./solitaire")).solitaire,
};

/** Does the app have a board for the game of this name? */
export const hasBoard = (name: string): name is GameName => Object.hasOwn(BOARDS, name);

/** The games that have a board. */
export const GAMES: readonly GameName[] = Object.keys(BOARDS).filter(hasBoard);

/**
 * The module of a game by its name; null if the app has no board for it. The name is known only at run time, so this is
 * the one place that drops the game's types: the server sends views, moves and events of the game it named, and the
 * module gets no others.
 */
export async function gameModule(name: string): Promise<AnyGameModule | null> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- see above
  return hasBoard(name) ? ((await loading.load(async () => await BOARDS[name]())) as AnyGameModule) : null;
}
