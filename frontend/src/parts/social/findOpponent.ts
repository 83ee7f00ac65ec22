/** Look for an opponent of the visitor's own strength, with the choices of the game's card. */

import { seekRequest } from "../../games/seekRequest";
import { seeking } from "../../lib/social/browserSeeking.svelte";
import { withRules } from "../../lib/houseRules.svelte";
import { visitor } from "../../lib/people/visitor.svelte";
import type { GameInfo } from "../../lib/wire";

export async function findOpponent(game: GameInfo): Promise<void> {
  const { guest } = await visitor.ensure();
  await seeking.place(await withRules(seekRequest(game, guest)));
}
