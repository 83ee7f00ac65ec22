/** Runs requests that the server may refuse, and keeps the reason of the last refusal for the page to show. */

import { troubleText } from "../../i18n/i18n.svelte";
import { Latest } from "./latest";

export class Attempt {
  /** Why the last attempt failed, as a sentence; empty if it did not. */
  trouble = $state("");
  /** Is the page waiting for what it loads? */
  isLoading = $state(false);
  private readonly loads = new Latest();

  async run(job: () => Promise<unknown>): Promise<void> {
    this.trouble = "";
    try {
      await job();
    } catch (error) {
      this.trouble = troubleText(error);
    }
  }

  /** Load something and show it; an answer or a refusal that comes after a newer request is ignored. */
  async load<T>(ask: () => Promise<T>, show: (found: T) => void): Promise<void> {
    const isLatest = this.loads.begin();
    [this.trouble, this.isLoading] = ["", true];
    try {
      const found = await ask();
      if (isLatest()) show(found);
    } catch (error) {
      if (isLatest()) this.trouble = troubleText(error);
    } finally {
      if (isLatest()) this.isLoading = false;
    }
  }

  /** The page was left: ignore what is still being loaded. */
  stop(): void {
    this.loads.end();
  }
}
