/** Marks what can be scrolled on, so that it can show that there is more below. */

/** Less than this is a rounding of the browser, or an empty edge. */
const LEAST = 12;

/** Is more below what is in sight of it? */
export const hasMore = (node: Pick<HTMLElement, "scrollHeight" | "clientHeight" | "scrollTop">): boolean =>
  node.scrollHeight - node.clientHeight - node.scrollTop > LEAST;

/** Gives an element `data-more` for as long as more is below: to be attached to it. */
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
