import { expect, test } from "vitest";
import { parseMarkdown } from "../src/lib/page/markdown";

test("numbered and plain lists are recognised, with items over several lines", () => {
  expect(parseMarkdown("1. Build the\n   wall.\n2. Roll **dice**.\n\n- a\n- b")).toEqual([
    {
      kind: "list",
      numbered: true,
      items: [
        [{ kind: "text", text: "Build the wall." }],
        [
          { kind: "text", text: "Roll " },
          { kind: "strong", text: "dice" },
          { kind: "text", text: "." },
        ],
      ],
    },
    { kind: "list", numbered: false, items: [[{ kind: "text", text: "a" }], [{ kind: "text", text: "b" }]] },
  ]);
});

test("a table has a header and rows", () => {
  const [table] = parseMarkdown("| set | points |\n|---|---|\n| pong | 2 |");
  expect(table).toEqual({
    kind: "table",
    head: [[{ kind: "text", text: "set" }], [{ kind: "text", text: "points" }]],
    rows: [[[{ kind: "text", text: "pong" }], [{ kind: "text", text: "2" }]]],
  });
});
