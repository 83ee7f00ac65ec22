/** A newcomer's first game: against the weakest house player, with numerals on the tiles and advice every turn. */

import * as api from "../lib/api";
import { starsOf } from "../lib/people/levels";
import { visitor } from "../lib/people/visitor.svelte";
import { router } from "../lib/page/router.svelte";
import { choose } from "../lib/settings.svelte";
import type { GameInfo } from "../lib/wire";
import { againstHouse } from "./cards";

/** Open the table and show it. */
export async function playFirst(name: string): Promise<void> {
  const game = (await api.games()).find((one) => one.name === name);
  if (game === undefined) return;
  const { table } = await api.openTable(againstHouse(game, weakest(game)));
  await visitor.load();
  choose("learner", true);
  choose("isNew", false);
  choose("advised", table.id);
  router.go(`/table/${table.id}`);
}

/** The level with the fewest stars. */
function weakest(game: GameInfo): string {
  const stars = (level: string): number => starsOf(game.name, level) ?? 0;
  return game.players.reduce(
    (least, level) => (stars(level) < stars(least) ? level : least),
    game.players[0] ?? "random",
  );
}
