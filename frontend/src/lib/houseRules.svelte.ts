/** House rules: the visitor's saved ones, and those being edited. */

import { CLASSIC, type CheckedRules, type HouseRules, type HouseRulesTitle } from "../generated/wire";
import * as api from "./api";
import { isSameJson } from "./isSameJson";
import type { OpenTable } from "./wire";

export type Changes = Readonly<Record<string, unknown>>;
type Ruleset = HouseRules["ruleset"];

const FIRST = "british";

/** The visitor's house rules, by id and title. */
class OwnRules {
  all: readonly HouseRulesTitle[] = $state.raw([]);

  async load(): Promise<void> {
    this.all = await api.ownRules();
  }

  /** Those that the current version can still read. */
  get usable(): readonly HouseRulesTitle[] {
    return this.all.filter(({ winds }) => winds.length > 0);
  }

  of(id: string): HouseRulesTitle | undefined {
    return this.usable.find((one) => one.id === id);
  }
}

export const ownRules = new OwnRules();

export const isShipped = (name: string): boolean => name in CLASSIC.rulesets;

/** The request for a table, with the full ruleset in place of the id of house rules. */
export async function withRules(request: OpenTable): Promise<OpenTable> {
  const named = request.options?.["ruleset"];
  if (typeof named !== "string" || isShipped(named)) return request;
  const { ruleset } = await api.houseRules(named);
  return { ...request, options: { ...request.options, ruleset } };
}

/** Rules being edited: one of the house's rulesets, and the changes to it. */
export class RulesEditor {
  id: string | null = $state(null);
  isOwn = $state(true);
  title = $state("");
  base: string = $state(FIRST);
  changes: Changes = $state.raw({});
  isShared = $state(false);
  /** The server's verdict on the rules as they are now. */
  checked: CheckedRules | null = $state.raw(null);
  /** Are there unsaved changes? */
  isChanged = $state(false);

  readonly request = $derived({ base: this.base, changes: this.changes, ...(this.title ? { title: this.title } : {}) });
  readonly problems = $derived(new Map(this.checked?.problems.map(({ option, text }) => [option, text])));
  readonly ruleset: Ruleset | null = $derived(this.checked?.ruleset ?? null);

  /** Start from a ruleset of the house, without changes. */
  begin(base: string): void {
    [this.base, this.changes, this.isChanged] = [base, {}, true];
  }

  /** Show saved rules. */
  take(rules: HouseRules): void {
    [this.id, this.isOwn, this.title] = [rules.id, rules.is_own, rules.title];
    [this.base, this.changes, this.isShared, this.isChanged] = [rules.base, rules.changes, rules.shared, false];
  }

  /** Show rules from a file. */
  read(file: { title: string; base: string; changes: Changes }): void {
    [this.title, this.base, this.changes, this.isChanged] = [file.title, file.base, file.changes, true];
  }

  value(option: string, usual: unknown): unknown {
    return option in this.changes ? this.changes[option] : usual;
  }

  /** Set an option; the value that it has in the base ruleset is no change. */
  set(option: string, value: unknown, usual: unknown): void {
    const rest = Object.fromEntries(Object.entries(this.changes).filter(([name]) => name !== option));
    this.changes = isSameJson(value, usual) ? rest : { ...rest, [option]: value };
    this.isChanged = true;
  }

  async check(): Promise<void> {
    const asked = this.request;
    const found = await api.checkRules(asked);
    if (asked === this.request) this.checked = found;
  }

  /** Let everybody with the link see the rules, or nobody; it goes back if the house refuses. */
  async share(isShared: boolean): Promise<void> {
    const before = this.isShared;
    this.isShared = isShared;
    try {
      await this.keep();
    } catch (error) {
      this.isShared = before;
      throw error;
    }
  }

  /** Save the rules as the visitor's own: update them, or create new ones. */
  async keep(): Promise<HouseRules> {
    const request = { title: this.title.trim(), base: this.base, changes: this.changes, shared: this.isShared };
    const sent = this.request;
    const kept =
      this.id !== null && this.isOwn ? await api.changeRules(this.id, request) : await api.keepRules(request);
    if (sent === this.request) this.take(kept);
    else [this.id, this.isOwn, this.isShared] = [kept.id, kept.is_own, kept.shared]; // changed again meanwhile
    await ownRules.load().catch(() => undefined); // the rules are saved, with or without the list
    return kept;
  }
}
