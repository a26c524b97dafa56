import assert from "node:assert/strict";
import {
  filesOf,
  parseArrival,
  parseCell,
  parseCompanionStatus,
  parseCounterexample,
  parseInputFiles,
  parseLogLine,
  parseMatrix,
  parseRecipe,
  parseReportParams,
} from "../src/protocol";

describe("parseReportParams", () => {
  const failure = { input: "1", output: { head: "2", tail: "2", bytes: 1e6 }, expected: null, inputFile: "1.in" };
  const candidate = { file: "a.py", verdict: "differs", message: "differs", counterexample: failure, suspects: [] };
  const onSample = { name: "sample 1", verdict: "accepted", fails: false };
  const report = { version: 1, decision: { trusted: null, rule: "none" }, candidates: [candidate] };
  const params = { folder: "file:///coupon", run: 3, state: "final", report };

  it("reads a report of version 1", () => {
    assert.deepEqual(parseReportParams(params), params);
  });

  it("reads a run that has nothing to report yet", () => {
    assert.equal(parseReportParams({ ...params, state: "running", report: null })?.report, null);
  });

  it("keeps what it does not know", () => {
    const newer = { ...params, report: { ...params.report, extra: 1 } };
    assert.deepEqual(parseReportParams(newer), newer);
  });

  it("says where the files of a problem are that shares its folder", () => {
    const shared = parseReportParams({ ...params, folder: "file:///contest/a.*", files: "file:///contest" });
    assert.equal(shared && filesOf(shared), "file:///contest");
    const alone = parseReportParams(params);
    assert.equal(alone && filesOf(alone), "file:///coupon");
  });

  const question = { input: "1", answers: [{ output: "2", members: ["a.py"] }] };
  it("reads what is not always there", () => {
    for (const part of [{ question }, { question: null }, { guess: { text: "N", sure: null, confirm: null } }]) {
      assert(parseReportParams({ ...params, report: { ...report, ...part } }) !== undefined, JSON.stringify(part));
    }
    const samples = [{ name: "sample 1", file: "1.in", answer: "1.out", suspect: false }];
    const told = { ...report, samples, candidates: [{ ...candidate, lens: "α=0.92 differs", samples: [onSample] }] };
    assert.deepEqual(parseReportParams({ ...params, report: told })?.report, told);
  });

  const withCandidate = (part: object): unknown => ({
    ...params,
    report: { ...report, candidates: [{ ...candidate, ...part }] },
  });
  const refused: [string, unknown][] = [
    ["nothing", undefined],
    ["null", null],
    ["a list", [params]],
    ["no folder", { ...params, folder: undefined }],
    ["a run that is no number", { ...params, run: "3" }],
    ["an unknown state", { ...params, state: "paused" }],
    ["no report at all", { ...params, report: undefined }],
    ["files that are no address", { ...params, files: 1 }],
    ["progress that is no token", { ...params, progress: {} }],
    ["another version", { ...params, report: { ...report, version: 2 } }],
    ["no candidates", { ...params, report: { ...report, candidates: undefined } }],
    ["no decision", { ...params, report: { ...report, decision: undefined } }],
    ["a question without answers", { ...params, report: { ...report, question: { input: "1" } } }],
    ["a candidate without a name", withCandidate({ file: undefined })],
    ["a counterexample without an input", withCandidate({ counterexample: { ...failure, input: undefined } })],
    ["suspects that are no lines", withCandidate({ suspects: [7] })],
    ["an interval that is none", withCandidate({ alphaInterval: 0.9 })],
    ["a lens that is no text", withCandidate({ lens: 1 })],
    ["what it did on a sample without a name", withCandidate({ samples: [{ ...onSample, name: undefined }] })],
    ["what it did on a sample, held against it or not", withCandidate({ samples: [{ ...onSample, fails: 1 }] })],
    ["samples without a file", { ...params, report: { ...report, samples: [{ name: "sample 1" }] } }],
  ];
  for (const [name, value] of refused) {
    it(`refuses ${name}`, () => {
      assert.equal(parseReportParams(value), undefined);
    });
  }
});

describe("parseInputFiles", () => {
  const input = { kind: "sample", file: "1.in", answer: "1.out" };
  const files = {
    inputs: [input, { kind: "counterexample", file: "2.in", program: "a.py" }],
    next: { file: "2.in", answer: "2.out" },
  };

  it("reads the inputs, and leaves out what it does not know", () => {
    assert.deepEqual(parseInputFiles(files), files);
    const newer = {
      ...files,
      inputs: [...files.inputs, { kind: "of a newer server", file: "3.in" }, { ...input, got: 1 }],
    };
    assert.deepEqual(parseInputFiles(newer), files);
  });

  it("refuses anything else", () => {
    for (const value of [null, [], { inputs: [] }, { ...files, inputs: {} }, { ...files, next: { file: "2.in" } }]) {
      assert.equal(parseInputFiles(value), undefined);
    }
  });
});

describe("parseRecipe", () => {
  const recipe = { language: "cpp", folder: "/p", build: ["g++", "a.cpp"], run: ["/p/a.out"], program: "/p/a.out" };

  it("reads how a program is run", () => {
    assert.deepEqual(parseRecipe(recipe), recipe);
    const python = {
      language: "python",
      folder: "/p",
      run: ["python3", "a.py"],
      program: "a.py",
      interpreter: ["python3"],
    };
    assert.deepEqual(parseRecipe(python), python);
  });

  it("refuses anything else", () => {
    const others = [{ run: [] }, { run: "a.out" }, { build: [1] }, { build: [] }, { interpreter: null }, { folder: 1 }];
    for (const value of [null, [], ...others.map((part) => ({ ...recipe, ...part }))]) {
      assert.equal(parseRecipe(value), undefined, JSON.stringify(value));
    }
  });
});

describe("parseCompanionStatus", () => {
  const status = { state: "taken", port: 6174, addresses: [], message: "another program has the port", hint: "" };

  it("reads the state of the listener", () => {
    assert.deepEqual(parseCompanionStatus(status), status);
  });

  it("refuses anything else", () => {
    for (const value of [null, {}, { ...status, hint: undefined }]) {
      assert.equal(parseCompanionStatus(value), undefined);
    }
  });
});

describe("parseArrival", () => {
  const created = { folder: "file:///a", name: "A", open: "file:///a/a.py", existed: false, leftOut: [] };
  const arrival = { contest: "", created: [created], missing: 0, errors: [] };

  it("reads what came", () => {
    assert.deepEqual(parseArrival(arrival), arrival);
  });

  it("refuses anything else", () => {
    for (const value of [null, {}, { ...arrival, created: [{}] }, { ...arrival, errors: undefined }]) {
      assert.equal(parseArrival(value), undefined);
    }
  });
});

describe("parseMatrix", () => {
  const inputs = [1, 2].map((id) => ({ id, size: 10, source: "generated" }));
  const row = { file: "a.py", class: 0, cells: [0, -1], times: [1.25, -1] };
  const matrix = { run: 1, state: "final", inputs, candidates: [row], limit: 2000 };

  it("reads what every program did on every input", () => {
    assert.deepEqual(parseMatrix(matrix), matrix);
    assert.deepEqual(parseMatrix({ ...matrix, inputs: [], candidates: [] })?.inputs, []);
    assert.notEqual(parseMatrix({ ...matrix, limit: undefined }), undefined);
  });

  it("reads that nothing was executed", () => {
    assert.equal(parseMatrix(null), null);
  });

  const refused: [string, unknown][] = [
    ["nothing", undefined],
    ["no run", { ...matrix, run: undefined }],
    ["an unknown state", { ...matrix, state: "gone" }],
    ["inputs without a size", { ...matrix, inputs: [{ id: 1, source: "sample" }] }],
    ["a row that is too short", { ...matrix, candidates: [{ ...row, cells: [0] }] }],
    ["a row without times", { ...matrix, candidates: [{ ...row, times: undefined }] }],
    ["cells that are no numbers", { ...matrix, candidates: [{ ...row, cells: [0, "1"] }] }],
    ["a row without a class", { ...matrix, candidates: [{ ...row, class: null }] }],
    ["a limit that is no number", { ...matrix, limit: "2 s" }],
  ];
  for (const [name, value] of refused) {
    it(`refuses ${name}`, () => {
      assert.equal(parseMatrix(value), undefined);
    });
  }
});

describe("parseCell", () => {
  const output = { file: "a.py", verdict: "ok", output: "8", error: "", class: 0, time: 1 };
  const cell = { input: "25 3", name: "sample 1", outputs: [output], cut: false };

  it("reads an input with all outputs", () => {
    assert.deepEqual(parseCell(cell), cell);
  });

  it("refuses anything else", () => {
    const broken = [null, {}, { ...cell, cut: undefined }, { ...cell, outputs: [{ ...output, class: "A" }] }];
    for (const value of broken) {
      assert.equal(parseCell(value), undefined);
    }
  });
});

describe("parseCounterexample", () => {
  const files = { title: "25 3", input: "file:///1.in", expected: "file:///1.expected", got: "file:///1.got" };

  it("reads the files of a difference", () => {
    assert.deepEqual(parseCounterexample(files), files);
  });

  it("reads a counterexample to which nobody knows the answer", () => {
    assert.equal(parseCounterexample({ ...files, expected: null })?.expected, null);
  });

  const refused: [string, unknown][] = [
    ["null, which other commands answer", null],
    ["text", "25 3"],
    ["no title", { ...files, title: undefined }],
    ["no output of the candidate", { ...files, got: null }],
    ["an expected output that is neither a file nor null", { ...files, expected: undefined }],
  ];
  for (const [name, value] of refused) {
    it(`refuses ${name}`, () => {
      assert.equal(parseCounterexample(value), undefined);
    });
  }
});

describe("parseLogLine", () => {
  it("takes level and message from a line of the server's log", () => {
    const line = 'time=2026-11-29T19:00:00.000Z level=WARN msg="telling the client" error="broken pipe"';
    assert.deepEqual(parseLogLine(line), { level: "warn", text: 'msg="telling the client" error="broken pipe"' });
  });

  it("takes anything else for an error, such as the lines of a panic", () => {
    assert.deepEqual(parseLogLine("goroutine 1 [running]:"), { level: "error", text: "goroutine 1 [running]:" });
  });
});
