/** Training: cards of the visitor's own mistakes, and puzzles. Only the verdict contains a solution. */

import type * as w from "../../generated/wire";
import { ask, json } from "../api";
import { isSameJson } from "../isSameJson";
import type { MoveOf, ViewOf } from "../wire";

export type Overview = w.TrainingOverview;
export type Task = Omit<w.TrainingTask, "view" | "moves"> & {
  readonly view: ViewOf;
  readonly moves: readonly { readonly move: MoveOf; readonly text: string }[];
};
export type Verdict = Omit<w.TrainingVerdict, "best_move"> & { readonly best_move: MoveOf };

export const overview = (): Promise<Overview> => json("GET", "/me/training");

interface Next {
  readonly task: Task | null;
}

/** The next card that is due, or the visitor's current puzzle of a game; null if there is none. */
export const nextTask = async (game: string): Promise<Task | null> => {
  const puzzles = `/puzzles/${encodeURIComponent(game)}/next`;
  const next = game === "" ? json<Next>("GET", "/me/training/next") : json<Next>("POST", puzzles, {});
  return (await next).task;
};

/** Answer a task with the text of a move; the empty text gives up. */
export const answer = ({ id, kind }: Pick<Task, "id" | "kind">, move: string): Promise<Verdict> =>
  json("POST", kind === "slip" ? `/me/training/cards/${id}` : `/puzzles/${id}/answer`, { move });

export const takeOut = (id: string): Promise<Response> => ask("DELETE", `/me/training/cards/${id}`);

export const trainOn = (table: string, deal: number, step: number, invite: string): Promise<Response> =>
  ask("POST", "/me/training/cards", { table, deal, step, invite });

/** The text of a move that was played on the board. */
export const textOf = (task: Task, move: MoveOf): string | null =>
  task.moves.find((one) => isSameJson(one.move, move))?.text ?? null;

/** The address of a position's analysis: inside its game if the visitor played it, else by itself. */
export const studyOf = ({ place, game, position }: Pick<Verdict, "place" | "game" | "position">): string =>
  place === null
    ? `/analysis?${new URLSearchParams({ game, position }).toString()}`
    : `/analysis?table=${place.table}&deal=${place.deal}&ply=${place.step - 1}&seat=${place.seat}`;

/** Whole days until a card is due again, at least one. */
export const daysUntil = (due: number, now: number): number => Math.max(1, Math.round((due - now) / 86_400_000));
