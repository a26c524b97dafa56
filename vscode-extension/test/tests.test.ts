import assert from "node:assert/strict";
import type { Candidate, OnSample, Report, ReportParams, Sample } from "../src/protocol";
import { testOf, type Result, type Test } from "../src/views/tests";

const sample = (number: number): Sample => ({
  name: `sample ${String(number)}`,
  file: `samples/${String(number)}.in`,
});
const samples = [1, 2, 3].map(sample);
/** What a program did on these samples: "crash!" is held against it. */
const on = (...verdicts: string[]): OnSample[] =>
  verdicts.map((verdict, index) => ({
    name: `sample ${String(index + 1)}`,
    verdict: verdict.replace("!", ""),
    fails: verdict.endsWith("!"),
  }));
const accepted = on("accepted", "accepted", "accepted");
const counterexample = {
  input: "25 3\n",
  output: "No\n",
  expected: "Yes\n",
  reference: "brute.py",
  inputFile: ".execre/counterexamples/bad.py.in",
};
const bad: Candidate = {
  file: "bad.py",
  verdict: "differs",
  message: "differs on 5 of 100 inputs",
  lens: "α=0.95 differs on 5 of 100 inputs",
  samples: accepted,
  alpha: 0.951,
  inputs: { agree: 95, differ: 5 },
  counterexample,
};
const good: Candidate = {
  file: "good.cpp",
  verdict: "agrees",
  message: "agrees with brute.py on 100 inputs",
  samples: accepted,
  inputs: { agree: 100, differ: 0 },
};

function test(candidates: Candidate[], change: Partial<ReportParams> = {}, report: Partial<Report> = {}): Test {
  const decision = { trusted: "brute.py", rule: "consensus" } as const;
  return testOf({
    folder: "file:///coupon",
    run: 1,
    state: "final",
    report: { version: 1, problem: "coupon", decision, samples, candidates, ...report },
    ...change,
  });
}

/** The states of the tests of the only program, by name. */
function states(
  candidate: Candidate,
  change?: Partial<ReportParams>,
  report?: Partial<Report>,
): Record<string, Result["state"] | undefined> {
  const [program] = test([candidate], change, report).children;
  return Object.fromEntries(
    program?.children.map(({ id, result }) => [id.replace("sample ", ""), result?.state]) ?? [],
  );
}

const passed = { "samples/1.in": "passed", "samples/2.in": "passed", "samples/3.in": "passed" } as const;

describe("the Test Explorer", () => {
  it("has a test for each program, and below it one for each sample and one for all other inputs", () => {
    const problem = test([bad, good]);
    assert.equal(problem.label, "coupon");
    assert.deepEqual(
      problem.children.map(({ label, output, uri }) => [label, output, uri]),
      [
        ["bad.py", "α=0.95 differs on 5 of 100 inputs", "file:///coupon/bad.py"],
        ["good.cpp", "agrees with brute.py on 100 inputs", "file:///coupon/good.cpp"],
      ],
    );
    assert.deepEqual(
      problem.children[0]?.children.map(({ label }) => label),
      ["samples/1.in", "samples/2.in", "samples/3.in", "inputs: differs on 5 of 100"],
    );
    assert.equal(problem.children[1]?.children.at(-1)?.label, "inputs: agrees on 100");
  });

  it("shows what was expected where a program differs, at the line that may be at fault", () => {
    const [program] = test([{ ...bad, suspects: [{ line: 7, score: 1 }] }]).children;
    assert.equal(program?.result, undefined);
    assert.deepEqual(program?.children.at(-1)?.result, {
      state: "failed",
      message: "differs on 5 of 100 inputs. Input: 25 3",
      place: { uri: "file:///coupon/bad.py", line: 7 },
      expected: "Yes\n",
      got: "No\n",
      input: ".execre/counterexamples/bad.py.in",
    });
  });

  const verdicts: [string, Partial<Candidate>, Result["state"]][] = [
    ["trusted", {}, "passed"],
    ["agrees", {}, "passed"],
    ["differs", {}, "failed"],
    ["crashes", {}, "failed"],
    ["too-slow", {}, "failed"],
    ["too-slow", { role: "brute" }, "skipped"],
    ["too-much-memory", {}, "failed"],
    ["too-much-output", {}, "failed"],
    ["flaky", {}, "failed"],
    ["undecided", {}, "skipped"],
    ["of a newer server", {}, "skipped"],
  ];
  for (const [verdict, change, state] of verdicts) {
    it(`takes ${verdict}${change.role === undefined ? "" : ` of a ${change.role}`} for ${state}`, () => {
      assert.deepEqual(states({ file: "a.py", verdict, message: verdict, samples: accepted, ...change }), {
        ...passed,
        inputs: state,
      });
    });
  }

  it("shows what a program wrote before it crashed", () => {
    const crash = { input: "0\n", output: "", stderr: "ZeroDivisionError: division by zero\n", inputFile: "1.in" };
    const [program] = test([
      { ...bad, verdict: "crashes", message: "crashes", counterexample: crash, place: { line: 3 } },
    ]).children;
    assert.deepEqual(program?.children.at(-1)?.result, {
      state: "failed",
      message: "crashes. Input: 0\nWhat it wrote to stderr:\nZeroDivisionError: division by zero",
      place: { uri: "file:///coupon/bad.py", line: 3 },
      input: "1.in",
    });
  });

  it("shows an input of several lines as such", () => {
    const [program] = test([{ ...bad, counterexample: { ...counterexample, input: "1\n2 3\n" } }]).children;
    const result = program?.children.at(-1)?.result;
    assert(result && "message" in result);
    assert.equal(result.message, "differs on 5 of 100 inputs. Input: 1 ⏎ 2 3\n1\n2 3");
  });

  it("has an error where a program does not compile, and nothing that ran", () => {
    const broken = { file: "a b.cpp", verdict: "does-not-compile", message: "does not compile", place: { line: 4 } };
    const [program] = test([broken]).children;
    assert.deepEqual(program?.result, {
      state: "errored",
      message: "does not compile",
      place: { uri: "file:///coupon/a%20b.cpp", line: 4 },
    });
    assert.deepEqual([...new Set(program?.children.map(({ result }) => result?.state))], ["skipped"]);
  });

  describe("of a program that fails samples", () => {
    const reference = "samples/2.in";
    const failing: Candidate = {
      ...bad,
      verdict: "fails-sample",
      message: "fails samples 2 and 3 (crash: exit status 1); the smallest input on which it differs from b.py is 1",
      lens: "fails samples 2 and 3 (crash: exit status 1)",
      samples: on("accepted", "wrong-answer!", "crash!"),
      counterexample: { ...counterexample, reference },
    };

    it("tells which", () => {
      const found = { ...passed, "samples/2.in": "failed", "samples/3.in": "failed", inputs: "failed" };
      assert.deepEqual(states(failing), found);
      const [, two, three, others] = test([failing]).children[0]?.children.map(({ result }) => result) ?? [];
      const message = "fails samples 2 and 3 (crash: exit status 1)";
      const place = { uri: "file:///coupon/bad.py", line: 1 };
      assert.deepEqual(two, {
        state: "failed",
        message: `${message}. Input: 25 3`,
        place,
        expected: "Yes\n",
        got: "No\n",
        input: ".execre/counterexamples/bad.py.in",
      });
      assert.deepEqual(three, { state: "failed", message: "crash", place, input: "samples/3.in" });
      assert.deepEqual(others, { state: "failed", message: "differs on 5 of 100", place });
    });

    it("shows the smaller input with the others", () => {
      const smallest = { ...counterexample, input: "1\n", inputFile: "small.in" };
      const result = test([{ ...failing, smallest }]).children[0]?.children.at(-1)?.result;
      assert.deepEqual(result, {
        state: "failed",
        message: "differs on 5 of 100. Input: 1",
        place: { uri: "file:///coupon/bad.py", line: 1 },
        expected: "Yes\n",
        got: "No\n",
        input: "small.in",
      });
    });

    it("passes the others where it agrees, and skips them where nothing is known", () => {
      const one = { ...failing, message: "fails sample 2", samples: on("accepted", "wrong-answer!", "accepted") };
      assert.equal(states({ ...one, inputs: { agree: 9, differ: 0 } })["inputs"], "passed");
      assert.equal(states({ ...one, inputs: null })["inputs"], "skipped");
    });

    const words: [string, string][] = [
      ["wrong-answer", "wrong answer"],
      ["crash", "crash"],
      ["time-limit", "too slow"],
      ["memory-limit", "too much memory"],
      ["output-limit", "too much output"],
      ["of-a-newer-server", "of-a-newer-server"],
    ];
    for (const [verdict, message] of words) {
      it(`says ${message} of a sample of which there is no more to say`, () => {
        const [, , three] =
          test([{ ...failing, samples: on("accepted", "crash!", `${verdict}!`) }]).children[0]?.children ?? [];
        assert(three?.result !== undefined && "message" in three.result);
        assert.equal(three.result.message, message);
      });
    }

    it("tells samples of one file apart by their names", () => {
      const file = ".cph/.a.py_0.prob";
      const [program] = test([failing], {}, { samples: samples.map((one) => ({ ...one, file })) }).children;
      assert.deepEqual(
        program?.children.map(({ label, uri, result }) => [label, uri, result && "input" in result && result.input]),
        [
          [`sample 1 of ${file}`, `file:///coupon/${file}`, false],
          [`sample 2 of ${file}`, `file:///coupon/${file}`, counterexample.inputFile],
          [`sample 3 of ${file}`, `file:///coupon/${file}`, false],
          ["inputs: differs on 5 of 100", "file:///coupon/bad.py", false],
        ],
      );
    });

    it("has one test for all where an older server does not tell which", () => {
      const old: Candidate = { ...failing };
      delete old.samples;
      delete old.lens;
      const children = test([old], {}, { samples: null }).children[0]?.children ?? [];
      assert.deepEqual(
        children.map(({ label, result }) => [label, result && "message" in result && result.message]),
        [
          ["samples", `${failing.message}. Input: 25 3`],
          ["inputs: differs on 5 of 100", "differs on 5 of 100"],
        ],
      );
      assert.deepEqual(states(good, {}, { samples: null }), { inputs: "passed" });
    });
  });

  it("has many samples as one", () => {
    const many = Array.from({ length: 21 }, (_, index) => sample(index + 1));
    const all = (verdict: string): OnSample[] => on(...many.map(() => verdict));
    assert.deepEqual(states({ ...good, samples: all("accepted") }, {}, { samples: many }), {
      samples: "passed",
      inputs: "passed",
    });
    assert.equal(states({ ...good, samples: all("not-run") }, {}, { samples: many })["samples"], "skipped");
    assert.equal(states({ ...bad, samples: all("crash!") }, {}, { samples: many })["samples"], "failed");
  });

  it("skips a sample that judges nobody, that was not run, or on which nothing is held against the program", () => {
    const suspect = samples.map((one) => ({ ...one, suspect: one.name === "sample 2" }));
    assert.deepEqual(states(good, {}, { samples: suspect }), {
      ...passed,
      "samples/2.in": "skipped",
      inputs: "passed",
    });
    const mild = { ...good, samples: on("accepted", "time-limit", "unjudged") };
    assert.deepEqual(states(mild), {
      "samples/1.in": "passed",
      "samples/2.in": "skipped",
      "samples/3.in": "skipped",
      inputs: "passed",
    });
  });

  it("says nothing while a check goes on but of failures that are certain", () => {
    const nothing = { "samples/1.in": undefined, "samples/2.in": undefined, "samples/3.in": undefined };
    assert.deepEqual(states(bad, { state: "running" }), { ...nothing, inputs: undefined });
    assert.deepEqual(states(bad, { state: "running" }, { partial: true }), { ...nothing, inputs: "failed" });
    assert.deepEqual(states(good, { state: "running" }, { partial: true }), { ...nothing, inputs: undefined });
    const before: Candidate = { ...bad, earlier: true };
    assert.deepEqual(states(before, { state: "running" }, { partial: true }), { ...nothing, inputs: undefined });
    // What stood there stays.
    assert.equal(test([good], { state: "running" }).children[0]?.children.at(-1)?.label, undefined);
  });

  it("has an error where a check gave no report", () => {
    assert.deepEqual(test([], { error: "the disk is full" }).result, { state: "errored", message: "the disk is full" });
    assert.equal(test([], { error: "the disk is full", state: "running" }).result, undefined);
    const nothing: Partial<ReportParams> = { report: null, state: "running", folder: "file:///contest/a.*" };
    assert.deepEqual(test([], nothing), { id: "file:///contest/a.*", label: "a", children: [] });
  });

  it("has the results of an earlier session", () => {
    assert.deepEqual(states(good, { run: 0, state: "stale" }), { ...passed, inputs: "passed" });
  });
});
