/** The filters of the search for finished games, and their form in an address. */

/** Every filter by its name in the address and on the server; an empty one does not filter. */
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
export type SearchFilters = Record<Filter, string>;

/** The filters in an address's query. */
export function parseFilters(query: string): SearchFilters {
  const asked = new URLSearchParams(query);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- made from all filters
  return Object.fromEntries(FILTERS.map((name) => [name, (asked.get(name) ?? "").trim()])) as SearchFilters;
}

/** The query with the filters that are set. */
export function queryOf(wanted: SearchFilters, more: Readonly<Record<string, string>> = {}): string {
  const set = FILTERS.filter((name) => wanted[name].trim() !== "").map((name) => [name, wanted[name].trim()]);
  return new URLSearchParams([...set, ...Object.entries(more)]).toString();
}

/** The filters for a game, without those of another game, and without a result if no person is given. */
export function settled(wanted: SearchFilters, game: string): SearchFilters {
  const ofGame = game === wanted.game ? {} : { variant: "", bot: "", ending: "", opening: "", feat: "" };
  const ofPerson = wanted.person.trim() === "" ? { outcome: "" } : {};
  return { ...wanted, ...ofGame, ...ofPerson, game };
}
