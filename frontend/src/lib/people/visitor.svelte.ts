/** The visitor: who is signed in at this browser. */

import * as api from "../api";
import type { Person } from "../wire";

/** What a visitor is told after losing the session. */
type Notice = "signedOut" | "deleted";

class Visitor {
  person: Person | null = $state(null);
  isKnown = $state(false);
  /** Did the house fail to say who the visitor is? Then pages show what is public. */
  hasFailed = $state(false);
  notice: Notice | null = $state(null);
  private isLeaving = false;
  private checking: Promise<void> | null = null;

  async load(): Promise<void> {
    try {
      this.person = await api.me();
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
    this.isKnown = true;
    if (this.person !== null) this.notice = null;
  }

  /** The visitor's person, to play as; creates a guest for a new visitor. */
  async ensure(): Promise<Person> {
    if (!this.isKnown) await this.load();
    this.person ??= await api.becomeGuest();
    this.notice = null;
    return this.person;
  }

  async become(asked: Promise<Person>): Promise<void> {
    this.person = await asked;
    this.notice = null;
  }

  async leave(): Promise<void> {
    this.isLeaving = true;
    try {
      await api.logout();
      this.person = null;
    } finally {
      this.isLeaving = false;
    }
  }

  /** Check that the session is still the same person's: it may have ended elsewhere. Calls share one request. */
  check(): Promise<void> {
    this.checking ??= this.look().finally(() => (this.checking = null));
    return this.checking;
  }

  private async look(): Promise<void> {
    const before = this.person;
    if (before === null || this.isLeaving) return;
    const found = await api.me().catch(() => before);
    if (this.person !== before) return;
    if (found === null) this.notice = "signedOut";
    if (found?.id !== before.id) this.person = found;
  }
}

export const visitor = new Visitor();
api.session.onended = () => void visitor.check();
