import { afterEach, describe, expect, it, vi } from "vitest";
import type { Scorebook, ScorebookEntry } from "../src/generated/wire";
import { Refusal } from "../src/lib/api";
import { OpenBook, type ScorebookEnvironment } from "../src/lib/scoring/scorebook.svelte";
import { BOOK } from "../src/gallery/fixtures/scorebooks";

vi.stubGlobal("document", { visibilityState: "visible" });

/** A fake house that accepts each id once, and can be out of reach. */
class Paper implements ScorebookEnvironment {
  kept: readonly ScorebookEntry[] = [];
  written: string[] = [];
  isAway = false;
  losesAnswers = false;
  refuses: Refusal | null = null;

  read = (since: number): Promise<Scorebook | null> => {
    if (this.isAway) return Promise.reject(new Refusal("net/away", "", 0));
    return Promise.resolve(since === this.version ? null : this.book);
  };
  write = (entry: ScorebookEntry): Promise<Scorebook> => {
    if (this.isAway) return Promise.reject(new Refusal("net/away", "", 0));
    if (this.refuses !== null) return Promise.reject(this.refuses);
    if (!this.written.includes(entry.id)) this.written.push(entry.id);
    return this.losesAnswers ? Promise.reject(new Refusal("net/away", "", 0)) : Promise.resolve(this.book);
  };
  load = (): readonly ScorebookEntry[] => this.kept;
  keep = (entries: readonly ScorebookEntry[]): void => void (this.kept = entries);

  private get version(): number {
    return this.written.length;
  }
  private get book(): Scorebook {
    return { ...BOOK, version: this.version };
  }
}

afterEach(() => vi.useRealTimers());

describe("a scorebook on a phone", () => {
  it("keeps offline entries across a reload, and sends them once", async () => {
    const paper = new Paper();
    paper.isAway = true;
    const before = new OpenBook(paper);
    await before.write({ type: "confirm", draft: 1 });
    await before.write({ type: "take_seat", seat: 2 });
    expect([before.isAway, before.waiting.length, paper.written]).toEqual([true, 2, []]);
    const after = new OpenBook(paper);
    expect(after.waiting).toHaveLength(2);
    paper.isAway = false;
    await after.look();
    expect([after.isAway, after.waiting, paper.written.length]).toEqual([false, [], 2]);
    expect(after.book?.version).toBe(2);
  });

  it("sends an entry again after its answer was lost, and it is written once", async () => {
    const paper = new Paper();
    paper.losesAnswers = true;
    const open = new OpenBook(paper);
    await open.write({ type: "confirm", draft: 1 });
    expect([open.waiting.length, paper.written.length]).toEqual([1, 1]);
    paper.losesAnswers = false;
    await open.look();
    expect([open.waiting.length, paper.written.length]).toEqual([0, 1]);
  });

  it("shows a refusal and goes on with the next entry", async () => {
    const paper = new Paper();
    const open = new OpenBook(paper);
    paper.refuses = new Refusal("scorebook/stale", "somebody was first", 409);
    expect(await open.write({ type: "confirm", draft: 1 })).toBe(false);
    expect([open.trouble, open.waiting]).toEqual([paper.refuses, []]);
    paper.refuses = null;
    expect(await open.write({ type: "confirm", draft: 2 })).toBe(true);
    expect([open.trouble, paper.written.length]).toEqual([null, 1]);
  });

  it("waits if the house is too busy", async () => {
    const paper = new Paper();
    const open = new OpenBook(paper);
    paper.refuses = new Refusal("wire/flood", "", 429);
    await open.write({ type: "confirm", draft: 1 });
    expect([open.isAway, open.waiting.length]).toEqual([true, 1]);
  });
});
