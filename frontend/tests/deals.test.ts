import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { dealt, redeal as redealClassic } from "../src/games/classic/deal";
import type { Tile } from "../src/games/classic/table";
import { clears, redeal as redealSolitaire } from "../src/games/solitaire/deal";
import { layoutOf } from "../src/games/solitaire/field/layout";
import type { EventOf, GameName, MoveOf, Steps, ViewOf } from "../src/lib/wire";

type StepsOf<Game extends GameName> = Steps<ViewOf<Game>, MoveOf<Game>, EventOf<Game>>;

// Deals written by the rules themselves.
interface ClassicDeal {
  seed: string;
  options: Record<string, unknown>;
  rolls: { seat: number; purpose: string; dice: number[] }[];
  winds: string[];
  dealer: number;
  hands: string[];
  bonus: string[];
  kong_box: string;
  wall: string;
  drawn: [number, string, Tile][];
}
interface SolitaireDeal {
  seed: string;
  layout: string;
  dealt: string;
  tiles: string;
  certificate: [number, number][] | null;
}
const read = <T>(name: string): T[] => JSON.parse(readFileSync(`tests/${name}`, "utf-8")) as T[];
const bytes = (seed: string): Uint8Array => new TextEncoder().encode(seed);
/** The tiles of `46m 1z` as a list. */
const tiles = (text: string): string[] =>
  [...text.matchAll(/(\d+)([a-z])/g)].flatMap(([, ranks, suit]) => Array.from(ranks ?? "", (rank) => `${rank}${suit}`));

describe.each(read<ClassicDeal>("classic-deals.json"))("Classic dealt from $seed", (right) => {
  test("has the rules' dice, winds, hands, Kong Box and wall", async () => {
    const deal = await dealt(bytes(right.seed), right.options);
    expect(deal.rolls).toEqual(right.rolls.map(({ purpose, seat, dice }) => ({ purpose, seat, dice })));
    expect([deal.winds, deal.dealer]).toEqual([right.winds, right.dealer]);
    expect(deal.hands).toEqual(right.hands.map(tiles));
    expect(deal.bonus).toEqual(right.bonus.map(tiles));
    expect([deal.supply.box, deal.supply.wall]).toEqual([tiles(right.kong_box), tiles(right.wall)]);
  });

  /** The deal as replays show it to every seat. */
  function replayed(changed?: number): {
    replay: StepsOf<"classic">;
    replayOf: (seat: number) => Promise<StepsOf<"classic">>;
  } {
    const opening = { rolls: right.rolls, winds: right.winds, dealer: right.dealer };
    const bonus = right.bonus.map(tiles);
    const counts = { wall: tiles(right.wall).length, box: tiles(right.kong_box).length };
    const views = right.hands.map((hand, seat) => ({ seat, opening, hand: tiles(hand), bonus, ...counts }));
    const seen = (viewer: number): StepsOf<"classic"> => {
      const events = right.drawn.map(([seat, supply, tile], number) => {
        const shown = seat !== viewer ? null : number === changed ? (tile === "1m" ? "2m" : "1m") : tile;
        return { type: "drew", seat, supply, tile: shown };
      });
      return { options: right.options, dealt: views, steps: [{ events }] } as unknown as StepsOf<"classic">;
    };
    return { replay: seen(0), replayOf: (seat) => Promise.resolve(seen(seat)) };
  }

  test("is verified with every drawn tile", async () => {
    const { replay, replayOf } = replayed();
    expect((await redealClassic(bytes(right.seed), replay, replayOf)).map((check) => check.holds)).toEqual([
      true,
      true,
    ]);
  });

  test("is not verified with another seed, or with another drawn tile", async () => {
    const { replay, replayOf } = replayed();
    expect((await redealClassic(bytes(`${right.seed}!`), replay, replayOf)).map((check) => check.holds)).toEqual([
      false,
      false,
    ]);
    const changed = replayed(right.drawn.length - 1);
    expect(
      (await redealClassic(bytes(right.seed), changed.replay, changed.replayOf)).map((check) => check.holds),
    ).toEqual([true, false]);
  });
});

describe.each(read<SolitaireDeal>("solitaire-deals.json"))("Solitaire dealt from $seed: $layout, $dealt", (right) => {
  const replay = (deal: SolitaireDeal): StepsOf<"solitaire"> =>
    ({
      options: {},
      dealt: [{ board: { cells: right.tiles.split(" ").map((tile, slot) => (slot % 3 === 0 ? "??" : tile)) } }],
      steps: [{ view: { deal } }],
    }) as unknown as StepsOf<"solitaire">;

  test("is verified, and its certificate clears it", async () => {
    const checks = await redealSolitaire(bytes(right.seed), replay(right));
    expect(checks.map((check) => check.holds)).toEqual(right.certificate === null ? [true] : [true, true]);
  });

  test("is not verified with another seed", async () => {
    expect((await redealSolitaire(bytes("other"), replay(right)))[0]?.holds).toBe(false);
  });

  test("an order that takes a blocked tile does not clear the board", () => {
    if (right.certificate === null) return;
    expect(clears(layoutOf(right.layout), right.tiles.split(" "), [...right.certificate].reverse())).toBe(false);
    expect(clears(layoutOf(right.layout), right.tiles.split(" "), right.certificate.slice(1))).toBe(false);
  });
});
