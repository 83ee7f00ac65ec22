import { expect, test } from "vitest";
import {
  after,
  emptyTree,
  found,
  grown,
  lineThrough,
  movesTo,
  pathTo,
  pruned,
  ROOT,
  rowsOf,
  saidAt,
  saying,
} from "../src/lib/study/variations";

const move = (text: string) => ({ seat: 0, text });

/** The main line a b c, with the variation x y instead of b. */
function tree() {
  let made = emptyTree("battle", "");
  for (const [parent, text] of [
    [ROOT, "a"],
    [0, "b"],
    [1, "c"],
    [0, "x"],
    [3, "y"],
  ] as const)
    [made] = grown(made, parent, [move(text)]);
  return made;
}

test("a node has the path and the moves that lead to it", () => {
  expect(pathTo(tree(), 4)).toEqual([0, 3, 4]);
  expect(movesTo(tree(), 2).map(({ text }) => text)).toEqual(["a", "b", "c"]);
  expect(after(tree(), 0)).toEqual([1, 3]);
  expect(pathTo(tree(), ROOT)).toEqual([]);
});

test("the line through a node goes to it, and from there along the main line", () => {
  expect(lineThrough(tree(), ROOT)).toEqual([0, 1, 2]);
  expect(lineThrough(tree(), 1)).toEqual([0, 1, 2]);
  expect(lineThrough(tree(), 3)).toEqual([0, 3, 4]);
  expect(lineThrough(tree(), 4)).toEqual([0, 3, 4]);
});

test("a move that was tried before is found", () => {
  expect(found(tree(), 0, move("x"))).toBe(3);
  expect(found(tree(), 0, move("z"))).toBeNull();
  expect(found(tree(), 0, { seat: 1, text: "x" })).toBeNull();
});

test("removing a node removes everything after it", () => {
  const left = pruned(tree(), 1);
  expect(left.nodes.map(({ moves, parent }) => [moves[0]?.text, parent])).toEqual([
    ["a", ROOT],
    ["x", 0],
    ["y", 1],
  ]);
  expect(pruned(tree(), 0).nodes).toEqual([]);
});

test("variations are listed after the move that they replace", () => {
  expect(rowsOf(tree())).toEqual([
    { depth: 0, nodes: [0, 1] },
    { depth: 1, nodes: [3, 4] },
    { depth: 0, nodes: [2] },
  ]);
  expect(rowsOf(emptyTree("battle", ""))).toEqual([]);
});

test("a comment belongs to a node or to the first position", () => {
  const said = saying(saying(tree(), 3, { comment: "better" }), ROOT, { comment: "the start" });
  expect(saidAt(said, 3).comment).toBe("better");
  expect(saidAt(said, ROOT).comment).toBe("the start");
  expect(saidAt(said, 1).comment).toBe("");
});
