/** The analysis board's requests to the server, and an engine's output while it thinks. */

import type {
  AnalysisMove,
  AnalysisOrigin,
  AnalysisStart,
  AnalysisTitle,
  AnalysisTree,
  SavedAnalysis,
} from "../../generated/wire";
import * as w from "../../generated/wire";
import { ask, json, Refusal } from "../api";
import type { Advised, EventOf, MoveOf, Seat, ViewOf } from "../wire";

export type Choice = Omit<w.AnalysisChoice, "move"> & { readonly move: MoveOf };
export type Shown = Omit<w.AnalysisPosition, "views" | "choices" | "events"> & {
  readonly views: readonly ViewOf[];
  readonly choices: readonly Choice[];
  readonly events: readonly EventOf[];
};

/** A position: a text, and moves played from there. */
export interface Place {
  readonly game: string;
  readonly position: string;
  readonly moves: readonly AnalysisMove[];
}

/** A move that an engine has examined. */
export interface ExploredMove {
  readonly move: MoveOf;
  readonly text: string;
  readonly value?: number | null;
  readonly exact?: boolean;
  readonly clearable?: boolean | null;
  readonly line?: readonly string[];
  readonly advised?: Advised | null;
}

/** What an engine knows about a position so far. */
export interface Explored {
  readonly game: string;
  readonly seat: Seat;
  readonly value?: number | null;
  readonly lower?: number | null;
  readonly upper?: number | null;
  readonly exact?: boolean;
  readonly clearable?: boolean | null;
  readonly bound?: number | null;
  readonly nodes?: number;
  readonly seconds?: number;
  readonly done?: boolean;
  readonly moves?: readonly ExploredMove[];
}

type EngineMessage =
  | { readonly t: "queued"; readonly ahead: number }
  | { readonly t: "thought"; readonly explored: Explored; readonly done: boolean }
  | { readonly t: "ended"; readonly code: string; readonly text: string };

export const lookAt = (place: Place, play: AnalysisMove | null = null): Promise<Shown> =>
  json("POST", "/analysis/positions", { ...place, play });

export const startFrom = async (record: string, seat: Seat): Promise<AnalysisStart> => {
  const response = await ask("POST", `/analysis/start?seat=${seat}`, record, "application/x-ndjson");
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed JSON has no type
  return (await response.json()) as AnalysisStart;
};

export const keep = (tree: AnalysisTree, id: string): Promise<SavedAnalysis> =>
  id === "" ? json("POST", "/analyses", tree) : json("PUT", `/analyses/${encodeURIComponent(id)}`, tree);
export const kept = (id: string): Promise<SavedAnalysis> => json("GET", `/analyses/${encodeURIComponent(id)}`);
export const ownAnalyses = (): Promise<AnalysisTitle[]> => json("GET", "/me/analyses");
export const forget = (id: string): Promise<Response> => ask("DELETE", `/analyses/${encodeURIComponent(id)}`);

export const picture = async (place: Place, seat: Seat): Promise<Blob> =>
  (await ask("POST", `/analysis/picture?seat=${seat}`, place)).blob();
export const record = async (place: Place, origin: AnalysisOrigin, names: readonly string[]): Promise<Blob> =>
  (await ask("POST", "/analysis/record", { position: place, origin, names })).blob();

export interface Listener {
  onqueued: (ahead: number) => void;
  onthought: (known: Explored) => void;
  onended: (trouble: Refusal) => void;
}

/** Let an engine think about a position; call the returned function to stop. */
export function think(place: Place, seat: Seat | null, listener: Listener): () => void {
  const stop = new AbortController();
  listen(place, seat, listener, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) listener.onended(error instanceof Refusal ? error : new Refusal("net/away", "", 0));
  });
  return () => stop.abort();
}

async function listen(place: Place, seat: Seat | null, listener: Listener, signal: AbortSignal): Promise<void> {
  const response = await ask("POST", "/analysis/engine", { position: place, seat }, "application/json", signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed JSON has no type
    for (const line of lines) notify(JSON.parse(line) as EngineMessage, listener);
  }
}

function notify(message: EngineMessage, listener: Listener): void {
  if (message.t === "queued") listener.onqueued(message.ahead);
  else if (message.t === "thought") listener.onthought({ ...message.explored, done: message.done });
  else if (message.code !== "analysis/replaced") listener.onended(new Refusal(message.code, message.text, 0));
}
