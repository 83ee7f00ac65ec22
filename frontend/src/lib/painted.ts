/** Work that may wait: until what a click changes is on the screen, or until there is nothing else to do. */

const SOON_MS = 100;
const LATEST_MS = 2000;

/** Do a job when the next frame is shown, which is when the one after it begins; soon in a tab that shows none.
    What is returned does it at once, if it is not done. */
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

/** Do a job when the page has nothing else to do, or after a while; soon in browsers that do not tell when that is. */
export function whenIdle(job: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(job, { timeout: LATEST_MS });
  else setTimeout(job, SOON_MS);
}
