import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { arrangeInputs, describeInput, nameOf, nextSample, readInputs, type Input } from "../src/inputs";
import type { KnownProblem } from "../src/problem";

const problem: KnownProblem = {
  folder: "file:///coupon",
  directory: "/coupon",
  stem: "",
  programs: ["checkout.py", "candidates/b.py"],
};

/** The files of each input, as its kind and its files in one line. */
function found(files: string[], of = problem): string[] {
  return arrangeInputs(files, of).map(({ kind, file, answer, says, packed }) =>
    [kind, file, answer, says, packed === true ? "packed" : undefined].filter((part) => part !== undefined).join(" "),
  );
}

describe("arrangeInputs", () => {
  const layouts: [string, string[], string[]][] = [
    ["our own", ["samples/1.in", "samples/1.out"], ["sample samples/1.in samples/1.out"]],
    ["Kattis", ["data/sample/a.in", "data/sample/a.ans"], ["sample data/sample/a.in data/sample/a.ans"]],
    ["oj", ["test/sample-1.in", "test/sample-1.out"], ["sample test/sample-1.in test/sample-1.out"]],
    ["two names for one input", ["input1.txt", "in1.txt", "ans1.txt"], ["sample in1.txt ans1.txt"]],
    ["cf-tool", ["in1.txt", "ans1.txt"], ["sample in1.txt ans1.txt"]],
    ["atcoder-tools", ["in_1.txt", "out_1.txt"], ["sample in_1.txt out_1.txt"]],
    ["CompetiTest", ["A_input0.txt", "A_output0.txt"], ["sample A_input0.txt A_output0.txt"]],
    ["cph", [".cph/.a.cpp_0123456789abcdef0123456789abcdef.prob"], []],
    ["no sample", ["a.out", "notes.txt", "input.schema", "1.ans"], []],
    ["an answer of the judges beside an output", ["1.in", "1.out", "1.ans"], ["sample 1.in 1.ans"]],
    ["an input without an answer", ["1.in", "samples/1.out"], ["sample 1.in"]],
    [
      "judgements",
      ["samples/judged-1.in", "samples/judged-1.out", "samples/judged-2.invalid", "samples/judged-3.several"],
      [
        "judgement samples/judged-1.in samples/judged-1.out",
        "judgement samples/judged-2.invalid invalid",
        "judgement samples/judged-3.several several",
      ],
    ],
  ];
  for (const [what, files, expected] of layouts) {
    it(`knows the layout: ${what}`, () => {
      const packed = files.filter((file) => file.endsWith(".prob")).map((file) => `sample ${file} packed`);
      assert.deepEqual(found(files), [...expected, ...packed]);
    });
  }

  it("has samples first, then judgements, and numbers by value", () => {
    const files = ["samples/judged-1.in", "samples/10.in", "samples/9.in"];
    assert.deepEqual(found(files), ["sample samples/9.in", "sample samples/10.in", "judgement samples/judged-1.in"]);
  });

  it("has counterexamples with their program, but not the other results", () => {
    const kept = (name: string): string => `.execre/counterexamples/${name}`;
    const files = ["checkout.py.in", "checkout.py.expected", "checkout.py.got", "candidates/b.py.in"].map(kept);
    files.push(kept("earlier/00ff.in"), kept("smallest/checkout.py.in"), ".execre/large/1.in", ".execre/example.in");
    const expected: Input[] = [
      { kind: "counterexample", file: kept("candidates/b.py.in"), program: "candidates/b.py", smaller: false },
      {
        kind: "counterexample",
        file: kept("checkout.py.in"),
        answer: kept("checkout.py.expected"),
        got: kept("checkout.py.got"),
        program: "checkout.py",
        smaller: false,
      },
      { kind: "counterexample", file: kept("earlier/00ff.in") },
      { kind: "counterexample", file: kept("smallest/checkout.py.in"), program: "checkout.py", smaller: true },
    ];
    assert.deepEqual(arrangeInputs(files, problem), expected);
  });

  it("keeps apart what belongs to the problems of one folder", () => {
    const files = ["A1.in", "A1.out", "B1.in", "samples/a_2.in", "samples/ab_1.in", ".cph/.A.cpp_x.prob"];
    files.push(".execre/problems/a/counterexamples/A.py.in", ".execre/problems/b/counterexamples/B.py.in");
    assert.deepEqual(found(files, { ...problem, stem: "a" }), [
      "sample .cph/.A.cpp_x.prob packed",
      "sample A1.in A1.out",
      "sample samples/a_2.in",
      "counterexample .execre/problems/a/counterexamples/A.py.in",
    ]);
  });
});

describe("nextSample", () => {
  const next = (files: string[], stem = ""): string => {
    const of = { ...problem, stem };
    const { file, answer } = nextSample(arrangeInputs(files, of), of);
    return `${file} ${answer}`;
  };
  const cases: [string, string[], string][] = [
    ["begins with samples/1", [], "samples/1.in samples/1.out"],
    ["goes on", ["samples/1.in", "samples/1.out"], "samples/2.in samples/2.out"],
    [
      "goes on after the last",
      ["samples/9.in", "samples/9.out", "samples/10.in", "samples/10.out"],
      "samples/11.in samples/11.out",
    ],
    ["keeps the layout", ["in1.txt", "ans1.txt"], "in2.txt ans2.txt"],
    ["keeps the folder", ["test/sample-1.in", "test/sample-1.out"], "test/sample-2.in test/sample-2.out"],
    ["keeps the width of numbers", ["tests/01.in", "tests/01.ans"], "tests/02.in tests/02.ans"],
    [
      "leaves names without numbers alone",
      ["data/sample/small.in", "data/sample/small.ans"],
      "samples/1.in samples/1.out",
    ],
    ["passes over an input that waits for its answer", ["samples/1.in"], "samples/2.in samples/2.out"],
    ["does not count judgements", ["samples/judged-7.in", "samples/judged-7.out"], "samples/1.in samples/1.out"],
  ];
  for (const [what, files, expected] of cases) {
    it(what, () => {
      assert.equal(next(files), expected);
    });
  }

  it("says whose it is in a shared folder", () => {
    assert.equal(next([], "a"), "samples/a_1.in samples/a_1.out");
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
    write(".cph/.a.cpp_0123456789abcdef0123456789abcdef.prob", "{}");
    write(".execre/counterexamples/candidates/b.py.in", "x".repeat(5000));
    write(".execre/counterexamples/candidates/b.py.expected", "Yes\n");
    write(".execre/counterexamples/candidates/b.py.got", "");
    write(".execre/counterexamples/earlier/00.in", "7\n");
    write(".execre/counterexamples/smallest/checkout.py.in", "5\n");
    write(".execre/counterexamples/smallest/checkout.py.got", "No\n");
    const inputs = await readInputs({ ...problem, directory });
    const lines = await Promise.all(
      inputs.map(async (input) => `${nameOf(input)}: ${await describeInput(directory, input)}`),
    );
    assert.deepEqual(lines, [
      "a.cpp: samples of cph",
      "1: 2 ⏎ 25 3 → Yes",
      "2: 1: no answer yet, so it is not used",
      "judged-1: 0: no input of this problem",
      `candidates/b.py: ${"x".repeat(60)}… → Yes, not nothing`,
      ": 7 (of an earlier check)",
      "checkout.py: smaller: 5 → No?",
    ]);
  });

  it("may be gone, with the whole folder", async () => {
    assert.deepEqual(await readInputs({ ...problem, directory: path.join(directory, "gone") }), []);
    assert.equal(await describeInput(directory, { kind: "sample", file: "1.in", answer: "1.out" }), "… → …");
  });
});
