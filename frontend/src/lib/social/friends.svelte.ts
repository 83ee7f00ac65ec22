/** The people whom the visitor follows, and which of them are online. */

import type { Followed } from "../../generated/wire";
import * as api from "./api";
import { Latest } from "../page/latest";
import type { Named } from "../wire";

class Friends {
  all: readonly Followed[] = $state.raw([]);
  /** Has the list been loaded? Until then it is unknown who is on it. */
  isKnown = $state(false);
  private asked: Promise<void> | null = null;
  private of: string | undefined;
  private readonly loads = new Latest();

  /** Online people first, then by name. */
  readonly sorted = $derived([...this.all].sort((one, other) => Number(other.there) - Number(one.there)));

  async load(): Promise<void> {
    const isLatest = this.loads.begin();
    const all = await api.following();
    if (isLatest()) [this.all, this.isKnown] = [all, true];
  }

  /** Load a person's list if it is not loaded yet. */
  ensure(person: string | undefined): Promise<void> {
    if (person !== this.of) {
      this.loads.end();
      [this.asked, this.all, this.isKnown, this.of] = [null, [], false, person];
    }
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

  /** Follow or unfollow a person. */
  async follow({ id, name }: Named, on: boolean): Promise<void> {
    await api.follow(id, on);
    this.loads.end(); // a list that was asked for before lacks this change
    const others = this.all.filter((one) => one.id !== id);
    this.all = on ? [...others, { id, name, there: false, table: "" }] : others;
    if (on) await this.load().catch(() => undefined); // only to learn whether the person is online
  }
}

export const friends = new Friends();
