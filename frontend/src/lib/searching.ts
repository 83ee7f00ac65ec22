/** What is looked for among finished games, and how an address tells it. */

/** Every filter as the address and the server have it; an empty one leaves nothing out. */
export const FILTERS = [
  "person",
  "other",
  "bot",
  "game",
  "variant",
  "outcome",
  "ending",
  "opening",
  "feat",
  "accuracy",
  "shortest",
  "longest",
  "since",
  "until",
] as const;

export type Filter = (typeof FILTERS)[number];
export type Wanted = Record<Filter, string>;

/** The filters in the query of an address. */
export function wantedIn(query: string): Wanted {
  const asked = new URLSearchParams(query);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- made from all filters
  return Object.fromEntries(FILTERS.map((name) => [name, (asked.get(name) ?? "").trim()])) as Wanted;
}

/** The query of an address, with the filters that are set. */
export function queryOf(wanted: Wanted, more: Readonly<Record<string, string>> = {}): string {
  const set = FILTERS.filter((name) => wanted[name].trim() !== "").map((name) => [name, wanted[name].trim()]);
  return new URLSearchParams([...set, ...Object.entries(more)]).toString();
}

/** Filters that another one makes meaningless: what belongs to a game goes with it, a result with its person. */
export function settled(wanted: Wanted, game: string): Wanted {
  const ofGame = game === wanted.game ? {} : { variant: "", bot: "", ending: "", opening: "", feat: "" };
  const ofPerson = wanted.person.trim() === "" ? { outcome: "" } : {};
  return { ...wanted, ...ofGame, ...ofPerson, game };
}
