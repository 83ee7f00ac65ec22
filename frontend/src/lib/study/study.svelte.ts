/** An open analysis: its tree, the current node, and the server's position and moves for that node. */

import type { AnalysisMark, AnalysisMove, AnalysisTree } from "../../generated/wire";
import { troubleText } from "../../i18n/i18n.svelte";
import { lookAt, startFrom, type Choice, type Place, type Shown } from "./exploring";
import type { Seat } from "../wire";
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
  saidAt,
  saying,
} from "./variations";

type LookAt = typeof lookAt;

export class Study {
  tree: AnalysisTree = $state.raw(emptyTree("", ""));
  at = $state(ROOT);
  shown: Shown | null = $state.raw(null);
  /** Why the last step failed, as a sentence; empty if it did not. */
  trouble = $state("");
  /** Are there changes since it was saved or opened? */
  isChanged = $state(false);
  /** The moves that lead to the shown position. */
  private shownAt = $state("");
  private isAsking = false;
  /** Positions loaded so far, by the moves that lead to them. */
  private seen = new Map<string, Shown>();

  constructor(
    tree: AnalysisTree,
    shown: Shown,
    at = ROOT,
    private readonly look: LookAt = lookAt,
  ) {
    this.tree = tree;
    this.at = at;
    this.show(shown);
  }

  /** A game's example, or a position from text. */
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

  /** The line through this place, from the first move to the last. */
  get line(): number[] {
    return lineThrough(this.tree, this.at);
  }

  get said(): { comment: string; marks: readonly AnalysisMark[] } {
    return saidAt(this.tree, this.at);
  }

  /** Is the current node still loading? Then the moves of the shown position do not apply to it. */
  get isLoading(): boolean {
    return this.shownAt !== this.key;
  }

  async go(to: number): Promise<void> {
    this.at = to;
    this.trouble = "";
    const known = this.seen.get(this.key);
    if (known !== undefined) this.show(known);
    else await this.ask(null, (shown) => this.show(shown));
  }

  back(): Promise<void> {
    return this.at === ROOT ? Promise.resolve() : this.go(this.tree.nodes[this.at]?.parent ?? ROOT);
  }

  forth(): Promise<void> {
    const [next] = this.next;
    return next === undefined ? Promise.resolve() : this.go(next);
  }

  last(): Promise<void> {
    return this.go(this.line.at(-1) ?? ROOT);
  }

  /** Play a move of the shown position: a known move selects its node, a new one becomes a variation. */
  async play({ seat, text }: Pick<Choice, "seat" | "text">): Promise<void> {
    if (this.isLoading || this.isAsking) return;
    const known = found(this.tree, this.at, { seat, text });
    if (known !== null) return this.go(known);
    this.isAsking = true;
    this.trouble = "";
    await this.ask({ seat, text }, (shown) => this.grow(shown.added, shown));
    this.isAsking = false;
  }

  /** Load this position, or the one after a move; the answer is ignored if the visitor has moved on meanwhile. */
  private async ask(move: AnalysisMove | null, use: (shown: Shown) => void): Promise<void> {
    const asked = this.key;
    try {
      const shown = await this.look(this.place, move);
      if (this.key === asked) use(shown);
    } catch (error) {
      if (this.key === asked) this.trouble = troubleText(error);
    }
  }

  private grow(moves: readonly AnalysisMove[], shown: Shown): void {
    [this.tree, this.at] = grown(this.tree, this.at, moves);
    this.isChanged = true;
    this.show(shown);
  }

  /** Remove the move that led here, and everything after it. */
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

  private show(shown: Shown): void {
    this.shown = shown;
    this.shownAt = this.key;
    this.seen.set(this.key, shown);
  }
}

const placeOf = (tree: AnalysisTree, at: number): Place => ({
  game: tree.game,
  position: tree.position,
  moves: movesTo(tree, at),
});
