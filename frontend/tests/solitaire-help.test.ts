import { expect, test } from "vitest";
import { freePairs, GONE, matesOf, type SolitaireMove, type SolitaireView } from "../src/games/solitaire/board";
import { isMixed } from "../src/games/solitaire/field/flight";
import { helpOf, isStuck, stuckWords, usedHelp } from "../src/games/solitaire/help/help";
import { lineEvent, lineView } from "../src/games/solitaire/line/line";
import { moveWords, standWords } from "../src/games/solitaire/words";

const ROW = "z0 y0: 0-6";
const pair: SolitaireMove = { type: "take_pair", first: 0, second: 3 };

function viewOf(tiles: string, free: number[], part: Partial<SolitaireView> = {}): SolitaireView {
  const cells = tiles.split(" ");
  return {
    layout: ROW,
    level: "wild",
    dealt: "wild",
    seat: 0,
    standings: [{ score: 100, tiles: cells.filter((cell) => cell !== GONE).length, ending: null }],
    board: { cells, free, unseen: [], help: { undos: 5, shuffles: 5, hints: 0 }, hint: null },
    result: null,
    deal: null,
    casual: false,
    ...part,
  };
}

const rowed = viewOf("1m 2p 2p 1m", [0, 3]);

test("free pairs are counted without uncovering tiles, with Flowers matching Flowers and Seasons", () => {
  const { board } = viewOf("1m 1f 7f 1m 1m 5s", [0, 1, 2, 3, 4, 5]);
  expect(freePairs(board!)).toBe(2);
  expect([matesOf(board!, 1), matesOf(board!, 3), matesOf(board!, 5)]).toEqual([[2], [0, 4], []]);
});

test("only the help that was used is listed", () => {
  expect(usedHelp({ undos: 5, shuffles: 3, hints: 4 }, 5)).toEqual([
    { words: "solitaire.shuffle", n: 2 },
    { words: "solitaire.hint", n: 1 },
  ]);
  expect(usedHelp(undefined, 5)).toEqual([]);
});

test("help is listed with its remaining uses; only a casual game has a redo", () => {
  const moves: SolitaireMove[] = [pair, { type: "undo" }, { type: "shuffle" }];
  expect(helpOf(rowed, moves).map(({ type, left, isPossible }) => [type, left, isPossible])).toEqual([
    ["undo", 5, true],
    ["shuffle", 5, true],
    ["hint", 0, false],
  ]);
  const casual = viewOf("1m 2p 2p 1m", [0, 3], { casual: true });
  expect(helpOf(casual, [{ type: "redo" }]).map(({ type, isPossible }) => [type, isPossible])).toEqual([
    ["undo", false],
    ["redo", true],
    ["shuffle", false],
    ["hint", false],
  ]);
});

test("a board without a free pair lists the options and their prices", () => {
  const stuck = viewOf("1m 2p 1m 2p", [0, 3]);
  const moves: SolitaireMove[] = [{ type: "undo" }, { type: "shuffle" }, { type: "start_over" }];
  expect([isStuck(stuck, moves), isStuck(stuck, []), isStuck(rowed, [pair])]).toEqual([true, false, false]);
  expect(stuckWords(stuck, moves)).toBe("No free pair. You can still: Undo (−10), Shuffle (−10), or Start over.");
  expect(stuckWords(stuck, [{ type: "undo" }])).toContain("fewer than two tiles are free");
  expect(stuckWords({ ...stuck, casual: true }, moves)).toContain("Undo, Shuffle, or Start over");
});

test("moves and board are described with prices in a scored game, without them in a casual game", () => {
  expect(moveWords({ type: "hint" }, rowed)).toBe("Hint (−10)");
  expect(moveWords({ type: "hint" }, { ...rowed, casual: true })).toBe("Hint");
  expect(moveWords({ type: "start_over" }, rowed)).toBe("Start over");
  expect(standWords(rowed)).toBe("The next pair counts 2 times its value; help costs 10. 1 free pair.");
  expect(standWords({ ...rowed, casual: true })).toBe("Casual game: no points, help is free. 1 free pair.");
});

test("a line is shown on the board from the deal on, with its score and the next pair marked", () => {
  const deal = { layout: ROW, level: "wild", dealt: "wild", version: 1, tiles: "1m 2p 2p 1m", certificate: null };
  const ended = viewOf("1m 2p 2p 1m", [], { deal, casual: true, seat: 1 } as object);
  const line = [
    [0, 3],
    [1, 2],
  ] as const;
  const start = lineView(ended, line, 0);
  expect([start.board?.free, start.board?.hint, start.standings[0]?.score]).toEqual([[0, 3], [0, 3], 0]);
  const later = lineView(ended, line, 1);
  expect(later.board?.cells).toEqual([GONE, "2p", "2p", GONE]);
  expect([later.board?.free, later.board?.hint, later.standings[0]]).toEqual([
    [1, 2],
    [1, 2],
    { score: 2, tiles: 2, ending: null },
  ]);
  expect(lineView(ended, line, 2).standings[0]).toEqual({ score: 4, tiles: 0, ending: null });
  expect(lineEvent(ended, line, 0)).toBeNull();
  expect(lineEvent(ended, line, 2)).toMatchObject({
    points: 2,
    taken: [
      [1, "2p"],
      [2, "2p"],
    ],
  });
});

test("tiles are mixed by a shuffle and its undoing, not by undoing a pair", () => {
  const shuffled = { type: "shuffled", seat: 0, price: 0, cells: ["1m"] } as const;
  const undone = { type: "undone", seat: 0, points: 0, price: 0, back: [], cells: null } as const;
  expect([isMixed([shuffled]), isMixed([undone]), isMixed([{ ...undone, cells: ["1m"] }])]).toEqual([
    true,
    false,
    true,
  ]);
  expect(isMixed([{ ...shuffled, cells: null }])).toBe(false);
});
