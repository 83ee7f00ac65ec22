/** Keys: one listener for the page; pages and boards add their own. Typing never triggers a key of the game. */

import { helpKeys, isCharacter, MOD } from "./help.svelte";
import { settings } from "./settings.svelte";

export type Keys = Record<string, (event: KeyboardEvent) => void>;

const layers: Keys[] = [];
/** Those of a page that go before the keys of its board, however often the board adds its own anew. */
const above: Keys[] = [];

/** Add keys; the newest layer is asked first. The returned function takes them away. */
export function addKeys(keys: Keys, isAbove = false): () => void {
  const list = isAbove ? above : layers;
  list.push(keys);
  return () => {
    const place = list.indexOf(keys);
    if (place >= 0) list.splice(place, 1);
  };
}

/** Is this a place where people type? */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
}

/** Does this element answer Enter, space or arrows by itself? */
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
  const key = event.ctrlKey || event.metaKey ? chordOf(event) : meantBy(event.key);
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

/** What is pressed together with Ctrl, or with Cmd on a Mac, as layers name it: `Mod+z`, `Mod+Shift+z`. */
export const chordOf = ({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): string =>
  `${MOD}${shiftKey ? "Shift+" : ""}${key.toLowerCase()}`;

/** The usual key for the one that was pressed; null where single letters are off or do something else. */
function meantBy(pressed: string): string | null {
  if (!isCharacter(pressed)) return pressed;
  return settings.letters ? helpKeys.meant(pressed.toLowerCase()) : null;
}
