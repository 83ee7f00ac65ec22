/** Looking for opponents: seeks that are kept alive, challenges, and the one tab that goes to the table. */

import type { OwnSeek, OwnSeeks, SeekInfo } from "../../generated/wire";
import type { OpenTable } from "../wire";

export const KEEP_MS = 3_000;
/** So much later a tab that nobody looks at goes to a table, if no other tab went there. */
export const UNSEEN_MS = 700;
/** From then on a challenge was not declined, but not answered. */
const ANSWERED_MS = 290_000;

/** The house and the browser, as far as seeking needs them. */
export interface SeekingWorld {
  keep: () => Promise<OwnSeeks>;
  place: (wish: OpenTable) => Promise<OwnSeeks>;
  challenge: (name: string, table: OpenTable) => Promise<OwnSeeks>;
  end: (seek: string) => Promise<unknown>;
  accept: (seek: string) => Promise<{ readonly table: string }>;
  house: (seek: string) => Promise<{ readonly table: string }>;
  now: () => number;
  later: (ms: number, job: () => void) => () => void;
  /** Is this tab looked at, and which table does it show; is a game played there? */
  isSeen: () => boolean;
  here: () => string;
  isPlaying: () => boolean;
  /** Take the way to a table for this tab; false where a tab of this browser has taken it. */
  claim: (table: string) => boolean;
  go: (table: string) => void;
  /** Remember, also when the page is loaded anew, that this tab is looking for somebody. */
  remember: (on: boolean) => void;
  remembers: () => boolean;
  /** Tell the other tabs that something has changed. */
  tell: () => void;
  announce: (challenge: SeekInfo) => void;
}

/** What became of a seek or a challenge; it stays until it is put away. */
export type Note =
  | { readonly kind: "declined" | "unanswered"; readonly id: string; readonly name: string }
  | { readonly kind: "ended"; readonly id: string; readonly wish: OpenTable }
  | { readonly kind: "found" | "elsewhere"; readonly id: string };

export class Seeking {
  seeks: readonly OwnSeek[] = $state.raw([]);
  challenges: readonly SeekInfo[] = $state.raw([]);
  notes: readonly Note[] = $state.raw([]);
  /** The moment at which the seeks were told. */
  at = $state(0);
  /** Did the house not answer the last time? */
  isLost = $state(false);
  private readonly cancelled = new Set<string>();
  private readonly known = new Set<string>();
  private readonly announced = new Set<string>();
  private stop: () => void = () => undefined;

  constructor(private readonly world: SeekingWorld) {}

  /** How long a seek has waited by now. */
  waited({ waited }: OwnSeek, now: number): number {
    return waited + Math.max(0, now - this.at);
  }

  async place(wish: OpenTable): Promise<void> {
    this.world.remember(true);
    this.hear(await this.world.place(wish));
    this.world.tell();
  }

  async challenge(name: string, table: OpenTable): Promise<void> {
    this.world.remember(true);
    this.hear(await this.world.challenge(name, table));
    this.world.tell();
  }

  /** End a seek of one's own, or decline a challenge. */
  async end(seek: string): Promise<void> {
    this.cancelled.add(seek);
    this.challenges = this.challenges.filter(({ id }) => id !== seek);
    await this.world.end(seek);
    await this.look();
    this.world.tell();
  }

  accept = (seek: string): Promise<void> => this.sit(this.world.accept(seek));
  house = (seek: string): Promise<void> => this.sit(this.world.house(seek));

  /** Ask how the seeks stand, which keeps them alive. */
  async look(): Promise<void> {
    this.stop();
    try {
      this.hear(await this.world.keep());
    } catch {
      this.isLost = this.seeks.length > 0;
      if (this.isLost) this.lookLater();
    }
  }

  /** Hear what cannot wait. */
  hearCalls({ challenges, tables }: Pick<OwnSeeks, "challenges" | "tables">): void {
    this.hearChallenges(challenges);
    if (tables.some((table) => !this.known.has(table))) void this.look();
  }

  putAway(id: string): void {
    this.notes = this.notes.filter((note) => note.id !== id);
  }

  /** Forget everything: somebody else is at this browser, or nobody. */
  forget(): void {
    this.stop();
    [this.seeks, this.challenges, this.notes, this.isLost] = [[], [], [], false];
  }

  private async sit(asked: Promise<{ readonly table: string }>): Promise<void> {
    const { table } = await asked;
    if (table !== "") {
      this.known.add(table);
      this.world.claim(table);
      this.world.go(table);
    }
    await this.look();
    this.world.tell();
  }

  private hear({ seeks, challenges, tables }: OwnSeeks): void {
    const before = this.seeks;
    const isSeeking = before.length > 0 || this.world.remembers();
    [this.seeks, this.at, this.isLost] = [seeks, this.world.now(), false];
    this.hearChallenges(challenges);
    const fresh = tables.filter((table) => !this.known.has(table));
    for (const table of fresh) this.arrive(table, isSeeking);
    const gone = before.filter(({ seek }) => !seeks.some((one) => one.seek.id === seek.id));
    if (tables.length === 0) for (const one of gone) this.noteEnd(one);
    this.world.remember(seeks.length > 0);
    if (seeks.length > 0) this.lookLater();
    else this.stop();
  }

  private hearChallenges(challenges: readonly SeekInfo[]): void {
    this.challenges = challenges.filter(({ id }) => !this.cancelled.has(id));
    for (const one of this.challenges.filter(({ id }) => !this.announced.has(id))) {
      this.announced.add(one.id);
      this.world.announce(one);
    }
  }

  /** Somebody was found: one tab goes to the table, unless a game is played in it; the others say so. */
  private arrive(table: string, isSeeking: boolean): void {
    this.known.add(table);
    if (this.world.here() === table) this.world.claim(table);
    else if (!isSeeking || this.world.isPlaying()) {
      // Who was not seeking has come back, or seeks elsewhere: nobody is taken away from where they are.
      if (isSeeking || this.world.claim(table)) this.note({ kind: "found", id: table });
    } else if (this.world.isSeen()) this.goTo(table);
    else this.world.later(UNSEEN_MS, () => this.goTo(table));
  }

  private goTo(table: string): void {
    if (this.world.claim(table)) this.world.go(table);
    else this.note({ kind: "elsewhere", id: table });
  }

  private noteEnd({ seek, waited }: OwnSeek): void {
    if (this.cancelled.has(seek.id)) return;
    const kind = waited >= ANSWERED_MS ? "unanswered" : "declined";
    if (seek.target === "") this.note({ kind: "ended", id: seek.id, wish: seek.wish });
    else this.note({ kind, id: seek.id, name: seek.target_name });
  }

  private note(note: Note): void {
    this.notes = [...this.notes.filter(({ id }) => id !== note.id), note];
  }

  private lookLater(): void {
    this.stop();
    this.stop = this.world.later(KEEP_MS, () => void this.look());
  }
}
