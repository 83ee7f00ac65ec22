/** The focus of people who play by keyboard: a tile that is taken away must not take it along. */

/** Where tiles and moves lie together; when one goes, the nearest of its place gets the focus. */
const PLACES = ".frame, .hand, section.text :is(ul, ol)";
/** Where the focus goes when the whole place is gone, as a list of moves is while others play. */
const AROUND = "section.text";

interface Held {
  element: HTMLElement;
  place: HTMLElement;
  around: HTMLElement | null;
  middle: Middle;
}
type Middle = readonly [x: number, y: number];

/** Keep the focus on the board, for as long as what is attached to is there. */
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
    held = null; // before the focus is passed on: who gets it is remembered at once
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
  const [next] = left.sort((one, other) => farness(one, middle) - farness(other, middle));
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

function farness(element: HTMLElement, [x, y]: Middle): number {
  const [toX, toY] = middleOf(element);
  return Math.hypot(toX - x, toY - y);
}
