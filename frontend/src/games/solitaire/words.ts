/** Solitaire in words. */

import { maybe, t } from "../../i18n/i18n.svelte";

/** How a board ended. */
export const endingWords = (ending: string): string => maybe(`solitaire.ending.${ending}`, ending);

/** A layout's name for people; one that was written by hand has none. */
export const layoutName = (layout: string): string =>
  layout.includes(":") ? t("solitaire.ownLayout") : maybe(`layout.${layout}`, layout);
