/** Announces moves with the browser's speech, if it is on and supported. */

import { speechLanguage } from "../../i18n/i18n.svelte";
import { settings } from "../settings.svelte";

/** More announcements than this are outdated: all of them are dropped. */
const MOST_WAITING = 2;

export const canSpeak = (): boolean => "speechSynthesis" in globalThis;

let waiting = 0;

/** Speak after the announcements that still wait, unless there are too many of them. */
export function speak(words: string): void {
  if (!settings.speech || !words || !canSpeak()) return;
  if (waiting > MOST_WAITING) stopSpeech();
  const said = new SpeechSynthesisUtterance(words);
  said.lang = speechLanguage();
  waiting += 1;
  said.onend = said.onerror = () => void (waiting = Math.max(0, waiting - 1));
  speechSynthesis.speak(said);
}

export function stopSpeech(): void {
  waiting = 0;
  if (canSpeak()) speechSynthesis.cancel();
}
