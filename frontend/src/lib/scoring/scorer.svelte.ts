/** The hand in the scorer: its tiles and sets, how it was won, and which tiles can be added. */

import { CLASSIC, type ScoreRequest, type Scorebook } from "../../generated/wire";
import * as api from "../api";
import type { Changes } from "../houseRules.svelte";
import { handText, parseHand, parseTiles, setTiles, sorted, type SetKind, type WrittenHand } from "./hand";

export type Way = "tile" | SetKind;
export const WAYS: readonly Way[] = ["tile", "chow", "pong", "kong", "concealed"];
export const SIZE = 14;
const COPIES = 4;
const EXAMPLE = "111m 555p 123s 77z [999s]";

export type Ask = Scorebook["asks"][number];

/** A ruleset's winds and bonus tiles, and the questions that must be asked under it. */
interface Chosen {
  readonly winds: readonly string[];
  readonly bonusTiles: boolean;
  readonly asks: readonly Ask[];
}

/** A ruleset of the house with some options changed. `id`: of the house rules it comes from. */
export interface ChosenRules {
  readonly base: string;
  readonly changes: Changes;
  readonly id: string;
  readonly title: string;
  readonly ruleset: Readonly<{ winds: readonly string[]; bonus_tiles: boolean }> | null;
  readonly asks: readonly Ask[];
}

const shipped: Readonly<Record<string, Chosen>> = CLASSIC.rulesets;
const USUAL: ChosenRules = { base: "british", changes: {}, id: "british", title: "", ruleset: null, asks: [] };
/** Other facts that change a score, by their names in the address. */
const FLAGS = {
  dealer: "isDealer",
  dealers: "isDealersTile",
  east: "isEastsTile",
  call: "hasCall",
  upon: "isUponKong",
  streak: "isStreak",
  insured: "isInsured",
} as const;
const isBonus = (tile: string): boolean => tile.endsWith("f");
const bonusOf = (tiles: readonly string[]): string[] => sorted([...new Set(tiles.filter(isBonus))]);

/** The id of rules that came with an address, which may belong to nobody. */
export const OF_THE_ADDRESS = "-";

/** A ruleset of the house without changes. */
export const shippedRules = (base: string): ChosenRules => ({ ...USUAL, base, id: base });

/** Saved house rules. */
export async function keptRules(id: string): Promise<ChosenRules> {
  const { base, changes, title, ruleset, asks } = await api.houseRules(id);
  return { base, changes, id, title, ruleset, asks };
}

/** The rules with their winds and bonus tiles filled in; if they are invalid, the plain base ruleset. */
export async function completed(rules: ChosenRules): Promise<ChosenRules> {
  const { ruleset, asks } = await api.checkRules({ base: rules.base, changes: rules.changes });
  return ruleset === null ? shippedRules(rules.base) : { ...rules, ruleset, asks };
}

/** The winds and bonus tiles of rules, and the questions to ask under them. */
export const chosenOf = ({ base, ruleset, asks }: ChosenRules): Chosen =>
  ruleset === null
    ? (shipped[base] ?? CLASSIC.rulesets.british)
    : { winds: ruleset.winds, bonusTiles: ruleset.bonus_tiles, asks };

/** An option and its value from the address; nothing if it cannot be read. */
function parseChange(text: string): [string, unknown][] {
  const at = text.indexOf("=");
  try {
    return at < 1 ? [] : [[text.slice(0, at), JSON.parse(text.slice(at + 1))]];
  } catch {
    return [];
  }
}

export class ScoredHand {
  /** The size of a complete hand: fourteen tiles, or thirteen if it did not win. */
  whole: number = $state(SIZE);
  rules: ChosenRules = $state.raw(USUAL);
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
  isEastsTile = $state(false);
  isStreak = $state(false);
  isInsured = $state(false);
  /** Tiles that could not have won because all four were visible. */
  gone = $state("");
  /** What a click on a tile adds. */
  way: Way = $state("tile");
  /** The typed text, until a tile is clicked. */
  typed: string | null = $state(null);

  readonly chosen: Chosen = $derived(chosenOf(this.rules));
  readonly text = $derived(this.typed ?? handText(this.hand));
  readonly all = $derived([...this.hand.tiles, ...this.hand.sets.flatMap(setTiles)]);
  readonly size = $derived(this.hand.tiles.length + 3 * this.hand.sets.length);
  readonly isEmpty = $derived(this.all.length + this.bonus.length === 0);
  readonly isUnreadable = $derived(this.typed !== null && parseHand(this.typed) === null);
  readonly isClaimed = $derived(CLASSIC.claimed.some((one) => one === this.source));
  readonly isDiscard = $derived(this.source === "discard" || this.source === "last_discard");
  readonly mayBeDealersTile = $derived(this.isClaimed || this.source === "earthly");
  /** The tiles that may have won; a claimed tile may have completed an open set. */
  readonly winners = $derived([...new Set(sorted([...this.hand.tiles, ...(this.isClaimed ? this.open : [])]))]);
  readonly isReady = $derived(this.size === this.whole && this.winners.includes(this.winning) && !this.isUnreadable);
  readonly question: ScoreRequest = $derived({
    hand: this.text,
    winning_tile: this.winning,
    source: this.source,
    personal_wind: this.personal,
    prevailing_wind: this.prevailing,
    bonus: this.bonus.join(" "),
    dealer: this.isDealer,
    discarder_is_dealer: this.mayBeDealersTile ? this.isDealersTile : false,
    kong_upon_kong: this.source === "kong_box" && this.isUponKong,
    original_call: this.asks("original_call") && this.hasCall,
    discarder_is_east: this.isClaimed && this.isEastsTile,
    winning_streak: this.asks("streak") && this.isStreak,
    insured: this.asks("liable") && this.isDiscard && this.isInsured,
    gone: this.asks("gone") ? this.gone : "",
    ruleset: this.rules.base,
    options: this.rules.changes,
  });
  /** The hand as an address that can be saved or shared. */
  readonly address = $derived.by(() => {
    const { text: hand, winning, source, personal, prevailing } = this;
    const ruleset = this.rules.base;
    const query = new URLSearchParams({
      hand,
      winning,
      source,
      personal,
      prevailing,
      bonus: this.bonus.join(" "),
      ruleset,
    });
    for (const [name, field] of Object.entries(FLAGS)) if (this[field] === true) query.set(name, "1");
    if (this.gone) query.set("gone", this.gone);
    if (this.rules.title) query.set("rules", this.rules.title);
    for (const [name, value] of Object.entries(this.rules.changes))
      query.append("option", `${name}=${JSON.stringify(value)}`);
    return `/scorer?${query.toString()}`;
  });

  constructor(whole = SIZE) {
    this.whole = whole;
  }

  asks(what: Ask): boolean {
    return this.chosen.asks.includes(what);
  }

  private get open(): string[] {
    return this.hand.sets.filter(({ kind }) => kind === "chow" || kind === "pong").flatMap(setTiles);
  }

  /** Drop what no longer fits the hand or the ruleset. */
  settle(): void {
    if (this.winners.length > 0 && !this.winners.includes(this.winning)) this.winning = this.winners.at(-1) ?? "";
    const [first = "East"] = this.chosen.winds;
    if (!this.chosen.winds.includes(this.personal)) this.personal = first;
    if (!this.chosen.winds.includes(this.prevailing)) this.prevailing = first;
    if (!this.chosen.bonusTiles && this.bonus.length > 0) this.bonus = [];
  }

  readAddress(asked: URLSearchParams): void {
    const read = parseHand(asked.get("hand") ?? "");
    if (read === null || read.tiles.length + read.sets.length === 0) return;
    this.hand = read;
    const one = <T extends string>(name: string, known: readonly T[], usual: T): T =>
      known.find((value) => value === asked.get(name)) ?? usual;
    const base = one("ruleset", Object.keys(CLASSIC.rulesets), "british");
    const changes = Object.fromEntries(asked.getAll("option").flatMap(parseChange));
    const title = asked.get("rules") ?? "";
    this.rules = {
      base,
      changes,
      id: Object.keys(changes).length > 0 ? OF_THE_ADDRESS : base,
      title,
      ruleset: null,
      asks: [],
    };
    this.source = one<string>("source", CLASSIC.sources, this.source);
    this.personal = one<string>("personal", CLASSIC.rulesets.british.winds, this.personal);
    this.prevailing = one<string>("prevailing", CLASSIC.rulesets.british.winds, this.prevailing);
    this.bonus = bonusOf(parseTiles(asked.get("bonus") ?? "") ?? []);
    this.winning = asked.get("winning") ?? "";
    this.gone = asked.get("gone") ?? "";
    this.isDealer = asked.get("dealer") === "1" ? true : null;
    for (const [name, field] of Object.entries(FLAGS)) if (field !== "isDealer") this[field] = asked.get(name) === "1";
  }

  /** How many of a tile are used already. */
  taken(tile: string): number {
    return isBonus(tile) ? Number(this.bonus.includes(tile)) : this.all.filter((one) => one === tile).length;
  }

  canPick(tile: string): boolean {
    if (isBonus(tile)) return this.chosen.bonusTiles;
    if (this.way === "tile") return this.taken(tile) < COPIES && this.size < this.whole;
    if (this.way === "chow" && (tile.endsWith("z") || Number(tile.charAt(0)) > 7)) return false;
    const needed = setTiles({ kind: this.way, tile });
    const has = (one: string): boolean => this.taken(one) + needed.filter((other) => other === one).length <= COPIES;
    return this.size + 3 <= this.whole && needed.every(has);
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
