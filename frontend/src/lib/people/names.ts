/** Names of people and house players. */

import { t } from "../../i18n/i18n.svelte";
import { levelName, starsOf } from "./levels";
import type { SeatInfo } from "../wire";

/** The limits of a name's length, as on the server. */
export const NAME = { shortest: 2, longest: 20 };

/** The server's name for deleted people. */
const FORMER = "Former player";

/** Has this person been deleted? */
export const isFormer = (name: string): boolean => name.startsWith(FORMER);

/** A person's name, or the word for a deleted person. */
export const personName = (name: string): string => (isFormer(name) ? t("data.former") : name);

/** The name of a seat's player. At tables of older versions house players have no name but their level. */
export const seatName = (game: string, { name, bot }: SeatInfo): string =>
  bot != null && name === bot ? levelName(game, bot) : personName(name);

/** A name from a record: a person's, a house player's, or in older records a level. */
export const playerName = (game: string, name: string): string =>
  starsOf(game, name) === null ? personName(name) : levelName(game, name);

/** The suffix of people whose own program plays. */
const PROGRAM = / \(bot\)$/;

/** The address of a person's profile; null if there is none. */
export const profilePath = (name: string): string | null =>
  name === "" || isFormer(name) ? null : `/@${encodeURIComponent(name.replace(PROGRAM, ""))}`;

export interface NameParts {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
}

const GUEST = "Guest ";
const END = 4;

/**
 * A name in parts, for narrow places: first "Guest" is dropped, then the middle is cut; the end, which tells similar
 * names apart, stays.
 */
export function nameParts(name: string): NameParts {
  const first = name.startsWith(GUEST) ? GUEST : "";
  const rest = graphemes(name.slice(first.length));
  let at = rest.length <= 2 * END ? rest.length : rest.length - END;
  while (rest[at] === " ") at++; // a cut before a space would leave a gap
  return { first, middle: rest.slice(0, at).join(""), last: rest.slice(at).join("") };
}

/** A name that fits its place: the first letters, an ellipsis, and the end; at least one letter before the ellipsis. */
export function fitted({ middle, last }: Pick<NameParts, "middle" | "last">, fits: (text: string) => boolean): string {
  if (fits(middle + last)) return middle + last;
  const letters = graphemes(middle);
  const shorter = letters.map((_, gone) => letters.slice(0, -1 - gone).join(""));
  const [shortest = ""] = letters;
  const begin = shorter.find((text) => fits(`${text.trimEnd()}…${last}`)) || shortest;
  return `${begin.trimEnd()}…${last}`;
}

/** The characters of a text as people see them: an emoji of a family is one. */
export const graphemes = (text: string): string[] =>
  // Firefox has it since 125.
  "Segmenter" in Intl ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : Array.from(text);
