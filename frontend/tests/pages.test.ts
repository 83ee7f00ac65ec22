import { expect, test } from "vitest";
import { parseMarkdown } from "../src/lib/page/markdown";

test("rules become blocks: headings, paragraphs, lists with bold and code", () => {
  expect(parseMarkdown("# A\n\nTwo **free**\ntiles.\n\n- `x` (2): one\n  more\n- two")).toEqual([
    { kind: "heading", level: 1, spans: [{ kind: "text", text: "A" }] },
    {
      kind: "paragraph",
      spans: [
        { kind: "text", text: "Two " },
        { kind: "strong", text: "free" },
        { kind: "text", text: " tiles." },
      ],
    },
    {
      kind: "list",
      numbered: false,
      items: [
        [
          { kind: "code", text: "x" },
          { kind: "text", text: " (2): one more" },
        ],
        [{ kind: "text", text: "two" }],
      ],
    },
  ]);
});

test("comments are left out, tables are recognised", () => {
  expect(parseMarkdown("<!-- no -->\n\n| a | b |\n|---|---|\n| 1 | 2 |")).toMatchObject([
    { kind: "table", rows: [[[{ text: "1" }], [{ text: "2" }]]] },
  ]);
});
