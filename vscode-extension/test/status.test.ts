import assert from "node:assert/strict";
import { activeProblem, type KnownProblem } from "../src/problem";
import type { Decision, Report, ReportParams } from "../src/protocol";
import { statusText } from "../src/status";

function params(change: Partial<ReportParams>, decision: Partial<Decision> = {}): ReportParams {
  const trusted: Decision = { trusted: "candidates/brute.py", rule: "consensus", ...decision };
  const report: Report = { version: 1, problem: "coupon", decision: trusted, candidates: [] };
  return { folder: "file:///coupon", run: 1, state: "final", report, ...change };
}

describe("statusText", () => {
  const running = new Map([
    ["execre-1", "inputs 1/500"],
    ["execre-2", "inputs 120/500"],
    ["execre-3", ""],
  ]);
  const cases: [string, ReportParams | undefined, string, string][] = [
    ["before the first check", undefined, "$(beaker) ExeCRE", "ExeCRE: no problem is checked yet."],
    [
      "a trusted reference",
      params({}),
      "$(verified) ExeCRE: brute.py",
      "coupon: candidates/brute.py is the trusted reference.",
    ],
    [
      "the user's own word",
      params({}, { rule: "declared" }),
      "$(verified) ExeCRE: brute.py",
      "coupon: candidates/brute.py is the trusted reference, because you say so.",
    ],
    [
      "a reference for now",
      params({}, { trusted: null, rule: "none", provisional: "a.py", fallback: "two programs only" }),
      "$(question) ExeCRE: a.py?",
      "coupon: a.py is the reference for now, nothing is trusted. Two programs only.",
    ],
    [
      "the fallback",
      params({}, { trusted: null, rule: "none", fallback: "the programs disagree too much" }),
      "$(circle-large-outline) ExeCRE: nothing trusted",
      "coupon: There is no trusted reference, only samples judge. The programs disagree too much.",
    ],
    [
      "a run",
      params({ state: "running", progress: "execre-2" }),
      "$(sync~spin) ExeCRE: inputs 120/500",
      "ExeCRE checks coupon.",
    ],
    [
      "a run whose progress is not told, whatever else runs",
      params({ state: "running" }),
      "$(sync~spin) ExeCRE: checking…",
      "ExeCRE checks coupon.",
    ],
    [
      "a run of which nothing is known yet",
      params({ state: "running", folder: "file:///first", report: null, progress: "execre-3" }),
      "$(sync~spin) ExeCRE: checking…",
      "ExeCRE checks first.",
    ],
    [
      "a run in a shared folder",
      params({
        state: "running",
        folder: "file:///x/other.%2A",
        files: "file:///x",
        report: null,
        progress: "execre-1",
      }),
      "$(sync~spin) ExeCRE: inputs 1/500",
      "ExeCRE checks other.",
    ],
    [
      "an older result",
      params({ state: "stale" }),
      "$(history) ExeCRE: brute.py",
      "coupon: candidates/brute.py is the trusted reference. That was before the last change of a program.",
    ],
    [
      "a result of yesterday",
      params({ state: "stale", run: 0 }),
      "$(history) ExeCRE: brute.py",
      "coupon: candidates/brute.py is the trusted reference. That is of the last check.",
    ],
    [
      "a check that failed",
      params({ error: "input.schema has a mistake" }),
      "$(alert) ExeCRE: no result",
      "coupon: input.schema has a mistake",
    ],
  ];
  for (const [what, report, text, tooltip] of cases) {
    it(`says ${what}`, () => {
      assert.deepEqual(statusText(report, running), { text, tooltip });
    });
  }

  it("cuts a long name", () => {
    const { text } = statusText(params({}, { trusted: `${"a".repeat(50)}.py` }), new Map());
    assert.equal(text, `$(verified) ExeCRE: ${"a".repeat(29)}…`);
  });
});

describe("activeProblem", () => {
  const known: KnownProblem[] = ["b10", "b9", "a"].map((name) => ({
    folder: `file:///${name}`,
    directory: `/${name}`,
    stem: "",
    programs: [],
  }));
  const chosen = (file: string | undefined, before?: string): string | undefined =>
    activeProblem(file, known, before)?.directory;

  it("is that of the file in front", () => {
    assert.equal(chosen("/b9/samples/1.in", "file:///a"), "/b9");
  });

  it("stays while another file is in front, or none", () => {
    assert.equal(chosen("/elsewhere/x.py", "file:///b10"), "/b10");
    assert.equal(chosen(undefined, "file:///b10"), "/b10");
  });

  it("is the first by name before, and when the one before is gone", () => {
    assert.equal(chosen(undefined), "/a");
    assert.equal(activeProblem(undefined, known.slice(0, 2), "file:///a")?.directory, "/b9");
    assert.equal(activeProblem("/a/x.py", [], undefined), undefined);
  });
});
