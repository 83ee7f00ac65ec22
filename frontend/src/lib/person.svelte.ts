/** Who is at this browser. */

import * as api from "./api";
import type { Person } from "./wire";

class Visitor {
  person: Person | null = $state(null);
  isKnown = $state(false);

  async load(): Promise<void> {
    this.person = await api.me();
    this.isKnown = true;
  }

  /** A person to play as: a guest is made at once for somebody new. */
  async ensure(): Promise<Person> {
    if (!this.isKnown) await this.load();
    this.person ??= await api.becomeGuest();
    return this.person;
  }

  async become(asked: Promise<Person>): Promise<void> {
    this.person = await asked;
  }

  async leave(): Promise<void> {
    await api.logout();
    this.person = null;
  }
}

export const visitor = new Visitor();
