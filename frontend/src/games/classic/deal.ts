/** Recomputes Classic's deal from its seed in the browser: wall, dice, Kong Box, hands, and all later draws. */

import type { ClassicRules, Drew, Ruleset } from "../../generated/wire";
import { t } from "../../i18n/i18n.svelte";
import { isSameJson } from "../../lib/isSameJson";
import { run, sorted } from "../../lib/scoring/hand";
import { Stream } from "../../lib/fairness";
import type { Seat, Steps } from "../../lib/wire";
import type { Check, ReplayLoader } from "../../boards/module";
import { type ClassicEvent, type ClassicMove, type ClassicView, type Tile } from "./table";

const SIDES = 4;
const HEAP = 2;
const PLAIN = [...run("m", 1, 9), ...run("p", 1, 9), ...run("s", 1, 9), ...run("z", 1, 7)].flatMap((tile) => [
  tile,
  tile,
  tile,
  tile,
]);
const BONUS = run("f", 1, 8);
const isBonus = (tile: Tile): boolean => tile.endsWith("f");

/** The values of a ruleset that a deal depends on. */
type DealRules = Pick<
  Ruleset,
  | "players"
  | "winds"
  | "bonus_tiles"
  | "first_dealer"
  | "dealer_dice"
  | "kong_box"
  | "kong_box_size"
  | "kong_box_replenish"
>;

interface Roll {
  purpose: string;
  seat: Seat;
  dice: number[];
}

export interface Dealt {
  rolls: Roll[];
  winds: string[];
  dealer: Seat;
  hands: Tile[][];
  bonus: Tile[][];
  /** The remaining tiles, next one first. */
  supply: Supply;
}

/** The wall and the Kong Box, each in the order in which tiles are drawn. */
export class Supply {
  constructor(
    readonly wall: Tile[],
    readonly box: Tile[],
    private readonly isRefilled: boolean,
  ) {}

  /** The replacement tile for a kong or a bonus tile. */
  replacement(): Tile | undefined {
    if (this.box.length === 0) return this.wall.pop();
    const tile = this.box.shift();
    const refill = this.isRefilled ? this.wall.pop() : undefined;
    if (refill !== undefined) this.box.push(refill);
    return tile;
  }

  next(from: string): Tile | undefined {
    return from === "wall" ? this.wall.shift() : this.replacement();
  }
}

async function thrown(dice: Stream, purpose: string, seat: Seat, count: number): Promise<Roll> {
  const roll: Roll = { purpose, seat, dice: [] };
  for (let number = 0; number < count; number++) roll.dice.push((await dice.below(6)) + 1);
  return roll;
}

const sum = (roll: Roll): number => roll.dice.reduce((all, die) => all + die, 0);

/** Every player throws one die, and the highest is East; players who tie throw again. */
async function east(dice: Stream, players: number, rolls: Roll[]): Promise<Seat> {
  let contenders = Array.from({ length: players }, (_, seat) => seat);
  while (contenders.length > 1) {
    const round: Roll[] = [];
    for (const seat of contenders) round.push(await thrown(dice, "east", seat, 1));
    const best = Math.max(...round.map(sum));
    contenders = round.filter((roll) => sum(roll) === best).map((roll) => roll.seat);
    rolls.push(...round);
  }
  return contenders[0] ?? 0;
}

/** From the last heap on; in each heap the upper tile first. */
const fromTheBreak = (tiles: readonly Tile[]): Tile[] =>
  Array.from({ length: tiles.length / HEAP }, (_, heap) =>
    tiles.slice(tiles.length - HEAP * (heap + 1), tiles.length - HEAP * heap),
  ).flat();

function broken(built: readonly Tile[], side: number, heaps: number, rules: DealRules): Supply {
  const start = ((SIDES - side) % SIDES) * Math.floor(built.length / SIDES);
  const counted = [...built.slice(start), ...built.slice(0, start)];
  const cut = heaps * HEAP;
  const behind = [...counted.slice(cut), ...counted.slice(0, cut)];
  const made = (wall: Tile[], box: Tile[]): Supply => new Supply(wall, box, rules.kong_box_replenish);
  if (!rules.kong_box) return made(behind, []);
  if (rules.kong_box_size === "dice")
    return made(counted.slice(cut + HEAP), [...counted.slice(cut, cut + HEAP), ...fromTheBreak(counted.slice(0, cut))]);
  const size = rules.kong_box_size;
  return made(behind.slice(0, -size), fromTheBreak(behind.slice(-size)));
}

/** Two heaps each, three times round from the dealer, then two more tiles to the dealer and one to the others. */
function handed(wall: Tile[], dealer: Seat, players: number): Tile[][] {
  const hands: Tile[][] = Array.from({ length: players }, () => []);
  const order = Array.from({ length: players }, (_, number) => (dealer + number) % players);
  const give = (seat: Seat, count: number): void => void hands[seat]?.push(...wall.splice(0, count));
  for (let round = 0; round < 3; round++) for (const seat of order) give(seat, 2 * HEAP);
  for (const seat of order) give(seat, seat === dealer ? 2 : 1);
  return hands.map(sorted);
}

/** Seat by seat from the dealer, bonus tiles are laid open and replaced until none is left. */
function settle(hands: Tile[][], dealer: Seat, supply: Supply): Tile[][] {
  const bonus: Tile[][] = hands.map(() => []);
  for (let number = 0; number < hands.length; number++) {
    const seat = (dealer + number) % hands.length;
    const hand = hands[seat] ?? [];
    for (const dealt of hand.filter(isBonus)) {
      let tile: Tile | undefined = dealt;
      hand.splice(hand.indexOf(dealt), 1);
      while (tile !== undefined && isBonus(tile)) {
        bonus[seat]?.push(tile);
        tile = supply.replacement();
      }
      if (tile !== undefined) hand.push(tile);
    }
    hands[seat] = sorted(hand);
  }
  return bonus;
}

type DealOptions = Partial<Pick<ClassicRules, "east" | "dealer">> & { readonly ruleset: DealRules };

/** A record's options are the full rules of its game, written by the house. */
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the options of a game are its own
const dealOptions = (options: Steps["options"]): DealOptions => options as unknown as DealOptions;

/** The whole deal that results from a seed under these options. */
export async function dealt(seed: Uint8Array, options: Steps["options"]): Promise<Dealt> {
  const { ruleset: rules, east: set, dealer: named } = dealOptions(options);
  const built = await new Stream(seed, "classic/wall/").shuffled(rules.bonus_tiles ? [...PLAIN, ...BONUS] : PLAIN);
  const dice = new Stream(seed, "classic/dice/");
  const rolls: Roll[] = [];
  const first = set ?? (await east(dice, rules.players, rolls));
  let dealer = named;
  if (dealer == null && rules.first_dealer === "east") dealer = first;
  if (dealer == null) {
    const roll = await thrown(dice, "dealer", first, rules.dealer_dice);
    rolls.push(roll);
    dealer = (first + sum(roll) - 1) % rules.players;
  }
  const breaking = await thrown(dice, "kong_box", dealer, 2);
  rolls.push(breaking);
  const supply = broken(built, rules.players === 2 ? dealer * 2 : dealer, sum(breaking), rules);
  const hands = handed(supply.wall, dealer, rules.players);
  const bonus = settle(hands, dealer, supply);
  const winds = rules.winds.map((_, seat) => rules.winds[(seat - first + rules.players) % rules.players] ?? "");
  return { rolls, winds, dealer, hands, bonus, supply };
}

function isDealt(view: ClassicView, deal: Dealt): boolean {
  const rolls = view.opening.rolls.map(({ purpose, seat, dice }) => ({ purpose, seat, dice }));
  const counts = [view.wall, view.box];
  return (
    isSameJson(rolls, deal.rolls) &&
    isSameJson(view.opening.winds, deal.winds) &&
    view.opening.dealer === deal.dealer &&
    isSameJson(sorted(view.hand), deal.hands[view.seat ?? 0]) &&
    isSameJson(view.bonus, deal.bonus) &&
    isSameJson(counts, [deal.supply.wall.length, deal.supply.box.length])
  );
}

type Replay = Steps<ClassicView, ClassicMove, ClassicEvent>;
const draws = (replay: Replay): Drew[] =>
  replay.steps.flatMap((step) => step.events.filter((event) => event.type === "drew"));

/** Is every drawn tile, in order, the one that its player saw? */
export function areDrawn(seen: readonly Replay[], supply: Supply): boolean {
  const drawsBySeat = seen.map(draws);
  return (drawsBySeat[0] ?? []).every(
    ({ seat, supply: from }, number) => drawsBySeat[seat]?.[number]?.tile === supply.next(from),
  );
}

/** Do the hands and all later draws match those that result from the seed? */
export async function redeal(
  seed: Uint8Array,
  replay: Replay,
  replayOf: ReplayLoader<ClassicView, ClassicMove, ClassicEvent>,
): Promise<Check[]> {
  const deal = await dealt(seed, replay.options);
  const holds = replay.dealt.every((view) => isDealt(view, deal));
  const seen = await Promise.all(replay.dealt.map((_, seat) => replayOf(seat)));
  const drawn = areDrawn(seen, deal.supply);
  return [
    { text: holds ? t("verify.dealt") : t("verify.notDealt"), holds },
    { text: drawn ? t("verify.drawn") : t("verify.notDrawn"), holds: drawn },
  ];
}
