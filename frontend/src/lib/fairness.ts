/** Recomputes the house's randomness: commitment, seed, stream of numbers, shuffle, and a record's digests. */

/** SHA-256 and HMAC-SHA-512: the browser's own, or a small library on pages over plain http, which have none. */
interface Hashes {
  readonly sha256: (data: Uint8Array) => Promise<Uint8Array>;
  /** Takes a key and returns the function that signs messages with it. */
  readonly hmac512: (key: Uint8Array) => Promise<(message: Uint8Array) => Promise<Uint8Array>>;
}

async function hashes(): Promise<Hashes> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- missing over plain http
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  return subtle === undefined ? libraryHashes() : browserHashes(subtle);
}

function browserHashes(subtle: SubtleCrypto): Hashes {
  const own = (data: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(data);
  return {
    sha256: async (data) => new Uint8Array(await subtle.digest("SHA-256", own(data))),
    hmac512: async (key) => {
      const made = await subtle.importKey("raw", own(key), { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
      return async (message) => new Uint8Array(await subtle.sign("HMAC", made, own(message)));
    },
  };
}

export async function libraryHashes(): Promise<Hashes> {
  const [{ sha256, sha512 }, { hmac }] = await Promise.all([
    import("@noble/hashes/sha2.js"),
    import("@noble/hashes/hmac.js"),
  ]);
  return {
    sha256: (data) => Promise.resolve(sha256(data)),
    hmac512: (key) => Promise.resolve((message) => Promise.resolve(hmac(sha512, key, message))),
  };
}

const text = new TextEncoder();

export const toHex = (data: Uint8Array): string =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromHex(digits: string): Uint8Array {
  if (!/^([0-9a-f]{2})+$/.test(digits)) throw new Error("expected hexadecimal digits");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

/** The commitment that the house showed before the deal. */
export async function commitment(secret: Uint8Array): Promise<string> {
  return toHex(await (await hashes()).sha256(secret));
}

/** The seed of a fair deal, from the house's secret and the players' shares in the order of seats. */
export async function fairSeed(secret: Uint8Array, shares: readonly Uint8Array[]): Promise<Uint8Array> {
  const sign = await (await hashes()).hmac512(secret);
  return sign(joined(text.encode("teahouse/deal"), ...shares));
}

/** A seed derived from another one by a label and a number. */
export async function derivedSeed(seed: Uint8Array, label: string, number: number): Promise<Uint8Array> {
  const sign = await (await hashes()).hmac512(seed);
  return (await sign(joined(text.encode(label), bigEndian(number)))).slice(0, 32);
}

function bigEndian(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

const WORD = 1n << 64n;

/** An endless sequence of 64-bit words derived from a seed and a label. */
async function* words(seed: Uint8Array, label: string): AsyncGenerator<bigint, never> {
  const sign = await (await hashes()).hmac512(seed);
  for (let block = 0; ; block++) {
    const drawn = await sign(joined(text.encode(label), bigEndian(block)));
    const reader = new DataView(drawn.buffer, drawn.byteOffset, drawn.byteLength);
    for (let place = 0; place < 64; place += 8) yield reader.getBigUint64(place);
  }
}

/** A sequence of random numbers from a seed and a label, the same as the house's. */
export class Stream {
  private readonly source: AsyncGenerator<bigint, never>;

  constructor(seed: Uint8Array, label: string) {
    this.source = words(seed, label);
  }

  /** The next number from 0 up to, but not including, the limit. */
  async below(limit: number): Promise<number> {
    const most = BigInt(limit);
    const unfair = WORD - (WORD % most);
    for (;;) {
      const word = (await this.source.next()).value;
      if (word < unfair) return Number(word % most);
    }
  }

  /** The items, shuffled with the next numbers. */
  async shuffled<T>(items: readonly T[]): Promise<T[]> {
    const mixed = [...items];
    for (let last = mixed.length - 1; last > 0; last--) {
      const chosen = await this.below(last + 1);
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- both places are in the list
      [mixed[last], mixed[chosen]] = [mixed[chosen] as T, mixed[last] as T];
    }
    return mixed;
  }
}

/** The items, shuffled with this seed and label. */
export const shuffled = <T>(items: readonly T[], seed: Uint8Array, label: string): Promise<T[]> =>
  new Stream(seed, label).shuffled(items);

export interface RecordHeader {
  game: string;
  options: Record<string, unknown>;
  names: string[];
  seed?: string;
  commitment?: string;
  shares?: (string | null)[];
}

interface Ending {
  secret?: string;
}

export interface Checks {
  /** The first line whose checksum is wrong; null if all are right. */
  brokenLine: number | null;
  /** Does the secret revealed at the end match the commitment? Null if the house did not commit. */
  committed: boolean | null;
  seed: Uint8Array | null;
  header: RecordHeader;
}

/** Parses a line of a record; missing fields make a check fail later. */
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed JSON has no type
const read = (line: string | undefined): RecordHeader & Ending => JSON.parse(line ?? "") as RecordHeader & Ending;

/** Check a record's checksums, and derive its seed again. */
export async function checkRecord(record: string): Promise<Checks> {
  const lines = record.trimEnd().split("\n");
  const header: RecordHeader = read(lines[0]);
  const ending: Ending = read(lines.at(-1));
  const brokenLine = await firstBroken(lines);
  if (header.commitment === undefined)
    return { brokenLine, committed: null, seed: header.seed ? fromHex(header.seed) : null, header };
  const secret = fromHex(ending.secret ?? "");
  const shares = (header.shares ?? []).filter((share) => share !== null).map(fromHex);
  const committed = (await commitment(secret)) === header.commitment;
  return { brokenLine, committed, seed: await fairSeed(secret, shares), header };
}

/** The checksum at the end of a line; in the header the names follow it, which no digest covers. */
const CHECKSUM = /,"(check|digest)":"([0-9a-f]+)"(,"names":\[.*\])?\}$/;

async function firstBroken(lines: readonly string[]): Promise<number | null> {
  const { sha256 } = await hashes();
  let soFar = "";
  for (const [place, line] of lines.entries()) {
    const found = CHECKSUM.exec(line);
    if (found === null) return place + 1;
    soFar += `${line.slice(0, found.index)}\n`;
    const digest = toHex(await sha256(text.encode(soFar)));
    const due = place === lines.length - 1 ? digest : digest.slice(0, 8);
    if (found[2] !== due) return place + 1;
  }
  return null;
}
