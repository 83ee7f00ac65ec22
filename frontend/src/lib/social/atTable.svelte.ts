/** The table that this tab shows, and whether a game is being played there. */

import type { Seat } from "../wire";

class AtTable {
  id = $state("");
  seat: Seat | null = $state(null);
  isPlaying = $state(false);

  leave(): void {
    [this.id, this.seat, this.isPlaying] = ["", null, false];
  }
}

export const atTable = new AtTable();
