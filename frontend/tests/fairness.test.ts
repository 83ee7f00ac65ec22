import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { dealtColumns, redeal } from "../src/games/battle/deal";
import { pairsTaken } from "../src/games/battle/end/taken";
import { checkRecord, commitment, shuffled, toHex } from "../src/lib/fairness";
import type { EventOf, MoveOf, Result, Steps, ViewOf } from "../src/lib/wire";

const text = new TextEncoder();
const [{ record, first }] = JSON.parse(readFileSync(new URL("record.json", import.meta.url), "utf8")) as [
  { record: string; first: unknown },
];
type Replay = Steps<ViewOf<"battle">, MoveOf<"battle">, EventOf<"battle">>;
const replayOf = (options: Record<string, unknown>): Replay => ({ options, dealt: [first] }) as unknown as Replay;

afterEach(() => vi.unstubAllGlobals());

describe.each(["the browser's own hashes", "the library's hashes"])("with %s", (which) => {
  const prepare = (): void => {
    if (which.startsWith("the library"))
      vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  };

  test("the shuffle is the same as the house's", async () => {
    prepare();
    expect((await shuffled(Array.from("teahouse"), text.encode("tea"), "letters")).join("")).toBe("hasoteue");
  });

  test("the commitment is the same as the house's", async () => {
    prepare();
    expect((await commitment(new Uint8Array(96))).slice(0, 16)).toBe("2ea9ab9198d16380");
  });

  test("a genuine record is verified: its lines, its commitment, its deal", async () => {
    prepare();
    const { brokenLine, committed, seed, header } = await checkRecord(record);
    expect([brokenLine, committed]).toEqual([null, true]);
    expect((await redeal(seed as Uint8Array, replayOf(header.options)))[0]?.holds).toBe(true);
  });
});

test("a changed move is found, with its line", async () => {
  const changed = record.replace(/"ms":5/, '"ms":6');
  expect((await checkRecord(changed)).brokenLine).toBe(2);
});

test("another secret does not match the commitment, and gives other tiles", async () => {
  const changed = record.replace(/"secret":"00/, '"secret":"01');
  const { committed, seed, header } = await checkRecord(changed);
  expect(committed).toBe(false);
  expect((await redeal(seed as Uint8Array, replayOf(header.options)))[0]?.holds).toBe(false);
});

test("each player's pairs are read from a record, the highest first", async () => {
  const pairs = await pairsTaken(record);
  const points = pairs.map((own) => own.reduce((sum, tile) => sum + Number(tile[0]), 0));
  expect(points).toEqual((JSON.parse(record.trimEnd().split("\n").at(-1) ?? "") as { result: Result }).result.scores);
  for (const own of pairs)
    expect(own.map((tile) => tile[0])).toEqual(
      own
        .map((tile) => tile[0])
        .sort()
        .reverse(),
    );
});

test("a deal with too few moves is dealt again", async () => {
  const seed = text.encode("tea");
  const once = await dealtColumns(seed, 0);
  const again = await dealtColumns(seed, 12);
  expect(JSON.stringify(again)).not.toBe(JSON.stringify(once));
  expect(again.flat().sort()).toEqual(once.flat().sort());
});

test("bytes become hexadecimal digits", () => {
  expect(toHex(Uint8Array.from([0, 15, 255]))).toBe("000fff");
});
