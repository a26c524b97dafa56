import assert from "node:assert/strict";
import { parseCounterexample, parseLogLine, parseReportParams } from "../src/protocol";

describe("parseReportParams", () => {
  const params = { folder: "file:///coupon", run: 3, state: "final", report: { version: 1, candidates: [] } };

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

  const refused: [string, unknown][] = [
    ["nothing", undefined],
    ["null", null],
    ["a list", [params]],
    ["no folder", { ...params, folder: undefined }],
    ["a run that is no number", { ...params, run: "3" }],
    ["an unknown state", { ...params, state: "paused" }],
    ["no report at all", { ...params, report: undefined }],
    ["another version", { ...params, report: { version: 2, candidates: [] } }],
    ["no candidates", { ...params, report: { version: 1 } }],
  ];
  for (const [name, value] of refused) {
    it(`refuses ${name}`, () => {
      assert.equal(parseReportParams(value), undefined);
    });
  }
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
