/** Deferred work: until the next frame is on the screen, or until the page is idle. */

const SOON_MS = 100;
const LATEST_MS = 2000;

/**
 * Run a job once the next frame is on the screen, or soon after in a tab that shows none. The returned function runs it
 * now, unless it has run.
 */
export function afterPaint(job: () => void): () => void {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    job();
  };
  requestAnimationFrame(() => requestAnimationFrame(once));
  setTimeout(once, SOON_MS);
  return once;
}

/** Run a job when the page is idle, or after a while; soon in browsers that cannot tell. */
export function whenIdle(job: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(job, { timeout: LATEST_MS });
  else setTimeout(job, SOON_MS);
}
