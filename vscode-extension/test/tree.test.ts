import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Candidate, Report, ReportParams } from "../src/protocol";
import { rows, type Row } from "../src/views/tree";

const counterexample = { input: "25 3\n", output: "7\n", expected: "8\n", inputFile: ".execre/1.in" };
const candidates: Candidate[] = [
  {
    file: "bad.py",
    verdict: "differs",
    message: "differs on 37 of 500 inputs",
    lens: "α=0.92 differs on 37 of 500 inputs",
    alpha: 0.926,
    counterexample,
  },
  { file: "broken.cpp", verdict: "does-not-compile", message: "does not compile", alpha: null },
  {
    file: "brute.py",
    verdict: "trusted",
    message: "trusted reference",
    lens: "α=0.99 trusted reference",
    alpha: 0.99999,
  },
];

function params(change: Partial<ReportParams> = {}, report: Partial<Report> = {}): ReportParams {
  const decision = { trusted: "brute.py", rule: "consensus" } as const;
  return {
    folder: "file:///coupon",
    run: 1,
    state: "final",
    report: { version: 1, problem: "coupon", decision, candidates, ...report },
    ...change,
  };
}

/** The one problem of these parameters. */
function problem(change?: Partial<ReportParams>, report?: Partial<Report>): Row {
  const [row, ...more] = rows([params(change, report)]);
  assert(row !== undefined && more.length === 0);
  return row;
}

function child(row: Row, label: string): Row {
  const found = row.children.find((one) => one.label === label);
  assert(found !== undefined, `${label} is not among ${row.children.map((one) => one.label).join(", ")}`);
  return found;
}

describe("the sidebar", () => {
  it("has the likeliest program first, with the text of its lens", () => {
    assert.deepEqual(
      problem().children.map(({ label, description }) => [label, description]),
      [
        ["brute.py", "α=0.99 trusted reference"],
        ["bad.py", "α=0.92 differs on 37 of 500 inputs"],
        ["broken.cpp", "does not compile"],
      ],
    );
  });

  it("has a smaller input below that of a sample, and the message of a program without a lens", () => {
    const sample: Candidate = {
      file: "a.py",
      verdict: "fails-sample",
      message: "fails sample 2; the smallest input on which it differs from b.py is 1",
      lens: "fails sample 2",
      alpha: 0.5,
      counterexample,
      smallest: { ...counterexample, input: "1\n", expected: null, inputFile: ".execre/2.in" },
    };
    const declared: Candidate = {
      ...sample,
      verdict: "differs",
      message: "differs from b.py on 3: one of the two is wrong",
    };
    delete declared.lens; // of an older server
    const [first, second] = problem({}, { candidates: [sample, { ...declared, file: "c.py" }] }).children;
    assert.equal(first?.description, "fails sample 2");
    assert.equal(second?.description, declared.message);
    assert.deepEqual(
      first.children.map(({ label, description, click }) => [label, description, click]),
      [
        ["on 25 3", "expected 8, got 7", { command: "execre.showCounterexample" }],
        ["smaller: 1", "got 7", { file: ".execre/2.in" }],
      ],
    );
  });

  it("says what a checker says instead of one right answer of several", () => {
    const refused = { ...counterexample, refused: "refused by checker.py: not sorted" };
    const [row] = problem({}, { candidates: [{ ...(candidates[0] as Candidate), counterexample: refused }] }).children;
    assert.equal(row?.children[0]?.description, "refused by checker.py: not sorted");
  });

  it("asks about suspicious lines, which a click opens", () => {
    const suspects = [
      { line: 7, score: 0.899 },
      { line: 2, score: null },
    ];
    const bad: Candidate = { ...(candidates[0] as Candidate), suspects };
    const [row] = problem({}, { candidates: [bad] }).children;
    assert.deepEqual(
      row?.children.slice(1).map(({ label, description, click }) => [label, description, click]),
      [
        ["line 7?", "may be at fault (0.89)", { file: "bad.py", line: 7 }],
        ["line 2?", "may be at fault", { file: "bad.py", line: 2 }],
      ],
    );
  });

  it("explains in tooltips", () => {
    const explained: Candidate = { ...(candidates[0] as Candidate), explanation: ["α is …"], noSuspects: "no inputs" };
    const decision = { trusted: null, rule: "none", explanation: ["one", "two"] } as const;
    const row = problem({}, { candidates: [explained], decision: { ...decision, explanation: ["one", "two"] } });
    assert.equal(row.tooltip, "coupon\none\ntwo");
    assert.equal(
      row.children[0]?.tooltip,
      "bad.py: differs on 37 of 500 inputs\nα is …\nNo line is suspected: no inputs",
    );
  });

  it("offers a sample only where something says what is right", () => {
    const [brute, bad] = problem().children;
    assert.equal(brute?.context, "candidate");
    assert.equal(bad?.context, "candidate fails sample");
    const unknown: Candidate = {
      ...(candidates[0] as Candidate),
      counterexample: { ...counterexample, expected: null },
    };
    assert.equal(problem({}, { candidates: [unknown] }).children[0]?.context, "candidate fails");
  });

  it("has a row for each word that a menu of the manifest looks for", () => {
    const manifest = readFileSync("package.json", "utf8");
    const words = [...manifest.matchAll(/execre\.candidates && viewItem (?:== |=~ \/\\\\b)(\w+)/g)].map(
      ([, word]) => word,
    );
    assert(words.length > 0);
    const guess = { text: "N\n", sure: 1 };
    const question = { input: "1", answers: [{ output: "2", members: ["a.py"] }] };
    const row = problem({ state: "running" }, { guess, question });
    const below = row.children.flatMap(({ children }) => children);
    const contexts = [row, ...row.children, ...below].flatMap(({ context }) => context?.split(" "));
    assert.deepEqual(
      words.filter((word) => !contexts.includes(word)),
      [],
    );
  });

  it("names each program and its problem to the commands", () => {
    const shared = { folder: "file:///contest/a.*", files: "file:///contest" };
    const [brute, bad] = problem(shared).children;
    assert.deepEqual(brute?.argument, { folder: shared.folder, file: "brute.py" });
    // A counterexample is of a program, and names its input besides.
    assert.deepEqual(bad?.children[0]?.argument, { folder: shared.folder, file: "bad.py", input: ".execre/1.in" });
  });

  it("asks the question, with who says what", () => {
    const question = {
      input: "2 5\n",
      answers: [
        { output: "8\n", members: ["a.cpp", "b.py"] },
        { output: "", members: ["c.py"] },
      ],
    };
    const row = child(problem({}, { question }), "What is right for 2 5?");
    assert.equal(row.description, "8 or nothing");
    assert.deepEqual(row.click, { command: "execre.judge" });
    assert.deepEqual(
      row.children.map(({ label, description }) => [label, description]),
      [
        ["8", "a.cpp, b.py"],
        ["nothing", "c.py"],
        ["another answer…", undefined],
        ["several are right", undefined],
        ["not a valid input", undefined],
      ],
    );
    const { folder } = row.argument;
    const input = "2 5\n";
    assert.deepEqual(
      row.children.map(({ argument }) => argument),
      [
        { folder, judgement: { input, output: "8\n", sure: true } },
        { folder, judgement: { input, output: "", sure: true } },
        { folder, judgement: { input } },
        { folder, judgement: { input, several: true } },
        { folder, judgement: { input, invalid: true } },
      ],
    );
    // What programs print is only looked at with a click: it has a button.
    assert.deepEqual(
      row.children.map(({ click, context }) => click ?? context),
      ["answer", "answer", ...Array<unknown>(3).fill({ command: "execre.answer" })],
    );
  });

  it("has no buttons where the report has cut the question", () => {
    const cut = { head: "2", tail: "5", bytes: 100_000 };
    const answers = [{ output: "8\n", members: ["a.cpp"] }];
    const row = child(problem({}, { question: { input: cut, answers } }), "What is right for 2…?");
    assert.deepEqual(
      row.children.map(({ context, click }) => [context, click]),
      [[undefined, undefined]],
    );
  });

  it("says that the format is guessed, how surely, and what to confirm", () => {
    const row = child(
      problem({}, { guess: { text: "N\n", sure: 0.999, confirm: ["1 <= N <= 10 (guessed)"] } }),
      "The input format is guessed",
    );
    assert.equal(row.description, "99 % sure, 1 to confirm");
    assert.deepEqual(
      row.children.map(({ label }) => label),
      ["1 <= N <= 10 (guessed)"],
    );
    assert.equal(problem({}, { guess: { text: "", sure: null, confirm: null } }).children.length, candidates.length);
  });

  it("asks how answers are compared where several seem right", () => {
    const decision = { trusted: null, rule: "none", severalAnswers: true } as const;
    assert.deepEqual(child(problem({}, { decision }), "Several answers seem right").click, {
      command: "execre.setChecker",
    });
  });

  const states: [string, Partial<ReportParams>, string, boolean][] = [
    ["a check that is over", {}, "trusted: brute.py", false],
    ["a check that runs", { state: "running" }, "checking…", false],
    ["programs that were edited", { state: "stale" }, "changed since", true],
    ["a check of an earlier session", { state: "stale", run: 0 }, "last check", true],
    ["a run that failed, with an older report", { error: "the disk is full" }, "the disk is full", false],
    ["a run that failed, the first", { state: "stale", report: null, error: "no programs" }, "no programs", true],
  ];
  for (const [name, change, description, faded] of states) {
    it(`says of ${name}: ${description}`, () => {
      const row = problem(change);
      assert.equal(row.description, description);
      assert.equal(row.faded, faded);
      assert(row.children.every((one) => one.faded === faded));
    });
  }

  it("keeps a problem of an earlier session closed until it is checked", () => {
    const earlier = problem({ state: "stale", run: 0 });
    assert.equal(earlier.open, false);
    assert.equal(problem({ state: "running", run: 0 }).open, true);
    assert.notEqual(problem({ state: "running", run: 1 }).id, earlier.id);
    const edited = problem({ state: "stale" });
    assert.deepEqual([edited.id, edited.open], [problem().id, true], "editing closes it");
  });

  it("names a problem without a report by its folder, or by the stem of its files", () => {
    const none = { report: null, state: "running" } as const;
    assert.equal(problem({ ...none, folder: "file:///two%20words" }).label, "two words");
    assert.equal(problem({ ...none, folder: "file:///contest/a.%2A", files: "file:///contest" }).label, "a");
  });

  it("opens a problem when its first report comes", () => {
    // VS Code keeps a row without children as closed, as long as it is the same one.
    assert.notEqual(problem({ report: null, state: "running" }).id, problem({ state: "running" }).id);
  });

  it("has problems by name, numbers as numbers, and every row once", () => {
    const named = ["p10", "p9"].map((name) => params({ folder: `file:///${name}` }, { problem: name }));
    const all = rows(named);
    assert.deepEqual(
      all.map(({ label }) => label),
      ["p9", "p10"],
    );
    const ids = all.flatMap((row) => [row, ...row.children, ...row.children.flatMap(({ children }) => children)]);
    assert.equal(new Set(ids.map(({ id }) => id)).size, ids.length);
  });

  it("cuts what is long, and shows the head of what the report has cut", () => {
    const cut = { head: "x".repeat(4096), tail: "x", bytes: 1e6 };
    const bad: Candidate = { ...(candidates[0] as Candidate), counterexample: { ...counterexample, input: cut } };
    assert.equal(problem({}, { candidates: [bad] }).children[0]?.children[0]?.label, `on ${"x".repeat(60)}…`);
    const lines = { ...counterexample, input: "1\n2 3\n" };
    assert.equal(
      problem({}, { candidates: [{ ...bad, counterexample: lines }] }).children[0]?.children[0]?.label,
      "on 1 ⏎ 2 3",
    );
  });
});
