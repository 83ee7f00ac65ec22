import { expect, test } from "vitest";
import type { Place, Shown } from "../src/lib/study/exploring";
import { Refusal } from "../src/lib/api";
import { Study } from "../src/lib/study/study.svelte";
import { emptyTree, movesTo, ROOT } from "../src/lib/study/variations";
import type { AnalysisMove } from "../src/generated/wire";

/** A fake server that answers on command: a position's text lists the moves that lead to it. */
class Server {
  private waiting: (() => void)[] = [];
  isAway = false;

  lookAt = async ({ moves }: Place, move: AnalysisMove | null = null): Promise<Shown> => {
    await new Promise<void>((go) => this.waiting.push(go));
    if (this.isAway) throw new Refusal("net/away", "", 0);
    return position([...moves, ...(move === null ? [] : [move])], move);
  };

  async answer(): Promise<void> {
    for (const go of this.waiting.splice(0)) go();
    await new Promise((go) => setTimeout(go));
  }
}

function position(moves: readonly AnalysisMove[], added: AnalysisMove | null): Shown {
  const text = moves.map((move) => move.text).join(" ");
  return {
    game: "battle",
    options: {},
    text,
    views: [],
    choices: [],
    events: [],
    result: null,
    added: added === null ? [] : [added],
  };
}

test("what the server expected stands apart from its sentence, so that it is not said twice", () => {
  const detail = (text: string): string => new Refusal("analysis/position", text, 422).detail;
  expect(detail("the position cannot be read: expected 9 rows, got 1")).toBe("expected 9 rows, got 1");
  expect(detail("the position cannot be read: east: expected tiles, got 'x'")).toBe("east: expected tiles, got 'x'");
  expect(detail("the position cannot be read")).toBe("");
});

const move = (text: string) => ({ seat: 0, text });
const textOf = (study: Study) => movesTo(study.tree, study.at).map(({ text }) => text);

/** An analysis with the main line a b, at its end. */
function studyOf(server: Server): Study {
  const nodes = ["a", "b"].map((text, place) => ({ parent: place - 1, moves: [move(text)], comment: "", marks: [] }));
  return new Study({ ...emptyTree("battle", ""), nodes }, position([move("a"), move("b")], null), 1, server.lookAt);
}

test("a move of the shown position is not played while another position is loading", async () => {
  const server = new Server();
  const study = studyOf(server);
  void study.go(ROOT);
  expect([study.at, study.shown?.text, study.isLoading]).toEqual([ROOT, "a b", true]);
  void study.play(move("c"));
  await server.answer();
  expect([textOf(study), study.shown?.text, study.isLoading, study.tree.nodes.length]).toEqual([[], "", false, 2]);
  void study.play(move("c"));
  await server.answer();
  expect([textOf(study), study.shown?.text, study.isLoading]).toEqual([["c"], "c", false]);
});

test("a move is not added if the user goes elsewhere before its answer arrives", async () => {
  const server = new Server();
  const study = studyOf(server);
  void study.play(move("c"));
  void study.back();
  await server.answer();
  expect([textOf(study), study.shown?.text, study.tree.nodes.length]).toEqual([["a"], "a", 2]);
  void study.play(move("d"));
  await server.answer();
  expect(textOf(study)).toEqual(["a", "d"]);
});

test("a failed step shows the reason and can be repeated", async () => {
  const server = new Server();
  const study = studyOf(server);
  server.isAway = true;
  void study.back();
  await server.answer();
  expect([study.isLoading, study.trouble !== ""]).toEqual([true, true]);
  server.isAway = false;
  void study.go(study.at);
  await server.answer();
  expect([study.shown?.text, study.isLoading, study.trouble]).toEqual(["a", false, ""]);
});
