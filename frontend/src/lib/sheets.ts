/** Style sheets that did not come: without them a page that is opened later would stand there bare. */

const AGAIN_MS = 1000;

/** Ask again for a style sheet that failed, until it comes; the bundler asks once. */
export function askAgain(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
  setTimeout(() => target.replaceWith(target.cloneNode()), AGAIN_MS);
}
