/** A scorebook on this phone: the house's copy, and entries not sent yet because the house cannot be reached. */

import type { Scorebook, ScorebookEntry } from "../../generated/wire";
import * as api from "../api";
import { Refusal } from "../api";
import { randomHex } from "../table/environment";

export type Action = ScorebookEntry["action"];
/** Enters something; resolves to false if the house refused it. */
export type Write = (action: Action) => Promise<boolean>;

const LOOK_MS = 2000;
/** Temporary refusals: the same request may succeed later. */
const PASSING = new Set([0, 408, 429, 500, 502, 503, 504]);

/** What a book needs from its surroundings: the house, and storage that survives a reload. */
export interface ScorebookEnvironment {
  read: (since: number) => Promise<Scorebook | null>;
  write: (entry: ScorebookEntry) => Promise<Scorebook>;
  load: () => readonly ScorebookEntry[];
  keep: (entries: readonly ScorebookEntry[]) => void;
}

export class OpenBook {
  book: Scorebook | null = $state.raw(null);
  /** Entries that have not reached the house yet. */
  waiting: readonly ScorebookEntry[] = $state.raw([]);
  /** Why the last entry was refused, or why there is no book. */
  trouble: unknown = $state.raw(null);
  isAway = $state(false);
  private isSending = false;
  private readonly refused = new Set<string>();

  constructor(private readonly environment: ScorebookEnvironment) {
    this.waiting = environment.load();
  }

  /** Check for news regularly; call the returned function to stop. */
  follow(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), LOOK_MS);
    return () => clearInterval(timer);
  }

  /** Send waiting entries, then load what is new. */
  async look(): Promise<void> {
    if (document.visibilityState === "hidden" && this.book !== null) return;
    await this.send();
    await this.try(async () => {
      const found = await this.environment.read(this.book?.version ?? -1);
      if (found !== null) this.take(found);
    });
  }

  /** Enter something: it is stored on this phone until the house has it. */
  write: Write = async (action) => {
    const id = randomHex(12);
    this.trouble = null;
    this.keep([...this.waiting, { id, action }]);
    await this.send();
    return !this.refused.has(id);
  };

  private async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    for (let [entry] = this.waiting; entry !== undefined; [entry] = this.waiting) {
      const [one, before] = [entry, this.trouble];
      const isDone = await this.try(async () => this.take(await this.environment.write(one)));
      if (!isDone) break;
      if (this.trouble !== before) this.refused.add(one.id);
      this.keep(this.waiting.filter(({ id }) => id !== one.id));
    }
    this.isSending = false;
  }

  /** True if the house answered, even with a refusal. */
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
    this.environment.keep(entries);
  }
}

/** The house's interface, and the browser's storage. */
export function scorebookEnvironment(id: string): ScorebookEnvironment {
  const key = `teahouse.scorebook.${id}`;
  return {
    read: (since) => api.scorebook(id, since),
    write: (entry) => api.writeScorebook(id, entry),
    load: () => {
      try {
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- written by this page
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
        // Without storage the entries last as long as the page.
      }
    },
  };
}
