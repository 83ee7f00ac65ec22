import { expect, test } from "vitest";
import { counted, type Finished } from "../src/games/solitaire/end/bests";

type Kept = Parameters<typeof counted>[0];
const game = (id: string, score: number, part: Partial<Finished> = {}): Finished => ({
  person: "ann",
  layout: "turtle",
  id,
  tiles: `tiles of ${id}`,
  score,
  isCleared: true,
  ...part,
});

/** The standing of each game compared with the ones before it. */
function played(...games: Finished[]): ReturnType<typeof counted>["standing"][] {
  let kept: Kept = { bests: {}, streak: 0, last: null };
  return games.map((one) => {
    const after = counted(kept, one);
    kept = after.kept;
    return after.standing;
  });
}

test("a higher score is a new best on its layout, shown with the earlier best", () => {
  const [first, lower, higher, elsewhere] = played(
    game("a", 8700),
    game("b", 8000),
    game("c", 9120),
    game("d", 5000, { layout: "moat" }),
  );
  expect([first?.before, first?.isBest]).toEqual([null, true]);
  expect([lower?.before, lower?.isBest]).toEqual([8700, false]);
  expect([higher?.before, higher?.isBest]).toEqual([8700, true]);
  expect([elsewhere?.before, elsewhere?.isBest]).toEqual([null, true]);
});

test("the streak of cleared boards counts every layout, and ends with a board not cleared", () => {
  const games = [game("a", 1), game("b", 1, { layout: "moat" }), game("c", 1, { isCleared: false }), game("d", 1)];
  expect(played(...games).map(({ streak }) => streak)).toEqual([1, 2, 0, 1]);
});

test("a result that is shown twice counts once, and the same tiles again count for nothing", () => {
  const again = game("b", 9000, { tiles: "tiles of a" });
  const [first, shown, repeat, later] = played(game("a", 8000), game("a", 8000), again, game("c", 8500));
  expect(shown).toEqual(first);
  expect(repeat).toEqual({ before: 8000, isBest: false, streak: 1, isRepeat: true });
  expect([later?.before, later?.isBest, later?.streak]).toEqual([8000, true, 2]);
});

test("a deal with secret tiles is no repetition", () => {
  const daily = played(game("a", 1, { tiles: null }), game("b", 2, { tiles: null }));
  expect(daily.map(({ isRepeat }) => isRepeat)).toEqual([false, false]);
});
