/** Links from the end of a deal to the page where it can be played again. */

import { t } from "../i18n/i18n.svelte";
import type { TableInfo } from "../lib/wire";

/** The page of a table's last deal: that of a known deal, or one that makes the deal known. */
export const dealAgain = ({ id, deal, known }: Pick<TableInfo, "id" | "deal" | "known">, invite: string): string =>
  known === "" ? `/deal?table=${id}&deal=${deal - 1}&invite=${encodeURIComponent(invite)}` : `/deal/${known}`;

export const againText = ({ known }: Pick<TableInfo, "known">): string =>
  t(known === "" ? "deal.again" : "deal.results");
