/** Look for somebody of one's own strength, as the game's card says. */

import { seekWish } from "../../games/seekWish";
import { seeking } from "../../lib/company/here.svelte";
import { withRules } from "../../lib/houseRules.svelte";
import { visitor } from "../../lib/person.svelte";
import type { GameInfo } from "../../lib/wire";

export async function lookForEqual(game: GameInfo): Promise<void> {
  const { guest } = await visitor.ensure();
  await seeking.place(await withRules(seekWish(game, guest)));
}
