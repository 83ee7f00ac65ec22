/** Names of people and of house players. */

import { maybe, t } from "../i18n/i18n.svelte";

/** How long a name may be, as the server has it. */
export const NAME = { shortest: 2, longest: 20 };

/** How the server calls everybody who was deleted. */
const FORMER = "Former player";

/** Was this person deleted? */
export const isFormer = (name: string): boolean => name.startsWith(FORMER);

/** A person's name; those who were deleted have none. */
export const personName = (name: string): string => (isFormer(name) ? t("data.former") : name);

/** A name from a record: a person's, or the level of a house player. */
export const playerName = (name: string): string => maybe(`level.${name}`, personName(name));
