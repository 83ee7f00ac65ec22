/** The people whom somebody follows, and who of them is there. */

import type { Followed } from "../../generated/wire";
import * as api from "./api";
import type { Named } from "../wire";

class Friends {
  all: readonly Followed[] = $state.raw([]);
  /** Has the list been read? Until then nobody knows who is on it. */
  isKnown = $state(false);
  private asked: Promise<void> | null = null;
  private of: string | undefined;

  /** Those who are there first, by name. */
  readonly sorted = $derived([...this.all].sort((one, other) => Number(other.there) - Number(one.there)));

  async load(): Promise<void> {
    this.all = await api.following();
    this.isKnown = true;
  }

  /** Read the list of a person where it was not read yet. */
  ensure(person: string | undefined): Promise<void> {
    if (person !== this.of) [this.asked, this.all, this.isKnown, this.of] = [null, [], false, person];
    if (person === undefined) return Promise.resolve();
    this.asked ??= this.load().catch((error: unknown) => {
      this.asked = null;
      throw error;
    });
    return this.asked;
  }

  has(person: string): boolean {
    return this.all.some(({ id }) => id === person);
  }

  /** Follow somebody, or no more. */
  async follow({ id, name }: Named, on: boolean): Promise<void> {
    await api.follow(id, on);
    const others = this.all.filter((one) => one.id !== id);
    this.all = on ? [...others, { id, name, there: false, table: "" }] : others;
    if (on) await this.load();
  }
}

export const friends = new Friends();
