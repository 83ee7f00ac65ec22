/** Marks elements that can be scrolled further down, so that they can hint at it. */

/** A smaller distance is a rounding error of the browser, or an empty edge. */
const LEAST = 12;

/** Is there content below the visible part? */
export const hasMore = (node: Pick<HTMLElement, "scrollHeight" | "clientHeight" | "scrollTop">): boolean =>
  node.scrollHeight - node.clientHeight - node.scrollTop > LEAST;

/** Attachment: gives an element `data-more` while there is content below its visible part. */
export function markMore(node: HTMLElement): () => void {
  const look = (): void => void node.toggleAttribute("data-more", hasMore(node));
  const sizes = new ResizeObserver(look);
  const watch = (): void => {
    for (const one of [node, ...node.children]) sizes.observe(one);
    look();
  };
  const parts = new MutationObserver(watch);
  parts.observe(node, { childList: true });
  node.addEventListener("scroll", look, { passive: true });
  watch();
  return () => {
    sizes.disconnect();
    parts.disconnect();
    node.removeEventListener("scroll", look);
  };
}
