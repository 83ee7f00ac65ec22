/** Moves taken tiles to their player by transform and opacity only, which browsers animate without repainting. */

import { cubicInOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { isStill } from "../../../lib/settings.svelte";

type Travel = (node: Element, params: { key: number }) => () => TransitionConfig;

const TRAVEL_MS = 380;
const FADE_MS = 160;
const leaving = new Map<number, Element>();
const arriving = new Map<number, Element>();
/** The boxes of all moving tiles, measured together: measuring after an animation has started forces a layout. */
let boxes: ReadonlyMap<Element, DOMRect> | null = null;

/** Moves a tile from the field to where the same tile arrives. */
export const send: Travel = between(leaving, arriving);
/** Moves a tile in from where the same tile left. */
export const receive: Travel = between(arriving, leaving);

function between(own: Map<number, Element>, others: Map<number, Element>): Travel {
  return (node, { key }) => {
    own.set(key, node);
    // Runs once all tiles that leave and arrive at this moment are known.
    return () => {
      const other = others.get(key);
      queueMicrotask(() => own.delete(key));
      if (isStill()) return { duration: 0 };
      return other === undefined ? fade() : travel(boxOf(node), boxOf(other));
    };
  };
}

function boxOf(node: Element): DOMRect {
  if (boxes === null) {
    boxes = new Map([...leaving.values(), ...arriving.values()].map((one) => [one, one.getBoundingClientRect()]));
    queueMicrotask(() => (boxes = null));
  }
  return boxes.get(node) ?? node.getBoundingClientRect();
}

function travel(here: DOMRect, there: DOMRect): TransitionConfig {
  const dx = there.left + there.width / 2 - here.left - here.width / 2;
  const dy = there.top + there.height / 2 - here.top - here.height / 2;
  const growth = there.width / here.width - 1;
  return {
    duration: TRAVEL_MS,
    easing: cubicInOut,
    css: (near, far) =>
      `opacity: ${near}; transform: translate(${dx * far}px, ${dy * far}px) scale(${1 + growth * far})`,
  };
}

function fade(): TransitionConfig {
  return { duration: FADE_MS, css: (shown) => `opacity: ${shown}; transform: scale(${0.7 + 0.3 * shown})` };
}
