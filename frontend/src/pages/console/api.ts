/** The requests of administrators; loaded with the console. */

import type { AuditPage, CardPage, FairPlay, LiveFigures, ReportPage, TablePage } from "../../generated/wire";
import { ask, json } from "../../lib/api";

export type Status = "open" | "closed";
export type Sanction = "mute" | "suspend";
export type Names = Readonly<Record<string, string>>;

const at = (id: string): string => encodeURIComponent(id);

export const live = (): Promise<LiveFigures> => json("GET", "/console/live");
export const reports = (status: Status, after = ""): Promise<ReportPage> =>
  json("GET", `/console/reports?status=${status}&after=${at(after)}`);
export const decide = (report: string, why: string): Promise<ReportPage> =>
  json("POST", `/console/reports/${at(report)}`, { why });
export const person = (name: string): Promise<CardPage> => json("GET", `/console/people?name=${at(name)}`);
export const impose = (id: string, kind: Sanction, minutes: number, why: string): Promise<CardPage> =>
  json("POST", `/console/people/${at(id)}/${kind}`, { minutes, why });
export const lift = (id: string, kind: Sanction): Promise<CardPage> =>
  json("DELETE", `/console/people/${at(id)}/${kind}`);
export const table = (id: string): Promise<TablePage> => json("GET", `/console/tables/${at(id)}`);
export const closeTable = (id: string, why: string): Promise<TablePage> =>
  json("POST", `/console/tables/${at(id)}/close`, { why });
export const repairTable = (id: string): Promise<TablePage> => json("POST", `/console/tables/${at(id)}/repair`, {});
export const retireTable = (id: string, why: string): Promise<Response> =>
  ask("POST", `/console/tables/${at(id)}/retire`, { why });
export const log = (before?: number): Promise<AuditPage> =>
  json("GET", `/console/log${before === undefined ? "" : `?before=${before}`}`);

/** Examine a person's games of Battle; `onProgress` gets the findings so far after each game. */
export async function examineBattle(id: string, onProgress: (found: FairPlay) => void): Promise<void> {
  const response = await ask("POST", `/console/people/${at(id)}/games/battle`, {});
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    const last = lines.at(-1);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed JSON has no type
    if (last) onProgress(JSON.parse(last) as FairPlay);
  }
}
