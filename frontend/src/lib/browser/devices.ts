/** The names of devices. */

import { t } from "../../i18n/i18n.svelte";
import type { SessionInfo } from "../wire";

/** A device by its browser and system, if they are known. */
export function deviceName({ browser, system }: Pick<SessionInfo, "browser" | "system">): string {
  if (browser && system) return t("account.device", { browser, system });
  return browser || system || t("account.deviceUnknown");
}

/** The name of a new passkey until its owner renames it: the same in every language. */
export const passkeyName = ({ browser, system }: Pick<SessionInfo, "browser" | "system">): string =>
  [browser, system].filter(Boolean).join(", ") || t("account.deviceUnknown");
