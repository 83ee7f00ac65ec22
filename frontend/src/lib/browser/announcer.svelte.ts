/** Announcements for screen readers: one polite live region for the whole page. */

class Announcer {
  words = $state("");

  /** Announce something; the same words twice are announced twice. */
  say(words: string): void {
    this.words = this.words === words ? `${words}\u00a0` : words;
  }

  /** Clear the live region, as on another page. */
  clear(): void {
    this.words = "";
  }
}

export const announcer = new Announcer();
