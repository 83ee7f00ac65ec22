/** The stream of challenges, found tables and notices for one person; never requested with an ended session. */

import type { Alerts } from "../../generated/wire";

/** The pause before a broken stream is opened again, if the session is still valid. */
const AGAIN_MS = 3_000;

/** What a stream needs from the browser and the house. */
export interface StreamEnvironment {
  open: () => { addEventListener: (type: string, listener: (event: Event) => void) => void; close: () => void };
  /** Does the house still know this session's person? */
  isThere: () => Promise<boolean>;
  later: (ms: number, job: () => void) => () => void;
  onCalls: (calls: Alerts) => void;
}

export class CallStream {
  private stream: ReturnType<StreamEnvironment["open"]> | null = null;
  private stop: () => void = () => undefined;

  constructor(private readonly environment: StreamEnvironment) {}

  open(): void {
    this.close();
    const stream = this.environment.open();
    this.stream = stream;
    stream.addEventListener("calls", (event) => {
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed JSON has no type
      if (event instanceof MessageEvent) this.environment.onCalls(JSON.parse(String(event.data)) as Alerts);
    });
    // Left alone, the browser would reconnect by itself, even with another session.
    stream.addEventListener("error", () => {
      if (this.stream === stream) this.openLater();
    });
  }

  /** Open the stream again after a pause, unless the visitor is signed out by then. */
  openLater(): void {
    this.close();
    this.stop = this.environment.later(AGAIN_MS, () => void this.openIfThere());
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
    if ((await this.environment.isThere()) && !asked.signal.aborted) this.open();
  }
}
