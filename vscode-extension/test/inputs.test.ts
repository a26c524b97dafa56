import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describeInput, nameOf, pairOf, readInputs } from "../src/inputs";
import type { InputFile } from "../src/protocol";

describe("readInputs", () => {
  it("asks the server", async () => {
    const inputs: InputFile[] = [{ kind: "sample", file: "1.in", answer: "1.out" }];
    const next = { file: "2.in", answer: "2.out" };
    const asked: unknown[] = [];
    const answer = await readInputs((method, params) => {
      asked.push(method, params);
      return Promise.resolve({ inputs, next });
    }, "file:///coupon");
    assert.deepEqual([asked, answer], [["execre/inputs", { folder: "file:///coupon" }], { inputs, next }]);
  });

  it("says when it cannot read what the server says", async () => {
    await assert.rejects(
      readInputs(() => Promise.resolve({}), "file:///coupon"),
      /cannot be read/,
    );
  });
});

describe("pairOf", () => {
  const pair = (...files: string[][]): unknown =>
    pairOf(
      files.map((some, index) => ({ column: index + 1, files: some })),
      "/a/samples/4.in",
      "/a/samples/4.out",
    );

  it("is where an input and an answer of the folder are open already, side by side", () => {
    assert.deepEqual(pair(["/a/x.py", "/a/samples/1.in"], ["/a/samples/1.out"]), { input: 1, answer: 2 });
    assert.deepEqual(pair(["/a/samples/1.out"], ["/a/x.py"], ["/a/samples/2.in"]), { input: 3, answer: 1 });
    assert.deepEqual(pair(["/a/samples/1.in", "/a/samples/1.out"], ["/a/samples/2.out"]), { input: 1, answer: 2 });
  });

  it("is nowhere else", () => {
    assert.equal(pair(["/a/x.py"]), undefined);
    assert.equal(pair(["/a/samples/1.in", "/a/samples/1.out"]), undefined);
    assert.equal(pair(["/b/samples/1.in"], ["/b/samples/1.out"]), undefined);
  });
});

describe("an input on the disk", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(path.join(os.tmpdir(), "execre-inputs-"));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  function write(name: string, text: string): void {
    mkdirSync(path.join(directory, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  }

  it("is described by what is in its files", async () => {
    write("samples/1.in", "2\n25 3\n");
    write("samples/1.out", "Yes\n");
    write("samples/2.in", "1\n");
    write("samples/judged-1.invalid", "0\n");
    write(".execre/counterexamples/candidates/b.py.in", "x".repeat(5000));
    write(".execre/counterexamples/candidates/b.py.expected", "Yes\n");
    write(".execre/counterexamples/candidates/b.py.got", "");
    write(".execre/counterexamples/earlier/00.in", "7\n");
    write(".execre/counterexamples/smallest/checkout.py.in", "5\n");
    write(".execre/counterexamples/smallest/checkout.py.got", "No\n");
    const kept = (name: string): string => `.execre/counterexamples/${name}`;
    const prob = ".cph/.a.cpp_0123456789abcdef0123456789abcdef.prob";
    const b = kept("candidates/b.py");
    const smallest = kept("smallest/checkout.py");
    const inputs: InputFile[] = [
      { kind: "sample", file: prob, answer: prob },
      { kind: "sample", file: "samples/1.in", answer: "samples/1.out" },
      { kind: "sample", file: "samples/2.in" },
      { kind: "judgement", file: "samples/judged-1.invalid", says: "invalid" },
      { kind: "judgement", file: "samples/judged-1.invalid", says: "several" },
      { kind: "counterexample", file: `${b}.in`, answer: `${b}.expected`, got: `${b}.got`, program: "candidates/b.py" },
      { kind: "counterexample", file: kept("earlier/00.in") },
      { kind: "counterexample", file: `${smallest}.in`, got: `${smallest}.got`, program: "checkout.py", smaller: true },
    ];
    const lines = await Promise.all(
      inputs.map(async (input) => `${nameOf(input)}: ${await describeInput(directory, input)}`),
    );
    assert.deepEqual(lines, [
      "a.cpp: samples of cph",
      "1: 2 ⏎ 25 3 → Yes",
      "2: 1: no answer yet, so it is not used",
      "judged-1: 0: no input of this problem",
      "judged-1: 0: several answers are right",
      `candidates/b.py: ${"x".repeat(60)}… → Yes, not nothing`,
      ": 7 (of an earlier check)",
      "checkout.py: smaller: 5 → No?",
    ]);
  });

  it("may be gone", async () => {
    assert.equal(await describeInput(directory, { kind: "sample", file: "1.in", answer: "1.out" }), "… → …");
  });
});
