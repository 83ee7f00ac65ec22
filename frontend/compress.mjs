/** Writes a brotli and a gzip copy of every built file that shrinks; index.html, the build's stamp, comes last. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.argv[2];
const COPY = /\.(br|gz)$/;
const PACKED = /\.(woff2|png|webp|jpg)$/;

const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

for (const copy of found.filter((name) => COPY.test(name))) rmSync(copy);

const files = found.filter((name) => !COPY.test(name) && !PACKED.test(name));
for (const name of files.sort((a, b) => Number(a.endsWith("index.html")) - Number(b.endsWith("index.html")))) {
  const plain = readFileSync(name);
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  for (const [suffix, packed] of [
    ["br", brotli],
    ["gz", gzipSync(plain, { level: 9 })],
  ])
    if (packed.length < plain.length) writeFileSync(`${name}.${suffix}`, packed);
}
