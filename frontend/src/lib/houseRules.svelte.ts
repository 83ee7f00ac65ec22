/** House rules: the ones that this person keeps, and those that are being changed. */

import { CLASSIC, type CheckedRules, type HouseRules, type HouseRulesTitle } from "../generated/wire";
import * as api from "./api";
import type { OpenTable } from "./wire";

export type Changes = Readonly<Record<string, unknown>>;
type Ruleset = HouseRules["ruleset"];

const FIRST = "british";

/** The house rules of the person at this browser, by their ids and titles. */
class OwnRules {
  all: readonly HouseRulesTitle[] = $state.raw([]);

  async load(): Promise<void> {
    this.all = await api.ownRules();
  }

  /** Those that can still be read. */
  get usable(): readonly HouseRulesTitle[] {
    return this.all.filter(({ winds }) => winds.length > 0);
  }

  of(id: string): HouseRulesTitle | undefined {
    return this.usable.find((one) => one.id === id);
  }
}

export const ownRules = new OwnRules();

export const isShipped = (name: string): boolean => name in CLASSIC.rulesets;

/** A wish for a table in which house rules are named by their id, with the whole ruleset instead. */
export async function withRules(wish: OpenTable): Promise<OpenTable> {
  const named = wish.options?.["ruleset"];
  if (typeof named !== "string" || isShipped(named)) return wish;
  const { ruleset } = await api.houseRules(named);
  return { ...wish, options: { ...wish.options, ruleset } };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Rules that are being changed: a ruleset of the house, and what differs from it. */
export class RulesEditor {
  id: string | null = $state(null);
  isOwn = $state(true);
  title = $state("");
  base: string = $state(FIRST);
  changes: Changes = $state.raw({});
  isShared = $state(false);
  /** What the house says about the rules as they are now. */
  checked: CheckedRules | null = $state.raw(null);
  /** Is something changed that has not been kept? */
  isChanged = $state(false);

  readonly wish = $derived({ base: this.base, changes: this.changes, ...(this.title ? { title: this.title } : {}) });
  readonly problems = $derived(new Map(this.checked?.problems.map(({ option, text }) => [option, text])));
  readonly ruleset: Ruleset | null = $derived(this.checked?.ruleset ?? null);

  /** Begin with a ruleset of the house; what was changed is put aside. */
  begin(base: string): void {
    [this.base, this.changes, this.isChanged] = [base, {}, true];
  }

  /** Show rules that somebody keeps. */
  take(rules: HouseRules): void {
    [this.id, this.isOwn, this.title] = [rules.id, rules.is_own, rules.title];
    [this.base, this.changes, this.isShared, this.isChanged] = [rules.base, rules.changes, rules.shared, false];
  }

  /** Show the rules of a file. */
  read(file: { title: string; base: string; changes: Changes }): void {
    [this.title, this.base, this.changes, this.isChanged] = [file.title, file.base, file.changes, true];
  }

  value(option: string, usual: unknown): unknown {
    return option in this.changes ? this.changes[option] : usual;
  }

  /** Give an option a value; the one it has in the base is no change. */
  set(option: string, value: unknown, usual: unknown): void {
    const rest = Object.fromEntries(Object.entries(this.changes).filter(([name]) => name !== option));
    this.changes = same(value, usual) ? rest : { ...rest, [option]: value };
    this.isChanged = true;
  }

  async check(): Promise<void> {
    const asked = this.wish;
    const found = await api.checkRules(asked);
    if (asked === this.wish) this.checked = found;
  }

  /** Keep the rules as one's own: anew, or what was changed in them. */
  async keep(): Promise<HouseRules> {
    const wish = { title: this.title.trim(), base: this.base, changes: this.changes, shared: this.isShared };
    const kept = this.id !== null && this.isOwn ? await api.changeRules(this.id, wish) : await api.keepRules(wish);
    this.take(kept);
    await ownRules.load();
    return kept;
  }
}
