/** The stream of what concerns one person: never asked for with a session that has ended. */

import type { Calls } from "../../generated/wire";

/** After so long a stream that broke is opened again, if one is still who one was. */
const AGAIN_MS = 3_000;

/** What a stream needs of the browser and the house. */
export interface StreamWorld {
  open: () => { addEventListener: (type: string, listener: (event: Event) => void) => void; close: () => void };
  /** Does the house still know the person at this browser? */
  isThere: () => Promise<boolean>;
  later: (ms: number, job: () => void) => () => void;
  hear: (calls: Calls) => void;
}

export class CallStream {
  private stream: ReturnType<StreamWorld["open"]> | null = null;
  private stop: () => void = () => undefined;

  constructor(private readonly world: StreamWorld) {}

  open(): void {
    this.close();
    const stream = this.world.open();
    this.stream = stream;
    stream.addEventListener("calls", (event) => {
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the border of JSON
      if (event instanceof MessageEvent) this.world.hear(JSON.parse(String(event.data)) as Calls);
    });
    // A browser would ask again by itself, with whatever session it has.
    stream.addEventListener("error", () => {
      if (this.stream === stream) this.openLater();
    });
  }

  /** Open it anew in a while, unless nobody is at this browser by then. */
  openLater(): void {
    this.close();
    this.stop = this.world.later(AGAIN_MS, () => void this.openIfThere());
  }

  close(): void {
    this.stop();
    this.stop = () => undefined;
    this.stream?.close();
    this.stream = null;
  }

  private async openIfThere(): Promise<void> {
    const asked = new AbortController();
    this.stop = () => asked.abort();
    if ((await this.world.isThere()) && !asked.signal.aborted) this.open();
  }
}
