/** Words for those who listen: one polite live region for the whole page. */

class Speaker {
  words = $state("");

  /** Say something; the same words twice are said twice. */
  say(words: string): void {
    this.words = this.words === words ? `${words}\u00a0` : words;
  }

  /** Leave nothing of what was said, as on another page. */
  hush(): void {
    this.words = "";
  }
}

export const speaker = new Speaker();
