/** The subset of Markdown that the rules use, as blocks to be drawn; no strings of HTML. */

export interface Span {
  kind: "text" | "strong" | "code";
  text: string;
}

export type Block =
  | { kind: "heading"; level: number; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; numbered: boolean; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] };

export function parseMarkdown(source: string): Block[] {
  const chunks = source.split(/\n\s*\n/).map((chunk) => chunk.trim());
  return chunks.filter((chunk) => chunk && !chunk.startsWith("<!--")).map(block);
}

function block(chunk: string): Block {
  const heading = /^(#{1,4}) (.+)$/.exec(chunk);
  if (heading) return { kind: "heading", level: (heading[1] ?? "").length, spans: spans(heading[2] ?? "") };
  if (/^[-*] /.test(chunk)) return list(chunk, "[-*] ", false);
  if (/^\d+\. /.test(chunk)) return list(chunk, "\\d+\\. ", true);
  if (chunk.startsWith("|")) return table(chunk);
  return { kind: "paragraph", spans: spans(joined(chunk)) };
}

function list(chunk: string, sign: string, numbered: boolean): Block {
  const items = chunk.split(new RegExp(`\n(?=${sign})`));
  return {
    kind: "list",
    numbered,
    items: items.map((item) => spans(joined(item.replace(new RegExp(`^${sign}`), "")))),
  };
}

function table(chunk: string): Block {
  const lines = chunk.split("\n").filter((line) => !/^\|[\s:|-]+\|$/.test(line));
  const cells = lines.map((line) =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => spans(cell.trim())),
  );
  return { kind: "table", head: cells[0] ?? [], rows: cells.slice(1) };
}

const joined = (text: string): string => text.replace(/\s*\n\s*/g, " ");

export function spans(text: string): Span[] {
  return text
    .split(/(\*\*.+?\*\*|`.+?`)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("**")) return { kind: "strong", text: part.slice(2, -2) };
      if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
      return { kind: "text", text: part.replace(/\[(.+?)\]\(.+?\)/g, "$1") };
    });
}
