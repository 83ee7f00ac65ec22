/** The pairs that each player took, read from the record of a deal: its tiles are dealt again from the seed. */

import { checkRecord } from "../../lib/luck";
import { rankOf } from "./board";
import { dealtColumns } from "./deal";

/** A pair that was taken; a record has one form, in which its fields have their order. */
const TAKEN = /^\{"seat":(\d+),"move":\{"type":"take_pair","first":(\d+),/gm;

/** One tile for each pair, for each seat, the highest first; empty where the record tells no seed. */
export async function pairsTaken(record: string): Promise<string[][]> {
  const { seed, header } = await checkRecord(record);
  const pairs: string[][] = header.names.map(() => []);
  if (seed === null) return pairs;
  const tiles = (await dealtColumns(seed, Number(header.options["least_opening_moves"] ?? 2))).flat();
  for (const [, seat, first] of record.matchAll(TAKEN)) pairs[Number(seat)]?.push(tiles[Number(first)] ?? "");
  return pairs.map((own) => own.sort((one, other) => rankOf(other) - rankOf(one) || one.localeCompare(other)));
}
