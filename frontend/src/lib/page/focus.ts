/** Keyboard focus on the board: it moves on when the focused tile is taken away. */

/** Groups of tiles or moves; when the focused one goes, the nearest in its group gets the focus. */
const PLACES = ".frame, .hand, section.text :is(ul, ol)";
/** Gets the focus when the whole group is gone, such as the list of moves while others play. */
const AROUND = "section.text";

interface Held {
  element: HTMLElement;
  place: HTMLElement;
  around: HTMLElement | null;
  middle: Middle;
}
type Middle = readonly [x: number, y: number];

/** Attachment: keeps the focus inside a board. */
export function keepFocus(root: HTMLElement): () => void {
  let held: Held | null = null;
  const remember = (event: Event): void => {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) held = heldBy(event.target);
  };
  const forget = (): void => {
    held = null;
  };
  const observer = new MutationObserver(() => {
    if (held === null || !isGone(held.element)) return;
    const gone = held;
    held = null; // cleared first, because the next focus is remembered at once
    if (document.activeElement === document.body || document.activeElement === gone.element) passOn(gone);
  });
  root.addEventListener("focusin", remember);
  root.addEventListener("keydown", remember, true);
  root.addEventListener("pointerdown", forget, true);
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ["inert"] });
  return () => {
    root.removeEventListener("focusin", remember);
    root.removeEventListener("keydown", remember, true);
    root.removeEventListener("pointerdown", forget, true);
    observer.disconnect();
  };
}

function heldBy(target: EventTarget | null): Held | null {
  const element = target instanceof HTMLElement ? target : null;
  const place = element?.closest<HTMLElement>(PLACES);
  return element && place
    ? { element, place, around: place.closest<HTMLElement>(AROUND), middle: middleOf(element) }
    : null;
}

const isGone = (element: HTMLElement): boolean => !element.isConnected || element.closest("[inert]") !== null;

function passOn({ place, around, middle }: Held): void {
  const left = [...place.querySelectorAll<HTMLElement>("button:not([aria-hidden=true], [disabled])")].filter(
    (one) => !isGone(one),
  );
  const [next] = left.sort((one, other) => distance(one, middle) - distance(other, middle));
  if (place.isConnected && next !== undefined) next.focus({ preventScroll: true });
  else if (around?.isConnected) {
    around.tabIndex = -1;
    around.focus({ preventScroll: true });
  }
}

function middleOf(element: HTMLElement): Middle {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function distance(element: HTMLElement, [x, y]: Middle): number {
  const [toX, toY] = middleOf(element);
  return Math.hypot(toX - x, toY - y);
}
