import { afterEach, expect, test, vi } from "vitest";
import { answer, daysUntil, nextTask, textOf, type Task } from "../src/lib/study/training";

const DAY = 86_400_000;
// Only the fields that matter here.
const TASK = {
  id: "ab12",
  kind: "slip",
  moves: [
    { move: { type: "take_pair", first: 3, second: 9 }, text: "d1j1" },
    { move: { type: "take_pair", first: 4, second: 9 }, text: "e1j1" },
  ],
} as unknown as Task;

afterEach(() => void vi.unstubAllGlobals());

function server(body: unknown): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string, how: RequestInit) => {
    asked.push(`${how.method ?? "GET"} ${path} ${typeof how.body === "string" ? how.body : ""}`.trim());
    return Promise.resolve(new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } }));
  });
  return asked;
}

test("a move on the board becomes its text in the task, other moves become null", () => {
  const [, second] = TASK.moves;
  if (second === undefined) throw new Error("it has two moves");
  expect(textOf(TASK, { ...second.move })).toBe("e1j1");
  expect(textOf({ ...TASK, moves: TASK.moves.slice(0, 1) }, second.move)).toBeNull();
});

test("a card is due again after whole days, at least one", () => {
  expect(daysUntil(3 * DAY + 5, 0)).toBe(3);
  expect(daysUntil(10, 0)).toBe(1);
});

test("cards and puzzles have their own addresses for loading and answering", async () => {
  const asked = server({ task: null });
  expect(await nextTask("")).toBeNull();
  expect(await nextTask("battle")).toBeNull();
  await answer({ id: "ab", kind: "slip" }, "d1j1");
  await answer({ id: "cd", kind: "puzzle" }, "");
  expect(asked).toEqual([
    "GET /api/v1/me/training/next",
    "POST /api/v1/puzzles/battle/next {}",
    'POST /api/v1/me/training/cards/ab {"move":"d1j1"}',
    'POST /api/v1/puzzles/cd/answer {"move":""}',
  ]);
});
