/** Recomputes Solitaire's deal from its seed in the browser, and checks that it can be cleared. */

import type { Deal } from "../../generated/wire";
import { t } from "../../i18n/i18n.svelte";
import { derivedSeed, Stream } from "../../lib/fairness";
import type { Steps } from "../../lib/wire";
import type { Check } from "../../boards/module";
import { COVERED, GONE, isFree, type SolitaireEvent, type SolitaireMove, type SolitaireView } from "./board";
import { layoutOf, type Layout } from "./field/layout";

const GENERATOR = 2;
const BONUS_GROUP = 34;
const BOLD_TRIES = 20;
/** How many uniform deals the house tries at most to find one that can be cleared. */
const MOST_ATTEMPTS = 120;
/** A contest with no first move is dealt again, at most this often. */
const CONTEST_DEALS = 100;
const RANKS: Record<string, number> = { m: 9, p: 9, s: 9, z: 7, f: 8 };
const TEXTS = Object.entries(RANKS).flatMap(([suit, ranks]) =>
  Array.from({ length: ranks }, (_, rank) => `${rank + 1}${suit}`),
);
const KINDS = Array.from({ length: BONUS_GROUP }, (_, number) => (13 * number) % BONUS_GROUP);
const BONUS = [34, 38, 35, 39, 36, 40, 37, 41];
const SET = [...KINDS.slice(0, 3), BONUS_GROUP, ...KINDS.slice(3)].flatMap((kind) =>
  kind === BONUS_GROUP ? BONUS : [kind, kind, kind, kind],
);

const material = (count: number): number[] => Array.from({ length: count }, (_, place) => SET[place % SET.length] ?? 0);
const group = (face: number): number => Math.min(face, BONUS_GROUP);
const written = (faces: readonly number[]): string => faces.map((face) => TEXTS[face]).join(" ");
const label = (words: string): string => `solitaire/${GENERATOR}/${words}/`;
const uniform = async (layout: Layout, seed: Uint8Array, words: string): Promise<string> =>
  written(await new Stream(seed, label(words)).shuffled(material(layout.places.length)));

type Pair = readonly [number, number];

/** All places in pairs that are free in turn, in a random order; null if some places remain. */
async function boldOrder(layout: Layout, stream: Stream): Promise<Pair[] | null> {
  const cells = layout.places.map(() => COVERED);
  const order: Pair[] = [];
  while (order.length * 2 < cells.length) {
    const slots = cells.flatMap((_, slot) => (isFree(layout, cells, slot) ? [slot] : []));
    if (slots.length < 2) return null;
    const [first = 0] = slots.splice(await stream.below(slots.length), 1);
    const [second = 0] = slots.splice(await stream.below(slots.length), 1);
    cells[first] = cells[second] = GONE;
    order.push(first < second ? [first, second] : [second, first]);
  }
  return order;
}

/** A deal built so that it can be cleared; null if the house had to search for an order. */
async function gentle(layout: Layout, seed: Uint8Array): Promise<string | null> {
  const stream = new Stream(seed, label("gentle"));
  let order: Pair[] | null = null;
  for (let attempt = 0; attempt < BOLD_TRIES && order === null; attempt++) order = await boldOrder(layout, stream);
  if (order === null) return null;
  const faces = (await stream.shuffled(material(layout.places.length))).sort((a, b) => group(a) - group(b));
  const pairs = await stream.shuffled(order.map((_, number) => faces.slice(2 * number, 2 * number + 2)));
  const filled: number[] = [];
  order.forEach(([first, second], number) => ([filled[first] = 0, filled[second] = 0] = pairs[number] ?? []));
  return written(filled);
}

/** A uniform deal; in a contest the first one with a first move: a pair, or two free places and a shuffle. */
async function wild(layout: Layout, seed: Uint8Array, options: Steps["options"]): Promise<string | null> {
  const isContest = Number(options["players"] ?? 1) > 1;
  const hasHelp = Number(options["uses"] ?? 1) > 0;
  for (let attempt = 0; attempt < (isContest ? CONTEST_DEALS : 1); attempt++) {
    const again = attempt === 0 ? seed : await derivedSeed(seed, "solitaire/again", attempt);
    const tiles = await uniform(layout, again, "wild");
    if (!isContest || canBegin(layout, tiles.split(" "), hasHelp)) return tiles;
  }
  return null;
}

const kind = (cell: string | undefined): string => (cell?.endsWith("f") ? "f" : (cell ?? ""));

function canBegin(layout: Layout, tiles: readonly string[], hasHelp: boolean): boolean {
  const free = tiles.filter((_, slot) => isFree(layout, tiles, slot)).map(kind);
  return new Set(free).size < free.length || (hasHelp && free.length > 1);
}

/** The number of the seed's uniform deal that has these tiles, counted from 1; null if there is none. */
async function attemptOf(layout: Layout, seed: Uint8Array, tiles: string): Promise<number | null> {
  for (let number = 0; number < MOST_ATTEMPTS; number++)
    if ((await uniform(layout, seed, `classic/${number}`)) === tiles) return number + 1;
  return null;
}

/** Does this order of pairs clear the board? */
export function clears(layout: Layout, tiles: readonly string[], order: readonly Pair[]): boolean {
  const cells = [...tiles];
  for (const [first, second] of order) {
    const isPair =
      first !== second &&
      isFree(layout, cells, first) &&
      isFree(layout, cells, second) &&
      kind(cells[first]) === kind(cells[second]);
    if (!isPair) return false;
    cells[first] = cells[second] = GONE;
  }
  return cells.every((cell) => cell === GONE);
}

/** Are the tiles those that result from the seed, and can they be cleared as promised? */
export async function redeal(
  seed: Uint8Array,
  replay: Steps<SolitaireView, SolitaireMove, SolitaireEvent>,
): Promise<Check[]> {
  const deal = replay.steps.at(-1)?.view.deal;
  if (!deal) return [{ text: t("verify.unended"), holds: false }];
  const layout = layoutOf(deal.layout);
  const tiles = deal.tiles.split(" ");
  const shown = replay.dealt.every((view) =>
    view.board?.cells.every((cell, slot) => cell === COVERED || cell === tiles[slot]),
  );
  const checks = [await dealtCheck(layout, seed, deal, shown, replay.options)];
  if (deal.certificate) {
    const holds = clears(layout, tiles, deal.certificate);
    checks.push({ text: holds ? t("verify.clears") : t("verify.clearsNot"), holds });
  }
  return checks;
}

async function dealtCheck(
  layout: Layout,
  seed: Uint8Array,
  { dealt, tiles }: Deal,
  shown: boolean,
  options: Steps["options"],
): Promise<Check> {
  const wrong = { text: t("verify.notDealt"), holds: false };
  if (!shown) return wrong;
  if (dealt === "classic") {
    const number = await attemptOf(layout, seed, tiles);
    if (number === null) return wrong;
    return { text: number === 1 ? t("verify.dealt") : t("verify.attempt", { n: number }), holds: true };
  }
  const made = dealt === "wild" ? await wild(layout, seed, options) : await gentle(layout, seed);
  if (made === null) return { text: t("verify.searched"), holds: null };
  return made === tiles ? { text: t("verify.dealt"), holds: true } : wrong;
}
