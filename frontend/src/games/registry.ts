/** The games of the app. To add one: write a module like `battle/index.ts` and name it in `BOARDS`. */

import type { AnyGameModule, ModuleOf } from "../boards/module";
import type { GameName } from "../lib/wire";

/** The boards, loaded when they are needed. */
const BOARDS: { [Game in GameName]: () => Promise<ModuleOf<Game>> } = {
  battle: async () => (await import("./battle")).battle,
  classic: async () => (await import("./classic")).classic,
  solitaire: async () => (await import("./solitaire")).solitaire,
};

/** Has the app a board for the game of this name? */
export const hasBoard = (name: string): name is GameName => Object.hasOwn(BOARDS, name);

/** The games that have a board. */
export const GAMES: readonly GameName[] = Object.keys(BOARDS).filter(hasBoard);

/** The module of a game by its name; null where the app has no board for it.
    The caller knows the game's name at run time alone, so its types are left behind here and nowhere else: the server
    sends the views, moves and events of the game that it named, and the module is given no others. */
export async function gameModule(name: string): Promise<AnyGameModule | null> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- see above
  return hasBoard(name) ? ((await BOARDS[name]()) as AnyGameModule) : null;
}
