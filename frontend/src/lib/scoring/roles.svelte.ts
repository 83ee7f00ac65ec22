/** The roles in a deal of a real table while it is entered: winners, the source of the winning tile, its discarder. */

import { CLASSIC, type DealEntry } from "../../generated/wire";

type Source = NonNullable<DealEntry["source"]>;

const seatText = (seat: number | null | undefined): string => (seat === null || seat === undefined ? "" : `${seat}`);

/** Seats are stored as text; the empty text means no seat. */
export class DealRoles {
  winner = $state("");
  alsoWon: readonly string[] = $state.raw([]);
  source: Source = $state("discard");
  discarder = $state("");
  isUponKong = $state(false);

  readonly isClaimed = $derived(CLASSIC.claimed.some((one) => one === this.source));
  readonly hasGiver = $derived((this.isClaimed || this.source === "earthly") && this.discarder !== "");
  readonly winners: readonly string[] = $derived.by(() =>
    this.winner === "" ? [] : [this.winner, ...(this.hasGiver ? this.alsoWon : [])],
  );
  /** Are all roles entered? */
  readonly isDone = $derived.by(() => this.winner === "" || !this.isClaimed || this.discarder !== "");

  take(entry: DealEntry): void {
    this.winner = seatText(entry.winner);
    this.alsoWon = (entry.also_won ?? []).map((seat) => `${seat}`);
    this.source = entry.source ?? "discard";
    this.discarder = seatText(entry.discarder);
    this.isUponKong = entry.kong_upon_kong ?? false;
  }

  win(seat: string): void {
    this.winner = seat;
    this.alsoWon = this.alsoWon.filter((one) => one !== seat);
    if (this.discarder === seat) this.discarder = "";
  }

  give(seat: string): void {
    this.discarder = seat;
    this.alsoWon = this.alsoWon.filter((one) => one !== seat);
  }

  also(seat: string, hasWon: boolean): void {
    this.alsoWon = hasWon ? [...this.alsoWon, seat] : this.alsoWon.filter((one) => one !== seat);
  }

  /** The seats that may have to pay for everybody: the discarder, or any other seat after a self-draw. */
  payers(seats: readonly string[]): readonly string[] {
    return this.hasGiver ? [this.discarder] : seats.filter((seat) => !this.winners.includes(seat));
  }

  /** The roles as the server takes them. */
  entry(): DealEntry {
    if (this.winner === "") return {};
    const others = this.winners.slice(1).map(Number);
    return {
      winner: Number(this.winner),
      ...(others.length > 0 ? { also_won: others } : {}),
      source: this.source,
      discarder: this.hasGiver ? Number(this.discarder) : null,
      kong_upon_kong: this.source === "kong_box" && this.isUponKong,
    };
  }
}
