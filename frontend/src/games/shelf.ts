/** A record taken from the shelf: its text, its game, and the replay through anybody's eyes. */

import { maybe, t } from "../i18n/i18n.svelte";
import type { AnyGameModule } from "../boards/module";
import { gameModule } from "./registry";
import * as api from "../lib/api";
import { Refusal } from "../lib/api";
import type { Seat, Steps } from "../lib/wire";

export interface Shelf {
  game: AnyGameModule;
  record: string;
  /** What to call the file. */
  file: string;
  /** As an onlooker saw it. */
  replay: Steps;
  /** As a seat saw it; asked for once. */
  eyes: (seat: Seat) => Promise<Steps>;
}

/** Open a record, or a `Refusal` that says why it cannot be shown. */
export async function opened(record: string, file: string): Promise<Shelf> {
  const replay = await api.steps(record);
  const game = await gameModule(replay.game);
  if (game === null) throw new Refusal("table/game", t("error.table/game"), 404);
  document.title = `${t("replay.title")} – ${maybe(`game.${replay.game}`, replay.game)} – Teahouse`;
  const seen = new Map<Seat, Promise<Steps>>();
  const eyes = (seat: Seat): Promise<Steps> => {
    const asked = seen.get(seat) ?? api.steps(record, seat);
    seen.set(seat, asked);
    asked.catch(() => seen.delete(seat));
    return asked;
  };
  return { game, record, file, replay, eyes };
}
