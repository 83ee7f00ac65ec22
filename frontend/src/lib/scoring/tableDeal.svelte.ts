/** A whole deal of a real table while it is entered: roles, four hands, rules. Its address contains all of it. */

import { CLASSIC, type DealEntry, type TableDeal } from "../../generated/wire";
import { EnteredHand, LOSING } from "./entered.svelte";
import { DealRoles } from "./roles.svelte";
import { chosenOf, OF_THE_ADDRESS, shippedRules, SIZE, type ChosenRules } from "./scorer.svelte";

type Hands = Readonly<Record<string, NonNullable<TableDeal["hands"]>[string]>>;
const MOST = 4;

/** The deal in an address, or null if it cannot be read. */
function parseDeal(text: string): TableDeal | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? read : null;
  } catch {
    return null;
  }
}

export class WholeTable {
  rules: ChosenRules = $state.raw(shippedRules("british"));
  prevailing = $state("East");
  dealer = $state("0");
  /** How many deals in a row East had won before. */
  streak = $state(0);
  /** The seat whose hand is shown. */
  shown = $state("0");
  readonly roles = new DealRoles();
  readonly hands = Array.from({ length: MOST }, () => new EnteredHand(LOSING));

  readonly chosen = $derived(chosenOf(this.rules));
  readonly winds = $derived(this.chosen.winds);
  readonly seats = $derived(this.winds.map((_, seat) => `${seat}`));
  /** The hands that count: the winners', and the losers' if they settle among themselves. */
  readonly wanted: readonly string[] = $derived.by(() => {
    const { winners } = this.roles;
    const areAll = this.chosen.asks.includes("losers") && !winners.some((seat) => this.isPaidForAll(seat));
    return areAll && winners.length > 0 ? this.seats : winners;
  });
  readonly lacking = $derived.by(() => this.wanted.filter((seat) => !this.hand(seat).isWhole));
  readonly isReady = $derived.by(() => this.roles.isDone && this.lacking.length === 0);
  readonly deal: TableDeal = $derived.by(() => this.buildDeal());
  readonly address = $derived.by(() => {
    const query = new URLSearchParams({ deal: JSON.stringify(this.deal) });
    if (this.rules.title) query.set("rules", this.rules.title);
    return `/scorer/table?${query.toString()}`;
  });

  hand(seat: string): EnteredHand {
    const found = this.hands[Number(seat)];
    if (found === undefined) throw new RangeError(seat);
    return found;
  }

  wind(seat: number): string {
    return this.winds[seat] ?? "";
  }

  /** Adjust every hand to its size and rules, and drop what does not fit. */
  settle(): void {
    for (const seat of this.seats) {
      const { hand } = this.hand(seat);
      const hasWon = this.roles.winners.includes(seat);
      hand.rules = this.rules;
      hand.whole = hasWon ? SIZE : LOSING;
      if (hasWon) hand.source = this.roles.source;
      hand.settle();
    }
    if (!this.winds.includes(this.prevailing)) this.prevailing = this.winds[0] ?? "East";
    if (Number(this.dealer) >= this.winds.length) this.dealer = "0";
  }

  readAddress(asked: URLSearchParams): void {
    const deal = parseDeal(asked.get("deal") ?? "");
    if (deal === null) return;
    const base = Object.keys(CLASSIC.rulesets).find((one) => one === deal.ruleset) ?? "british";
    const changes = deal.options ?? {};
    const id = Object.keys(changes).length > 0 ? OF_THE_ADDRESS : base;
    this.rules = { ...shippedRules(base), changes, id, title: asked.get("rules") ?? "" };
    this.prevailing = deal.prevailing_wind ?? "East";
    [this.dealer, this.streak] = [this.seat(deal.dealer ?? "East") || "0", deal.streak ?? 0];
    this.takeRoles(deal);
    this.takeHands(deal.hands ?? {}, deal.winning_tile ?? "");
  }

  private takeRoles(deal: TableDeal): void {
    const [winner, ...others] = (deal.winners ?? []).map((wind) => this.seat(wind));
    const source = CLASSIC.sources.find((one) => one === deal.source);
    const giver = this.seat(deal.discarder ?? "");
    const entry: DealEntry = {
      winner: winner ? Number(winner) : null,
      also_won: others.map(Number),
      discarder: giver === "" ? null : Number(giver),
      kong_upon_kong: deal.kong_upon_kong ?? false,
    };
    this.roles.take(source === undefined ? entry : { ...entry, source });
    this.shown = winner ?? "0";
  }

  private takeHands(hands: Hands, winning: string): void {
    for (const [wind, { liable, ...hand }] of Object.entries(hands)) {
      const seat = this.seat(wind);
      if (seat === "") continue;
      const payer = this.seat(liable ?? "");
      this.hand(seat).take(payer === "" ? hand : { ...hand, liable: Number(payer) });
      this.hand(seat).hand.winning = winning;
    }
  }

  /** The seat that holds a wind; empty for none. */
  private seat(wind: string): string {
    const at = this.winds.indexOf(wind);
    return at < 0 ? "" : `${at}`;
  }

  private isPaidForAll(seat: string): boolean {
    return this.chosen.asks.includes("liable") && this.hand(seat).liable !== "";
  }

  private buildDeal(): TableDeal {
    const { roles, rules } = this;
    const entry = roles.entry();
    const first = roles.winner === "" ? null : this.hand(roles.winner);
    const { discarder } = entry;
    return {
      winners: roles.winners.map((seat) => this.wind(Number(seat))),
      source: roles.winner === "" ? "wall" : roles.source,
      winning_tile: first === null || first.counted !== null ? "" : first.hand.winning,
      discarder: discarder === null || discarder === undefined ? null : this.wind(discarder),
      prevailing_wind: this.prevailing,
      dealer: this.wind(Number(this.dealer)),
      streak: this.chosen.asks.includes("streak") ? this.streak : 0,
      kong_upon_kong: entry.kong_upon_kong ?? false,
      hands: roles.winner === "" ? {} : this.buildHands(),
      ruleset: rules.base,
      options: rules.changes,
    };
  }

  private buildHands(): Hands {
    const entries = this.seats.map((seat) => {
      const { liable, ...hand } = this.hand(seat).entry(this.roles.winners.includes(seat), this.chosen.asks);
      const payer = liable === null || liable === undefined ? {} : { liable: this.wind(liable) };
      return [this.wind(Number(seat)), { ...hand, ...payer }] as const;
    });
    return Object.fromEntries(entries.filter(([, hand]) => Object.keys(hand).length > 0));
  }
}
