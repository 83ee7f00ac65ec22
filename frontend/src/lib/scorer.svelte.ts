/** The hand that the scorer is asked about: its tiles and sets, how it was won, and what may be picked next. */

import { CLASSIC, type Question } from "../generated/wire";
import { handText, parseHand, parseTiles, setTiles, sorted, type SetKind, type WrittenHand } from "./hand";

export type Ruleset = keyof typeof CLASSIC.rulesets;
export type Way = "tile" | SetKind;
export const WAYS: readonly Way[] = ["tile", "chow", "pong", "kong", "concealed"];
export const SIZE = 14;
const COPIES = 4;
const EXAMPLE = "111m 555p 123s 77z [999s]";

/** What a ruleset says about winds and bonus tiles; all of today's have bonus tiles. */
interface Chosen {
  readonly winds: readonly [string, ...string[]];
  readonly bonusTiles: boolean;
}

const isRuleset = (name: string): name is Ruleset => name in CLASSIC.rulesets;
const isBonus = (tile: string): boolean => tile.endsWith("f");
const bonusOf = (tiles: readonly string[]): string[] => sorted([...new Set(tiles.filter(isBonus))]);

export class ScoredHand {
  ruleset: Ruleset = $state("british");
  hand: WrittenHand = $state({ tiles: [], sets: [] });
  bonus: string[] = $state([]);
  winning = $state("");
  source: string = $state("wall");
  personal = $state("East");
  prevailing = $state("East");
  isDealer: boolean | null = $state(null);
  isDealersTile = $state(false);
  hasCall = $state(false);
  isUponKong = $state(false);
  /** What a click on a tile adds. */
  way: Way = $state("tile");
  /** What was typed, until a tile is picked. */
  typed: string | null = $state(null);

  readonly chosen: Chosen = $derived(CLASSIC.rulesets[this.ruleset]);
  readonly text = $derived(this.typed ?? handText(this.hand));
  readonly all = $derived([...this.hand.tiles, ...this.hand.sets.flatMap(setTiles)]);
  readonly size = $derived(this.hand.tiles.length + 3 * this.hand.sets.length);
  readonly isEmpty = $derived(this.all.length + this.bonus.length === 0);
  readonly isUnreadable = $derived(this.typed !== null && parseHand(this.typed) === null);
  readonly isClaimed = $derived(CLASSIC.claimed.some((one) => one === this.source));
  readonly mayBeDealersTile = $derived(this.isClaimed || this.source === "earthly");
  /** The tiles that may have won; a claimed one may have completed a set that lies open. */
  readonly winners = $derived([...new Set(sorted([...this.hand.tiles, ...(this.isClaimed ? this.open : [])]))]);
  readonly isReady = $derived(this.size === SIZE && this.winners.includes(this.winning) && !this.isUnreadable);
  readonly question: Question = $derived({
    hand: this.text,
    winning_tile: this.winning,
    source: this.source,
    personal_wind: this.personal,
    prevailing_wind: this.prevailing,
    bonus: this.bonus.join(" "),
    dealer: this.isDealer,
    discarder_is_dealer: this.mayBeDealersTile ? this.isDealersTile : false,
    kong_upon_kong: this.source === "kong_box" && this.isUponKong,
    original_call: this.hasCall,
    ruleset: this.ruleset,
  });
  /** The hand as an address, so that it can be kept or sent. */
  readonly address = $derived.by(() => {
    const { text: hand, winning, source, personal, prevailing, ruleset } = this;
    const told = { hand, winning, source, personal, prevailing, bonus: this.bonus.join(" "), ruleset };
    return `/scorer?${new URLSearchParams(told).toString()}`;
  });

  private get open(): string[] {
    return this.hand.sets.filter(({ kind }) => kind === "chow" || kind === "pong").flatMap(setTiles);
  }

  /** Take back what no longer fits the hand or the ruleset. */
  settle(): void {
    if (this.winners.length > 0 && !this.winners.includes(this.winning)) this.winning = this.winners.at(-1) ?? "";
    if (!this.chosen.winds.includes(this.personal)) this.personal = this.chosen.winds[0];
    if (!this.chosen.winds.includes(this.prevailing)) this.prevailing = this.chosen.winds[0];
    if (!this.chosen.bonusTiles && this.bonus.length > 0) this.bonus = [];
  }

  readAddress(asked: URLSearchParams): void {
    const read = parseHand(asked.get("hand") ?? "");
    if (read === null || read.tiles.length + read.sets.length === 0) return;
    this.hand = read;
    const one = <T extends string>(name: string, known: readonly T[], usual: T): T =>
      known.find((value) => value === asked.get(name)) ?? usual;
    this.ruleset = one("ruleset", Object.keys(CLASSIC.rulesets).filter(isRuleset), this.ruleset);
    this.source = one<string>("source", CLASSIC.sources, this.source);
    this.personal = one<string>("personal", CLASSIC.rulesets[this.ruleset].winds, this.personal);
    this.prevailing = one<string>("prevailing", CLASSIC.rulesets[this.ruleset].winds, this.prevailing);
    this.bonus = bonusOf(parseTiles(asked.get("bonus") ?? "") ?? []);
    this.winning = asked.get("winning") ?? "";
  }

  /** How many of a tile are picked already. */
  taken(tile: string): number {
    return isBonus(tile) ? Number(this.bonus.includes(tile)) : this.all.filter((one) => one === tile).length;
  }

  canPick(tile: string): boolean {
    if (isBonus(tile)) return this.chosen.bonusTiles;
    if (this.way === "tile") return this.taken(tile) < COPIES && this.size < SIZE;
    if (this.way === "chow" && (tile.endsWith("z") || Number(tile.charAt(0)) > 7)) return false;
    const needed = setTiles({ kind: this.way, tile });
    const has = (one: string): boolean => this.taken(one) + needed.filter((other) => other === one).length <= COPIES;
    return this.size + 3 <= SIZE && needed.every(has);
  }

  pick(tile: string): void {
    if (!this.canPick(tile)) return;
    this.typed = null;
    if (isBonus(tile))
      this.bonus = this.bonus.includes(tile) ? this.bonus.filter((one) => one !== tile) : sorted([...this.bonus, tile]);
    else if (this.way === "tile") {
      this.hand.tiles = sorted([...this.hand.tiles, tile]);
      this.winning = tile;
    } else this.hand.sets.push({ kind: this.way, tile });
  }

  drop(place: number): void {
    this.typed = null;
    this.hand.tiles = this.hand.tiles.filter((_, at) => at !== place);
  }

  dropSet(place: number): void {
    this.typed = null;
    this.hand.sets = this.hand.sets.filter((_, at) => at !== place);
  }

  write(value: string): void {
    this.typed = value;
    const read = parseHand(value);
    if (read === null) return;
    const hasBonus = read.tiles.some(isBonus);
    if (hasBonus) this.bonus = bonusOf(read.tiles);
    this.hand = { tiles: read.tiles.filter((tile) => !isBonus(tile)), sets: read.sets };
    if (hasBonus) this.typed = null;
  }

  clear(): void {
    this.hand = { tiles: [], sets: [] };
    [this.bonus, this.winning, this.typed] = [[], "", null];
  }

  showExample(): void {
    this.clear();
    this.hand = parseHand(EXAMPLE) ?? this.hand;
    [this.bonus, this.winning, this.source, this.personal, this.prevailing] = [
      ["1f", "5f"],
      "5p",
      "wall",
      "East",
      "South",
    ];
  }
}
