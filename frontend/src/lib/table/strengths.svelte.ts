/** The ratings of the players at a rated table, shown at their seats. */

import { ratingText, seatRatings } from "../people/people";

class Strengths {
  /** The ratings in figures by seat; empty if the table is not rated. */
  texts: ReadonlyMap<number, string> = $state.raw(new Map());

  async load(table: string, invite: string): Promise<void> {
    const found = await seatRatings(table, invite);
    this.texts = new Map(found.map(({ seat, rating }) => [seat, ratingText(rating)]));
  }

  forget(): void {
    this.texts = new Map();
  }
}

export const strengths = new Strengths();
