/** Style sheets that failed to load. The bundler requests each sheet only once, even if its page is opened again. */

const missing = new Set<HTMLLinkElement>();
let running: Promise<unknown> | null = null;

/** Remember a style sheet that failed to load. */
export function noteFailed({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === "stylesheet") missing.add(target);
}

/** Load the missing style sheets; reject if one fails again. */
export async function loadMissing(): Promise<void> {
  running ??= Promise.all([...missing].map(loadAgain)).finally(() => (running = null));
  await running;
}

async function loadAgain(link: HTMLLinkElement): Promise<void> {
  const copy = document.createElement("link");
  Object.assign(copy, { rel: link.rel, crossOrigin: link.crossOrigin, href: link.href });
  missing.delete(link);
  await new Promise((resolve, reject) => {
    copy.addEventListener("load", resolve);
    copy.addEventListener("error", reject);
    link.replaceWith(copy);
  });
}
