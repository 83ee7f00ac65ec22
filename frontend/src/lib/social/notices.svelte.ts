/** The visitor's notices, and how many are unread. */

import type { Notice, NoticesOff } from "../../generated/wire";
import { Latest } from "../page/latest";
import * as api from "./api";

/** How often notices are loaded; these requests also show the house that the visitor is online. */
const EVERY_MS = 30_000;

export type Kind = NoticesOff["off"][number];
export const KINDS: readonly Kind[] = ["challenge", "invite", "turn", "follow"];
const isKind = (kind: string): kind is Kind => KINDS.some((one) => one === kind);

/** The page that a notice links to; empty if it has none. */
export const placeOf = ({ kind, about, invite }: Notice): string =>
  kind === "invite" || kind === "turn" ? `/table/${about}${invite ? `?invite=${invite}` : ""}` : "";

class Notices {
  all: readonly Notice[] = $state.raw([]);
  unread = $state(0);
  off: readonly Kind[] = $state.raw([]);
  private lastChange = 0;
  private readonly loads = new Latest();

  async load(): Promise<void> {
    const isLatest = this.loads.begin();
    try {
      const { notices, unread, off } = await api.notices();
      if (isLatest()) [this.all, this.unread, this.off] = [notices, unread, off.filter(isKind)];
    } catch {
      // The next request may succeed.
    }
  }

  /** Load the notices regularly; call the returned function to stop. */
  follow(): () => void {
    const timer = setInterval(() => void this.load(), EVERY_MS);
    return () => clearInterval(timer);
  }

  async read(): Promise<void> {
    await api.readNotices();
    this.loads.end();
    [this.all, this.unread] = [this.all.map((one) => ({ ...one, read: true })), 0];
  }

  isOff(kind: Kind): boolean {
    return this.off.includes(kind);
  }

  /** Turn a kind of notices on or off; it goes back if the house refuses. */
  async setKind(kind: Kind, on: boolean): Promise<void> {
    const before = !this.isOff(kind);
    this.set(kind, on);
    try {
      await api.switchNotices(this.off);
    } catch (error) {
      this.set(kind, before);
      throw error;
    }
  }

  private set(kind: Kind, on: boolean): void {
    this.loads.end();
    this.off = KINDS.filter((one) => (one === kind ? !on : this.isOff(one)));
  }

  /** Load the notices if the time of their last change differs; 0 means nothing new. */
  update(change: number): void {
    if (change !== this.lastChange) void this.load();
    this.lastChange = change;
  }

  forget(): void {
    this.loads.end();
    [this.all, this.unread, this.off] = [[], 0, []];
  }
}

export const notices = new Notices();
