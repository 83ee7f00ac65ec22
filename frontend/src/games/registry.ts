/** The games of the app. To add one: write a module like `battle/index.ts` and name it in `BOARDS`. */

import type { GameModule } from "../boards/module";

/** The boards, loaded when they are needed. */
export const BOARDS: Record<string, () => Promise<GameModule>> = {
  battle: async () => (await import("./battle")).battle,
  classic: async () => (await import("./classic")).classic,
  solitaire: async () => (await import("./solitaire")).solitaire,
};
