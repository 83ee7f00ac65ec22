/** Looking for opponents: keeps seeks alive, handles challenges, and sends exactly one tab to the table. */

import type { OwnSeek, OwnSeeks, SeekInfo } from "../../generated/wire";
import { Latest } from "../page/latest";
import type { OpenTable } from "../wire";

export const KEEP_MS = 3_000;
/** How long a hidden tab waits before it opens a table, so that a visible tab goes first. */
export const UNSEEN_MS = 700;
/** A challenge that ends after this time ran out unanswered; before, it was declined. */
const ANSWERED_MS = 290_000;

/** What seeking needs from the house and the browser. */
export interface SeekingEnvironment {
  keep: () => Promise<OwnSeeks>;
  place: (request: OpenTable) => Promise<OwnSeeks>;
  challenge: (name: string, table: OpenTable) => Promise<OwnSeeks>;
  end: (seek: string) => Promise<unknown>;
  accept: (seek: string) => Promise<{ readonly table: string }>;
  house: (seek: string) => Promise<{ readonly table: string }>;
  now: () => number;
  later: (ms: number, job: () => void) => () => void;
  /** Is this tab visible, which table does it show, and is a game being played there? */
  isSeen: () => boolean;
  here: () => string;
  isPlaying: () => boolean;
  /** Claim a table for this tab; false if another tab of this browser has it. */
  claim: (table: string) => boolean;
  go: (table: string) => void;
  /** Remember across reloads that this tab is looking for an opponent. */
  remember: (on: boolean) => void;
  remembers: () => boolean;
  /** Tell the other tabs that something has changed. */
  notifyTabs: () => void;
  announce: (challenge: SeekInfo) => void;
}

/** What became of a seek or a challenge; shown until the visitor dismisses it. */
export type Note =
  | { readonly kind: "declined" | "unanswered"; readonly id: string; readonly name: string }
  | { readonly kind: "ended"; readonly id: string; readonly request: OpenTable }
  | { readonly kind: "found" | "elsewhere"; readonly id: string };

export class Seeking {
  seeks: readonly OwnSeek[] = $state.raw([]);
  challenges: readonly SeekInfo[] = $state.raw([]);
  notes: readonly Note[] = $state.raw([]);
  /** When `seeks` was received. */
  at = $state(0);
  /** Did the last request fail? */
  isLost = $state(false);
  private readonly cancelled = new Set<string>();
  private readonly known = new Set<string>();
  private readonly announced = new Set<string>();
  private readonly looks = new Latest();
  private stop: () => void = () => undefined;

  constructor(private readonly environment: SeekingEnvironment) {}

  /** How long a seek has waited by now. */
  waited({ waited }: OwnSeek, now: number): number {
    return waited + Math.max(0, now - this.at);
  }

  async place(request: OpenTable): Promise<void> {
    this.environment.remember(true);
    this.receiveChange(await this.environment.place(request));
  }

  async challenge(name: string, table: OpenTable): Promise<void> {
    this.environment.remember(true);
    this.receiveChange(await this.environment.challenge(name, table));
  }

  /** End one of the visitor's seeks, or decline a challenge. */
  async end(seek: string): Promise<void> {
    this.cancelled.add(seek);
    this.challenges = this.challenges.filter(({ id }) => id !== seek);
    await this.environment.end(seek);
    await this.look();
    this.environment.notifyTabs();
  }

  accept = (seek: string): Promise<void> => this.sit(this.environment.accept(seek));
  house = (seek: string): Promise<void> => this.sit(this.environment.house(seek));

  /** Load the seeks, which also keeps them alive. */
  async look(): Promise<void> {
    this.stop();
    const isLatest = this.looks.begin();
    try {
      const found = await this.environment.keep();
      if (isLatest()) this.receive(found);
    } catch {
      if (!isLatest()) return;
      this.isLost = this.seeks.length > 0;
      if (this.isLost) this.lookLater();
    }
  }

  /** Handle what the stream reports: challenges and found tables. */
  receiveCalls({ challenges, tables }: Pick<OwnSeeks, "challenges" | "tables">): void {
    this.receiveChallenges(challenges);
    if (tables.some((table) => !this.known.has(table))) void this.look();
  }

  dismiss(id: string): void {
    this.notes = this.notes.filter((note) => note.id !== id);
  }

  /** Forget everything, because the visitor has changed or signed out. */
  forget(): void {
    this.stop();
    this.looks.end();
    [this.seeks, this.challenges, this.notes, this.isLost] = [[], [], [], false];
  }

  private async sit(asked: Promise<{ readonly table: string }>): Promise<void> {
    const { table } = await asked;
    if (table !== "") {
      this.known.add(table);
      this.environment.claim(table);
      this.environment.go(table);
    }
    await this.look();
    this.environment.notifyTabs();
  }

  /** Something new was placed: a list that was asked for before lacks it, and must not end it. */
  private receiveChange(found: OwnSeeks): void {
    this.looks.end();
    this.receive(found);
    this.environment.notifyTabs();
  }

  private receive({ seeks, challenges, tables }: OwnSeeks): void {
    const before = this.seeks;
    const isSeeking = before.length > 0 || this.environment.remembers();
    [this.seeks, this.at, this.isLost] = [seeks, this.environment.now(), false];
    this.receiveChallenges(challenges);
    const fresh = tables.filter((table) => !this.known.has(table));
    for (const table of fresh) this.arrive(table, isSeeking);
    const gone = before.filter(({ seek }) => !seeks.some((one) => one.seek.id === seek.id));
    if (tables.length === 0) for (const one of gone) this.noteEnd(one);
    this.environment.remember(seeks.length > 0);
    if (seeks.length > 0) this.lookLater();
    else this.stop();
  }

  private receiveChallenges(challenges: readonly SeekInfo[]): void {
    this.challenges = challenges.filter(({ id }) => !this.cancelled.has(id));
    for (const one of this.challenges.filter(({ id }) => !this.announced.has(id))) {
      this.announced.add(one.id);
      this.environment.announce(one);
    }
  }

  /** A match was found: one tab opens the table, unless a game is played in it; the others show a note. */
  private arrive(table: string, isSeeking: boolean): void {
    this.known.add(table);
    if (this.environment.here() === table) this.environment.claim(table);
    else if (!isSeeking || this.environment.isPlaying()) {
      // A tab that is not seeking, or is in a game, shows a note instead of leaving its page.
      if (isSeeking || this.environment.claim(table)) this.note({ kind: "found", id: table });
    } else if (this.environment.isSeen()) this.goTo(table);
    else this.environment.later(UNSEEN_MS, () => this.goTo(table));
  }

  private goTo(table: string): void {
    if (this.environment.claim(table)) this.environment.go(table);
    else this.note({ kind: "elsewhere", id: table });
  }

  private noteEnd({ seek, waited }: OwnSeek): void {
    if (this.cancelled.has(seek.id)) return;
    const kind = waited >= ANSWERED_MS ? "unanswered" : "declined";
    if (seek.target === "") this.note({ kind: "ended", id: seek.id, request: seek.wish });
    else this.note({ kind, id: seek.id, name: seek.target_name });
  }

  private note(note: Note): void {
    this.notes = [...this.notes.filter(({ id }) => id !== note.id), note];
  }

  private lookLater(): void {
    this.stop();
    this.stop = this.environment.later(KEEP_MS, () => void this.look());
  }
}
