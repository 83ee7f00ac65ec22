/** The table as text: switching it on and off, and scrolling to it. */

import { tick } from "svelte";
import { choose, settings } from "../settings.svelte";
import { sheet } from "./sheet.svelte";

/** Show the table as text and focus it, or hide it and focus the board. */
export async function toggleText(): Promise<void> {
  choose("text", !settings.text);
  sheet.isOpen = false;
  await tick();
  const text = document.querySelector<HTMLElement>("section.text");
  if (text === null) return document.querySelector(".board-page > .main")?.scrollTo(0, 0);
  text.tabIndex = -1;
  text.focus({ preventScroll: true });
  text.scrollIntoView({ block: "start" });
}
