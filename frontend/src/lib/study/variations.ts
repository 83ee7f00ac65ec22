/** An immutable tree of variations: nodes in the order in which they were added, each after its parent. */

import type { AnalysisMark, AnalysisMove, AnalysisNode, AnalysisTree } from "../../generated/wire";

export const ROOT = -1;

export const emptyTree = (game: string, position: string): AnalysisTree => ({
  game,
  position,
  title: "",
  names: [],
  nodes: [],
  comment: "",
  marks: [],
  origin: null,
});

/** The nodes from the first position to this one. */
export function pathTo({ nodes }: AnalysisTree, at: number): number[] {
  const path: number[] = [];
  for (let node = at; node > ROOT; node = nodes[node]?.parent ?? ROOT) path.unshift(node);
  return path;
}

/** Every move from the first position to a node. */
export const movesTo = (tree: AnalysisTree, at: number): AnalysisMove[] =>
  pathTo(tree, at).flatMap((node) => tree.nodes[node]?.moves ?? []);

/** The nodes that follow a node; the first one continues its line. */
export const after = ({ nodes }: AnalysisTree, at: number): number[] =>
  nodes.flatMap(({ parent }, node) => (parent === at ? [node] : []));

/** The line through a node: the nodes to it, and the main line from there. */
export function lineThrough(tree: AnalysisTree, at: number): number[] {
  const line = pathTo(tree, at);
  for (let next = after(tree, at)[0]; next !== undefined; next = after(tree, next)[0]) line.push(next);
  return line;
}

const isSame = (one: AnalysisMove | undefined, other: AnalysisMove | undefined): boolean =>
  one?.seat === other?.seat && one?.text === other?.text;

/** The child node that a move leads to, if it exists: compared by its first move. */
export const found = (tree: AnalysisTree, at: number, move: AnalysisMove): number | null =>
  after(tree, at).find((node) => isSame(tree.nodes[node]?.moves[0], move)) ?? null;

/** The tree with another node, and that node's number. */
export function grown(tree: AnalysisTree, parent: number, moves: readonly AnalysisMove[]): [AnalysisTree, number] {
  const node: AnalysisNode = { parent, moves, comment: "", marks: [] };
  return [{ ...tree, nodes: [...tree.nodes, node] }, tree.nodes.length];
}

/** The tree without a node and everything after it. */
export function pruned(tree: AnalysisTree, at: number): AnalysisTree {
  const gone = new Set([at]);
  tree.nodes.forEach(({ parent }, node) => gone.has(parent) && gone.add(node));
  const kept = tree.nodes.map((_, node) => node).filter((node) => !gone.has(node));
  const places = new Map(kept.map((node, place) => [node, place]));
  const nodes = tree.nodes
    .filter((_, node) => !gone.has(node))
    .map((node) => ({ ...node, parent: places.get(node.parent) ?? ROOT }));
  return { ...tree, nodes };
}

interface Said {
  comment: string;
  marks: readonly AnalysisMark[];
}

/** The comment and marks of a node. */
export const saidAt = (tree: AnalysisTree, at: number): Said => tree.nodes[at] ?? tree;

/** The tree with another comment or other marks at a node. */
export function saying(tree: AnalysisTree, at: number, said: Partial<Said>): AnalysisTree {
  if (at === ROOT) return { ...tree, ...said };
  return { ...tree, nodes: tree.nodes.map((node, place) => (place === at ? { ...node, ...said } : node)) };
}

/** A row of the list: consecutive nodes of one line, and how deep that line branches off the main one. */
export interface Row {
  depth: number;
  nodes: number[];
}

/** The tree as rows: a line goes on until it branches; its variations come first, one level deeper. */
export function rowsOf(tree: AnalysisTree, from = ROOT, depth = 0): Row[] {
  const rows: Row[] = [];
  let row: Row = { depth, nodes: from === ROOT ? [] : [from] };
  for (let next = after(tree, from); next.length > 0;) {
    const [main = ROOT, ...others] = next;
    row.nodes.push(main);
    if (others.length > 0) {
      rows.push(row, ...others.flatMap((other) => rowsOf(tree, other, depth + 1)));
      row = { depth, nodes: [] };
    }
    next = after(tree, main);
  }
  return row.nodes.length > 0 ? [...rows, row] : rows;
}
