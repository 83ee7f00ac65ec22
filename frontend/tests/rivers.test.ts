import { describe, expect, test } from "vitest";
import { callOf } from "../src/games/classic/cloth/calls";
import { reasonsOf, sharesOf } from "../src/games/classic/end/payments";
import { riverOf, riverSize, setsOf } from "../src/games/classic/cloth/rivers";
import { meldTiles, type ClassicView } from "../src/games/classic/table";
import { coveredKong } from "../src/lib/scoring/hand";
import { fitted, nameParts } from "../src/lib/people/names";
import { chainsOf, firstView, linksOf, viewersOf, viewsOf } from "./chains";

const chains = chainsOf("classic");

describe.each(chains)("on the table of $name", (chain) => {
  test("every discard keeps its place, and a claimed one is marked with its claimer", () => {
    for (const viewer of viewersOf(chain))
      for (const { before, after, event } of linksOf(chain, viewer))
        for (const seat of after.hand_sizes.keys()) {
          const [was, is] = [riverOf(before, seat), riverOf(after, seat)].map((one) => one.map(({ tile }) => tile));
          const grows = event.type === "discarded" && event.seat === seat;
          expect(is, event.type).toEqual(grows ? [...(was ?? []), event.tile] : was);
          if (event.type === "melded" && event.giver === seat)
            expect(riverOf(after, seat).at(-1)).toMatchObject({ tile: event.tile, by: event.seat });
        }
  });

  test("every melded set shows its tiles, the claimed one turned, and its discarder", () => {
    for (const { after, event } of linksOf(chain, null)) {
      for (const seat of after.hand_sizes.keys())
        for (const { meld, giver, tiles } of setsOf(after, seat)) {
          const turned = tiles.filter((one) => one.isTurned);
          if (meld.concealed) expect([giver, turned]).toEqual([null, []]);
          else expect([...tiles.map((one) => one.tile)].sort()).toEqual(meldTiles(meld).sort());
          if (!meld.concealed) expect(turned).toHaveLength(meld.added ? 2 : 1);
        }
      if (event.type !== "melded") continue;
      const set = setsOf(after, event.seat).at(-1);
      expect([set?.giver, set?.tiles.find((one) => one.isTurned)?.tile]).toEqual([event.giver, event.tile]);
      expect(callOf(event)).toEqual({ seat: event.seat, word: event.meld.kind });
    }
  });
});

test("a river has rows of six, or of twelve with two players, and a fifth row if necessary", () => {
  const view = firstView(chains[0]!, 0);
  const laid = (count: number, players: number): ClassicView => ({
    ...view,
    hand_sizes: view.hand_sizes.slice(0, players),
    discards: Array.from({ length: count }, () => ({ seat: 0, tile: "1m" as const })),
  });
  expect(riverSize(laid(24, 4))).toEqual({ columns: 6, rows: 4 });
  expect(riverSize(laid(25, 4))).toEqual({ columns: 6, rows: 5 });
  expect(riverSize(laid(48, 2))).toEqual({ columns: 12, rows: 4 });
});

test("a claimed tile lies on the side of its discarder: left, opposite, right", () => {
  const view = firstView(chains[0]!, 0);
  const of = (giver: number, meld: { kind: "pong" | "kong"; added?: boolean }): boolean[] | undefined =>
    setsOf(
      {
        ...view,
        hand_sizes: [13, 13, 13, 13],
        melds: [[{ tile: "5m", concealed: false, added: false, ...meld }], [], [], []],
        claimed: [{ seat: giver, tile: "5m", by: 0, at: 0 }],
      },
      0,
    )[0]?.tiles.map((one) => one.isTurned);
  expect(of(3, { kind: "pong" })).toEqual([true, false, false]);
  expect(of(2, { kind: "pong" })).toEqual([false, true, false]);
  expect(of(1, { kind: "kong" })).toEqual([false, false, false, true]);
  expect(of(3, { kind: "kong", added: true })).toEqual([true, true, false, false]);
});

test("the middle tiles of a concealed kong are face down, at the table as in the scorer", () => {
  expect(coveredKong("9m")).toEqual(["9m", null, null, "9m"]);
});

test("the middle of a long name is cut, after Guest is dropped", () => {
  expect(nameParts("Guest Jasmine 42")).toEqual({ first: "Guest ", middle: "Jasmin", last: "e 42" });
  expect(nameParts("Anna")).toEqual({ first: "", middle: "Anna", last: "" });
  const { first, middle, last } = nameParts("Guest Lapsang Souchong 7");
  expect(first + middle + last).toBe("Guest Lapsang Souchong 7");
  expect(nameParts("Johanna van Ace")).toEqual({ first: "", middle: "Johanna van ", last: "Ace" });
  expect(nameParts("Familie 👨‍👩‍👧‍👦 Jansen").last).toBe("nsen");
  expect(nameParts("De familie 👨‍👩‍👧‍👦abc").last).toBe("👨‍👩‍👧‍👦abc");
});

test("a cut name has no gap beside its ellipsis, and as many letters as fit", () => {
  const within = (name: string, most: number): string => fitted(nameParts(name), (text) => text.length <= most);
  expect(within("Maximiliane Schwarzk", 20)).toBe("Maximiliane Schwarzk");
  expect(within("Maximiliane Schwarzk", 18)).toBe("Maximiliane S…arzk");
  expect(within("Maximiliane Schwarzk", 17)).toBe("Maximiliane…arzk");
  expect(within("Guest Jasmine 42", 8)).toBe("Jas…e 42");
  expect(within("Leander", 4)).toBe("Lea…");
  expect(within("Leander", 0)).toBe("L…");
});

test("payments to the winner and among the losers add up to each seat's total", () => {
  let settled = 0;
  for (const chain of chains) {
    const view = viewsOf(chain, null).at(-1);
    if (view?.result == null) continue;
    const shares = sharesOf(view, view.result);
    expect(shares.map((share) => share.forWin + share.settled)).toEqual(view.result.scores);
    for (const part of ["all", "forWin", "settled"] as const)
      expect(shares.reduce((sum, share) => sum + share[part], 0)).toBe(0);
    settled += shares.filter((share) => share.settled !== 0).length;
  }
  expect(settled).toBeGreaterThan(0);
});

test("paying more than once has a reason: as the dealer, to the dealer, or for the winning tile", () => {
  let dealers = 0;
  for (const chain of chains) {
    const view = viewsOf(chain, null).at(-1);
    if (view?.result == null) continue;
    const shares = sharesOf(view, view.result);
    const reasons = reasonsOf(view, shares);
    expect(reasons.length > 0).toBe(shares.some((share) => share.factor > 1));
    const [won] = view.wins;
    for (const { why, seat } of reasons) {
      const isForTile = ["giver", "giverAlone", "liable"].includes(why);
      expect(seat).toBe(isForTile ? won?.giver : view.opening.dealer);
      expect(seat === won?.seat).toBe(why === "dealerWon");
    }
    dealers += reasons.filter(({ why }) => why.startsWith("dealer")).length;
  }
  expect(dealers).toBeGreaterThan(0);
});

// Seat 0 deals, and the winning hand scores 10.
test("the discarder of a dangerous tile pays for everybody", () => {
  const won = { seat: 1, giver: 2, liable: 2, score: { score: 10 }, settled: [] };
  const view = { wins: [won], hand_sizes: [13, 14, 13, 13], opening: { dealer: 0 } } as unknown as ClassicView;
  const shares = sharesOf(view, { scores: [0, 40, -40, 0] } as unknown as Parameters<typeof sharesOf>[1]);
  expect(reasonsOf(view, shares)).toEqual([{ why: "liable", seat: 2, times: 4 }]);
});

test.each([
  ["the giver pays alone", 1, 2, [0, 20, -20, 0], ["giverAlone 2 x2"]],
  ["the dealer gave the tile and pays alone", 1, 0, [-40, 40, 0, 0], ["dealerAlone 0 x4"]],
  ["the dealer won and the giver pays alone", 0, 2, [40, 0, -40, 0], ["dealerWon 0 x0", "giverAlone 2 x4"]],
  ["everybody pays, the dealer double", 1, 2, [-20, 40, -10, -10], ["dealerPays 0 x2"]],
  ["everybody pays, the dealer double for a tile too", 1, 0, [-20, 40, -10, -10], ["dealerPays 0 x2"]],
  ["everybody pays the dealer double", 0, 2, [60, -20, -20, -20], ["dealerWon 0 x0"]],
  ["the giver pays more than others", 1, 2, [-20, 50, -20, -10], ["dealerPays 0 x2", "giver 2 x2"]],
  ["a drawn tile", 1, null, [-20, 40, -10, -10], ["dealerPays 0 x2"]],
  ["between two", 1, 0, [-20, 20], ["giver 0 x2"]],
])("the reason for paying more than once: %s", (_name, winner, giver, scores, expected) => {
  const won = { seat: winner, giver, liable: null, score: { score: 10 }, settled: [] };
  const view = { wins: [won], hand_sizes: scores, opening: { dealer: 0 } } as unknown as ClassicView;
  const shares = sharesOf(view, { scores } as unknown as Parameters<typeof sharesOf>[1]);
  expect(reasonsOf(view, shares).map(({ why, seat, times }) => `${why} ${seat} x${times}`)).toEqual(expected);
});
