/** Loading parts of the app on demand, also while the server does not answer and after it got a new version. */

import { loadMissing } from "./sheets";

const AGAIN_MS = 1000;
/** A page that was reloaded this recently is not reloaded again: the new version lacks the part, too. */
const RECENTLY_MS = 60_000;
const RELOADED = "teahouse.reloaded";

/** What loading needs from the browser and the server. */
export interface LoadingEnvironment {
  /** Does the server answer? */
  answers: () => Promise<boolean>;
  /** Load the style sheets that are missing; reject if one fails again. */
  styles: () => Promise<void>;
  pause: (ms: number) => Promise<void>;
  /** Load the whole app anew. */
  reload: () => void;
}

export class Loading {
  private waiting = $state(0);

  constructor(private readonly environment: LoadingEnvironment) {}

  /** Does a part wait for a server that does not answer? */
  get isStuck(): boolean {
    return this.waiting > 0;
  }

  /** Load a part of the app. Try again every second while the server does not answer. */
  load = async <T>(part: () => Promise<T>): Promise<T> => {
    try {
      return await this.withStyles(part);
    } catch {
      return await this.again(part);
    }
  };

  private async again<T>(part: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    try {
      for (;;) {
        const isBack = await this.environment.answers();
        try {
          return await this.withStyles(part);
        } catch (error) {
          if (isBack && (await this.environment.answers())) {
            this.environment.reload(); // the server has a new version, with files of other names
            throw error;
          }
        }
        await this.environment.pause(AGAIN_MS);
      }
    } finally {
      this.waiting -= 1;
    }
  }

  private async withStyles<T>(part: () => Promise<T>): Promise<T> {
    const loaded = await part();
    await this.environment.styles();
    return loaded;
  }
}

function reloadOnce(): void {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RECENTLY_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

export const loading = new Loading({
  answers: () =>
    fetch("/health/live", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    ),
  styles: loadMissing,
  pause: (ms) => new Promise((go) => setTimeout(go, ms)),
  reload: reloadOnce,
});
