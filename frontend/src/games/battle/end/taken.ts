/** Each player's pairs, read from the record of a deal; the tiles are dealt again from its seed. */

import { checkRecord } from "../../../lib/fairness";
import { rankOf } from "../board";
import { dealtColumns } from "../deal";

/** A taken pair in a record, whose fields have a fixed order. */
const TAKEN = /^\{"seat":(\d+),"move":\{"type":"take_pair","first":(\d+),/gm;

/** For each seat one tile for each pair, the highest first; empty if the record contains no seed. */
export async function pairsTaken(record: string): Promise<string[][]> {
  const { seed, header } = await checkRecord(record);
  const pairs: string[][] = header.names.map(() => []);
  if (seed === null) return pairs;
  const tiles = (await dealtColumns(seed, Number(header.options["least_opening_moves"] ?? 2))).flat();
  for (const [, seat, first] of record.matchAll(TAKEN)) pairs[Number(seat)]?.push(tiles[Number(first)] ?? "");
  return pairs.map((own) => own.sort((one, other) => rankOf(other) - rankOf(one) || one.localeCompare(other)));
}
