/** Work that may wait: until what a click changes is on the screen, or until there is nothing else to do. */

const SOON_MS = 100;
const LATEST_MS = 2000;

/** Do a job as soon as the next frame is shown; at once in a tab that nobody sees, which shows none. */
export function afterPaint(job: () => void): void {
  if (document.hidden) job();
  else requestAnimationFrame(() => setTimeout(job));
}

/** Do a job when the page has nothing else to do, or after a while; soon in browsers that do not tell when that is. */
export function whenIdle(job: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(job, { timeout: LATEST_MS });
  else setTimeout(job, SOON_MS);
}
