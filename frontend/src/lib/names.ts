/** Names of people and of house players. */

import { t } from "../i18n/i18n.svelte";
import { levelName, starsOf } from "./levels";
import type { SeatInfo } from "./wire";

/** How long a name may be, as the server has it. */
export const NAME = { shortest: 2, longest: 20 };

/** How the server calls everybody who was deleted. */
const FORMER = "Former player";

/** Was this person deleted? */
export const isFormer = (name: string): boolean => name.startsWith(FORMER);

/** A person's name; those who were deleted have none. */
export const personName = (name: string): string => (isFormer(name) ? t("data.former") : name);

/** Who sits in a seat. At tables of older versions house players have no name but their level. */
export const seatName = (game: string, { name, bot }: SeatInfo): string =>
  bot != null && name === bot ? levelName(game, bot) : personName(name);

/** A name from a record: a person's, a house player's, or in older records a level. */
export const playerName = (game: string, name: string): string =>
  starsOf(game, name) === null ? personName(name) : levelName(game, name);

/** What follows the name of a person whose own program plays. */
const PROGRAM = / \(bot\)$/;

/** The address of somebody's profile; null where there is none. */
export const profilePath = (name: string): string | null =>
  name === "" || isFormer(name) ? null : `/@${encodeURIComponent(name.replace(PROGRAM, ""))}`;

const GUEST = "Guest ";
const END = 4;

/** A name in parts, for narrow places: "Guest" goes first, then the middle is cut; its end, which tells people of like
    names apart, stays. */
export function nameParts(name: string): { first: string; middle: string; last: string } {
  const first = name.startsWith(GUEST) ? GUEST : "";
  const rest = graphemes(name.slice(first.length));
  let at = rest.length <= 2 * END ? rest.length : rest.length - END;
  while (rest[at] === " ") at++; // a cut before a space would leave a hole
  return { first, middle: rest.slice(0, at).join(""), last: rest.slice(at).join("") };
}

/** The letters as people see them: a family of emoji is one. */
export const graphemes = (text: string): string[] =>
  // Firefox has it since 125.
  "Segmenter" in Intl ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : Array.from(text);
