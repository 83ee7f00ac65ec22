/** An opened record: its text, its game, and its replay as seen by any seat. */

import { maybe, t } from "../i18n/i18n.svelte";
import type { AnyGameModule } from "../boards/module";
import { gameModule } from "./registry";
import * as api from "../lib/api";
import { Refusal } from "../lib/api";
import type { Seat, Steps } from "../lib/wire";

export interface OpenedRecord {
  game: AnyGameModule;
  record: string;
  /** The name of the file. */
  file: string;
  /** The replay as an onlooker saw it. */
  replay: Steps;
  /** The replay as a seat saw it; requested only once. */
  replayOf: (seat: Seat) => Promise<Steps>;
}

/** Open a record; throws a `Refusal` that says why it cannot be shown. */
export async function openRecord(record: string, file: string): Promise<OpenedRecord> {
  const replay = await api.steps(record);
  const game = await gameModule(replay.game);
  if (game === null) throw new Refusal("table/game", t("error.table/game"), 404);
  document.title = `${t("replay.title")} – ${maybe(`game.${replay.game}`, replay.game)} – Teahouse`;
  const seen = new Map<Seat, Promise<Steps>>();
  const replayOf = (seat: Seat): Promise<Steps> => {
    const asked = seen.get(seat) ?? api.steps(record, seat);
    seen.set(seat, asked);
    asked.catch(() => seen.delete(seat));
    return asked;
  };
  return { game, record, file, replay, replayOf };
}
