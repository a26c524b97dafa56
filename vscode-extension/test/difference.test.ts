import assert from "node:assert/strict";
import { differingTokens, withInput, type Span } from "../src/views/difference";

const titles = { input: "Input:", output: "Output:", more: (lines: number) => `${String(lines)} more` };

describe("withInput", () => {
  it("has the input above the output, which is as it was printed", () => {
    const { text, begin } = withInput("25 3\r\n1\n", "Yes \n\n", titles);
    assert.equal(text, "Input:\n25 3\n1\n\nOutput:\nYes \n\n");
    assert.equal(text.slice(begin), "Yes \n\n");
  });

  it("cuts a long input, so that the output is seen", () => {
    const { text } = withInput("7\n".repeat(1000), "8", titles);
    assert.equal(text.split("\n").length, 1 + 40 + 1 + 3);
    assert(text.includes("\n960 more\n\nOutput:\n8"), text);
    assert.equal(withInput("1 ".repeat(1000), "", titles).text.split("\n")[1], `${"1 ".repeat(200)}…`);
  });
});

describe("differingTokens", () => {
  const cases: [string, string, string, string[], string[]][] = [
    ["one of a line", "1 2 3\n", "1 5 3\n", ["2"], ["5"]],
    ["nothing but white space", "1 2\n3\n", "1  2 3", [], []],
    ["one that is too much", "1 2 3", "1 9 2 3", [], ["9"]],
    ["one that is missing", "1 2 3\n", "1 3\n", ["2"], []],
    ["the end", "1 2 3", "1", ["2", "3"], []],
    ["no output at all", "Yes\n", "", ["Yes"], []],
    ["those that are alike between others", "1 2 3 4 5", "1 9 3 8 5", ["2", "4"], ["9", "8"]],
    ["more of the same", "1 1", "1 1 1", [], ["1"]],
    ["nothing", "", "", [], []],
  ];
  for (const [name, expected, got, left, right] of cases) {
    it(`marks ${name}`, () => {
      const marked = differingTokens(expected, got);
      const texts = (text: string, spans: Span[]): string[] => spans.map(({ start, end }) => text.slice(start, end));
      assert.deepEqual([texts(expected, marked.expected), texts(got, marked.got)], [left, right]);
    });
  }

  it("marks no more than somebody looks at", () => {
    assert.equal(differingTokens("1 ".repeat(5000), "2 ".repeat(5000)).got.length, 1000);
  });
});
