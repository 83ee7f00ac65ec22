/** Keyboard: one listener for the page; pages and boards add their keys. Typing never triggers a key of the game. */

import { helpKeys, isCharacter, MOD } from "./help.svelte";
import { settings } from "../settings.svelte";

export type Keys = Record<string, (event: KeyboardEvent) => void>;

const layers: Keys[] = [];
/** A page's keys that take precedence over its board's, even if the board adds its keys again later. */
const above: Keys[] = [];

/** Add keys; the newest layer is asked first. Call the returned function to remove them. */
export function addKeys(keys: Keys, isAbove = false): () => void {
  const list = isAbove ? above : layers;
  list.push(keys);
  return () => {
    const place = list.indexOf(keys);
    if (place >= 0) list.splice(place, 1);
  };
}

/** Does the visitor type text into this element? */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
}

/** Does this element handle Enter, space or arrows itself? */
function answersItself(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "checkbox") return key === " ";
  if (target instanceof HTMLInputElement)
    return key.startsWith("Arrow") || key === " " || key === "Home" || key === "End";
  return (key === "Enter" || key === " ") && target.closest("button, a, summary, [role=button]") !== null;
}

export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || isTyping(event.target)) return;
  if (document.querySelector("dialog[open]") !== null || answersItself(event.target, event.key)) return;
  const key = event.ctrlKey || event.metaKey ? chordOf(event) : defaultKeyOf(event.key);
  if (key === null) return;
  for (const keys of [...layers, ...above].reverse()) {
    const job = keys[key];
    if (job !== undefined) {
      event.preventDefault();
      job(event);
      return;
    }
  }
}

/** A key with Ctrl, or with Cmd on a Mac, in the notation of layers: `Mod+z`, `Mod+Shift+z`. */
export const chordOf = ({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): string =>
  `${MOD}${shiftKey ? "Shift+" : ""}${key.toLowerCase()}`;

/** The default key that the pressed one stands for; null if single letters are off or remapped. */
function defaultKeyOf(pressed: string): string | null {
  if (!isCharacter(pressed)) return pressed;
  return settings.letters ? helpKeys.defaultKeyOf(pressed.toLowerCase()) : null;
}
