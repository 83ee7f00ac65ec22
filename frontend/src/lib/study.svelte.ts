/** An analysis that is looked at: the tree, the place in it, and what the server says about that place. */

import type { AnalysisMark, AnalysisMove, AnalysisTree } from "../generated/wire";
import { lookAt, startFrom, type Choice, type Place, type Shown } from "./exploring";
import type { Seat } from "./wire";
import { after, emptyTree, found, grown, movesTo, pathTo, pruned, ROOT, saidAt, saying } from "./variations";

export class Study {
  tree: AnalysisTree = $state.raw(emptyTree("", ""));
  at = $state(ROOT);
  shown: Shown | null = $state.raw(null);
  isBusy = $state(false);
  /** Was something changed since it was kept or opened? */
  isChanged = $state(false);
  /** Positions that were looked at, by the moves to them. */
  private seen = new Map<string, Shown>();

  constructor(tree: AnalysisTree, shown: Shown, at = ROOT) {
    this.tree = tree;
    this.at = at;
    this.shown = shown;
    this.remember(shown);
  }

  /** A game's example, or a position as text. */
  static async fromText(game: string, position: string): Promise<Study> {
    const shown = await lookAt({ game, position, moves: [] });
    return new Study(emptyTree(game, position || (shown.text ?? "")), shown);
  }

  /** A record at one of its steps, with all its moves as the main line. */
  static async fromRecord(record: string, seat: Seat, ply: number): Promise<Study> {
    const { game, position, names, steps, origin } = await startFrom(record, seat);
    const nodes = steps.map(({ moves }, place) => ({ parent: place - 1, moves, comment: "", marks: [] }));
    const tree = { ...emptyTree(game, position), names, nodes, origin };
    return Study.at(
      tree,
      steps.findLastIndex((step) => step.ply <= ply),
    );
  }

  static async at(tree: AnalysisTree, at = ROOT): Promise<Study> {
    return new Study(tree, await lookAt(placeOf(tree, at)), at);
  }

  get place(): Place {
    return placeOf(this.tree, this.at);
  }

  get next(): number[] {
    return after(this.tree, this.at);
  }

  get said(): { comment: string; marks: readonly AnalysisMark[] } {
    return saidAt(this.tree, this.at);
  }

  async go(to: number): Promise<void> {
    this.at = to;
    const known = this.seen.get(this.key);
    if (known !== undefined) this.shown = known;
    else await this.look(to);
  }

  private async look(to: number): Promise<void> {
    const shown = await lookAt(this.place);
    if (this.at !== to) return;
    this.shown = shown;
    this.remember(shown);
  }

  back(): Promise<void> {
    return this.at === ROOT ? Promise.resolve() : this.go(this.tree.nodes[this.at]?.parent ?? ROOT);
  }

  forth(): Promise<void> {
    const [next] = this.next;
    return next === undefined ? Promise.resolve() : this.go(next);
  }

  last(): Promise<void> {
    let end = this.at;
    for (let next = after(this.tree, end)[0]; next !== undefined; next = after(this.tree, end)[0]) end = next;
    return this.go(end);
  }

  /** Play a move; what was tried before is gone to, anything else becomes a variation. */
  async play({ seat, text }: Pick<Choice, "seat" | "text">): Promise<void> {
    const known = found(this.tree, this.at, { seat, text });
    if (known !== null) return this.go(known);
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const from = this.at;
      const shown = await lookAt(this.place, { seat, text });
      this.grow(from, shown.added, shown);
    } finally {
      this.isBusy = false;
    }
  }

  private grow(from: number, moves: readonly AnalysisMove[], shown: Shown): void {
    const [tree, at] = grown(this.tree, from, moves);
    this.tree = tree;
    this.at = at;
    this.shown = shown;
    this.isChanged = true;
    this.remember(shown);
  }

  /** Take the move that led here away, with everything after it. */
  async remove(): Promise<void> {
    const gone = this.at;
    if (gone === ROOT) return;
    const parent = this.tree.nodes[gone]?.parent ?? ROOT;
    const way = pathTo(this.tree, parent);
    this.tree = pruned(this.tree, gone);
    this.isChanged = true;
    await this.go(way.at(-1) ?? ROOT);
  }

  say(comment: string): void {
    this.tree = saying(this.tree, this.at, { comment });
    this.isChanged = true;
  }

  mark(marks: readonly AnalysisMark[]): void {
    this.tree = saying(this.tree, this.at, { marks });
    this.isChanged = true;
  }

  entitle(title: string): void {
    this.tree = { ...this.tree, title };
    this.isChanged = true;
  }

  private get key(): string {
    return movesTo(this.tree, this.at)
      .map(({ seat, text }) => `${seat}${text}`)
      .join(" ");
  }

  private remember(shown: Shown): void {
    this.seen.set(this.key, shown);
  }
}

const placeOf = (tree: AnalysisTree, at: number): Place => ({
  game: tree.game,
  position: tree.position,
  moves: movesTo(tree, at),
});
