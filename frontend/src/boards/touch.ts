/** Finds the tile that a touch was meant for. */

const FINGER = 44;

/** Was the click made by touch? */
export const isFinger = (event: MouseEvent): boolean => event instanceof PointerEvent && event.pointerType === "touch";

/** The clicked element or its ancestor that matches a selector. */
export const touched = (event: MouseEvent, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

/** The free tile nearest to a point, if the point is within a finger's width of its middle. */
export function nearest(field: HTMLElement, x: number, y: number): number | null {
  let best: { slot: number; far: number } | null = null;
  for (const element of field.querySelectorAll<HTMLElement>(".free")) {
    const box = element.getBoundingClientRect();
    const dx = Math.abs(x - (box.left + box.width / 2));
    const dy = Math.abs(y - (box.top + box.height / 2));
    const far = Math.hypot(dx, dy);
    if (dx > Math.max(FINGER, box.width) / 2 || dy > Math.max(FINGER, box.height) / 2) continue;
    if (best === null || far < best.far) best = { slot: Number(element.dataset["slot"]), far };
  }
  return best?.slot ?? null;
}
