import { describe, expect, test } from "vitest";
import { cardOf } from "../src/games/cards";
import type { AnyGameModule } from "../src/boards/module";
import { GAMES, gameModule } from "../src/games/registry";
import { termsOf } from "../src/games/terms";
import type { TableInfo } from "../src/lib/wire";
import { CHAINS, FILES, firstView, linksOf, replayOf, viewersOf, type Chain } from "./chains";

const NAMES = ["Ann", "Bob", "Cid", "Dot"];
const moduleOf = async (chain: Chain): Promise<AnyGameModule> => (await gameModule(chain.game))!;
const seeded = CHAINS.filter((chain) => chain.seed !== null);

test("every game has a chain", () => {
  expect(new Set(CHAINS.map((chain) => chain.game))).toEqual(new Set(GAMES));
  expect(FILES.length).toBeGreaterThan(0);
});

describe.each(CHAINS)("$game: $name", (chain) => {
  test("every viewer's view follows every event like the rules", async () => {
    const { follow } = await moduleOf(chain);
    for (const viewer of viewersOf(chain)) {
      let view = firstView(chain, viewer);
      for (const { event, after } of linksOf(chain, viewer)) {
        view = follow(view, event);
        expect(view, `${event.type} as ${viewer} saw it`).toEqual(after);
      }
    }
  });

  test("every event and every move has words", async () => {
    const { describe: said, moveWords } = await moduleOf(chain);
    for (const viewer of viewersOf(chain)) {
      for (const event of chain.opening) expect(said(event, NAMES, viewer)).not.toMatch(/undefined|\{|null/);
      for (const { before, event, ply, isFirst } of linksOf(chain, viewer)) {
        expect(said(event, NAMES, viewer)).not.toMatch(/undefined|\{|null/);
        if (isFirst && ply.seat === viewer && ply.move.type !== "forfeit")
          expect(moveWords(ply.move, before)).toMatch(/^[^{]+$/);
      }
    }
  });
});

test.each(seeded)("a table with the options of $game: $name has terms in words", ({ game, options }) => {
  const table = {
    game,
    options,
    match: "single",
    bank: 0,
    step: 0,
    stake: 0,
    fresh: false,
    claims: "",
    seats: [null, null],
  };
  const terms = termsOf(table as unknown as TableInfo);
  const chosen = cardOf(game).choices.filter(({ name, isMatch }) => !isMatch && !String(options[name]).includes(":"));
  expect(terms.length).toBeGreaterThanOrEqual(chosen.length + 1);
  for (const term of terms) expect(term).toMatch(/^(?!.*(undefined|null|\{|\[object)).+$/);
});

describe.each(seeded)("$game: $name, dealt again", (chain) => {
  const seed = new TextEncoder().encode(chain.seed ?? "");
  const seenBy = (seat: number): Promise<ReturnType<typeof replayOf>> => Promise.resolve(replayOf(chain, seat));

  test("gives the same tiles from the same seed, and others from another", async () => {
    const { redeal } = await moduleOf(chain);
    const checks = await redeal(seed, replayOf(chain, 0), seenBy);
    expect(checks.map((check) => check.holds)).not.toContain(false);
    const other = await redeal(new TextEncoder().encode(`${chain.seed}!`), replayOf(chain, 0), seenBy);
    expect(other.map((check) => check.holds)).toContain(false);
  });
});
