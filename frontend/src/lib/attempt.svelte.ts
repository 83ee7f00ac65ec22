/** Things that may be refused: a page shows why the last one was. */

import { troubleText } from "../i18n/i18n.svelte";

export class Attempt {
  /** Why the last try failed, as a sentence; empty where it did not. */
  trouble = $state("");

  async run(job: () => Promise<unknown>): Promise<void> {
    this.trouble = "";
    try {
      await job();
    } catch (error) {
      this.trouble = troubleText(error);
    }
  }
}
