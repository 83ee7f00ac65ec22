/** What somebody was told, and how much of it is unread. */

import type { Notice, NoticesOff } from "../../generated/wire";
import * as api from "./api";

/** The house sees by this that somebody is there. */
const EVERY_MS = 30_000;

export type Kind = NoticesOff["off"][number];
export const KINDS: readonly Kind[] = ["challenge", "invite", "turn", "follow"];
const isKind = (kind: string): kind is Kind => KINDS.some((one) => one === kind);

/** Where a notice leads; empty where there is nothing to open. */
export const placeOf = ({ kind, about, invite }: Notice): string =>
  kind === "invite" || kind === "turn" ? `/table/${about}${invite ? `?invite=${invite}` : ""}` : "";

class Notices {
  all: readonly Notice[] = $state.raw([]);
  unread = $state(0);
  off: readonly Kind[] = $state.raw([]);
  private heard = 0;

  async load(): Promise<void> {
    try {
      const { notices, unread, off } = await api.notices();
      [this.all, this.unread, this.off] = [notices, unread, off.filter(isKind)];
    } catch {
      // The next look may succeed.
    }
  }

  /** Ask again and again; the returned function ends it. */
  follow(): () => void {
    const timer = setInterval(() => void this.load(), EVERY_MS);
    return () => clearInterval(timer);
  }

  async read(): Promise<void> {
    await api.readNotices();
    [this.all, this.unread] = [this.all.map((one) => ({ ...one, read: true })), 0];
  }

  isOff(kind: Kind): boolean {
    return this.off.includes(kind);
  }

  /** Be told a kind of notices, or no more. */
  async want(kind: Kind, on: boolean): Promise<void> {
    const off = KINDS.filter((one) => (one === kind ? !on : this.isOff(one)));
    await api.switchNotices(off);
    this.off = off;
  }

  /** Hear that something was told at a moment, or was read; 0 where there is nothing new. */
  hear(told: number): void {
    if (told !== this.heard) void this.load();
    this.heard = told;
  }

  forget(): void {
    [this.all, this.unread, this.off] = [[], 0, []];
  }
}

export const notices = new Notices();
