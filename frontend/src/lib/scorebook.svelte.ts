/** A scorebook on this phone: what the house has, and what waits to be sent while the house cannot be reached. */

import type { Scorebook, ScorebookEntry } from "../generated/wire";
import * as api from "./api";
import { Refusal } from "./api";
import { randomHex } from "./world";

export type Action = ScorebookEntry["action"];

const LOOK_MS = 2000;
/** Refusals after which the same request may succeed later. */
const PASSING = new Set([0, 408, 429, 500, 502, 503, 504]);

/** What a book needs of the world: the house and a place that survives a reload. */
export interface BookWorld {
  read: (since: number) => Promise<Scorebook | null>;
  write: (entry: ScorebookEntry) => Promise<Scorebook>;
  load: () => readonly ScorebookEntry[];
  keep: (entries: readonly ScorebookEntry[]) => void;
}

export class OpenBook {
  book: Scorebook | null = $state.raw(null);
  /** What was entered here and has not reached the house. */
  waiting: readonly ScorebookEntry[] = $state.raw([]);
  /** Why the last entry was refused, or why there is no book. */
  trouble: unknown = $state.raw(null);
  isAway = $state(false);
  private isSending = false;

  constructor(private readonly world: BookWorld) {
    this.waiting = world.load();
  }

  /** Look for news again and again; the returned function stops it. */
  follow(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), LOOK_MS);
    return () => clearInterval(timer);
  }

  /** Send what waits, then read what is new. */
  async look(): Promise<void> {
    if (document.visibilityState === "hidden" && this.book !== null) return;
    await this.send();
    await this.try(async () => {
      const found = await this.world.read(this.book?.version ?? -1);
      if (found !== null) this.take(found);
    });
  }

  /** Enter something: it is kept on this phone until the house has it. */
  async write(action: Action): Promise<void> {
    this.trouble = null;
    this.keep([...this.waiting, { id: randomHex(12), action }]);
    await this.send();
  }

  private async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    for (let [entry] = this.waiting; entry !== undefined; [entry] = this.waiting) {
      const one = entry;
      const isDone = await this.try(async () => this.take(await this.world.write(one)));
      if (!isDone) break;
      this.keep(this.waiting.filter(({ id }) => id !== one.id));
    }
    this.isSending = false;
  }

  /** True when the house has answered, be it with a refusal. */
  private async try(asking: () => Promise<void>): Promise<boolean> {
    try {
      await asking();
      this.isAway = false;
    } catch (error) {
      this.isAway = error instanceof Refusal && PASSING.has(error.status);
      if (!this.isAway) this.trouble = error;
    }
    return !this.isAway;
  }

  private take(found: Scorebook): void {
    if (this.book === null || found.version >= this.book.version) this.book = found;
  }

  private keep(entries: readonly ScorebookEntry[]): void {
    this.waiting = entries;
    this.world.keep(entries);
  }
}

/** The house, and the browser's own storage. */
export function browserBook(id: string): BookWorld {
  const key = `teahouse.scorebook.${id}`;
  return {
    read: (since) => api.scorebook(id, since),
    write: (entry) => api.writeScorebook(id, entry),
    load: () => {
      try {
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- this page wrote it
        return JSON.parse(localStorage.getItem(key) ?? "[]") as readonly ScorebookEntry[];
      } catch {
        return [];
      }
    },
    keep: (entries) => {
      try {
        if (entries.length > 0) localStorage.setItem(key, JSON.stringify(entries));
        else localStorage.removeItem(key);
      } catch {
        // Without storage the entries live as long as the page.
      }
    },
  };
}
