/**
 * What the Test Explorer shows of a report, as plain values: a problem, its programs, and of each its samples and its other
 * inputs as a whole. There is never a test for a single input that was generated. Of vscode only the translation of texts.
 */
import { l10n } from "vscode";
import { stemOf } from "../problem";
import { filesOf, type Candidate, type Failure, type OnSample, type ReportParams } from "../protocol";
import { block, lens, oneLine, whole } from "../text";

/** A test, or what holds tests. */
export interface Test {
  /** One of its kind below its parent. */
  id: string;
  /** undefined: as it was before, at first the id. A screen reader would read a description in its place: there is none. */
  label?: string;
  /** What is said of it in the output of a run. */
  output?: string;
  /** The URI of what a click opens. */
  uri?: string;
  children: Test[];
  /** undefined: nothing is said of it, or not yet. */
  result?: Result;
}

/** What became of a test. */
export type Result = { state: "passed" | "skipped" } | Failed;

/** That a test did not pass, and why. errored: there is nothing that could have been run. */
export interface Failed {
  state: "failed" | "errored";
  message: string;
  /** The URI of the program, and the line of it, from 1, that the message is about. */
  place?: { uri: string; line: number };
  /** What is right, where somebody knows, and what was printed. */
  expected?: string;
  got?: string;
  /** The file of the input, relative to the problem's folder. */
  input?: string;
}

/** The test of a problem, with a test for each program. */
export function testOf(params: ReportParams): Test {
  const { folder, report, error, state } = params;
  return {
    id: folder,
    label: report?.problem ?? stemOf(folder),
    children: (report?.candidates ?? []).map((candidate) =>
      certain(programTest(candidate, params), params, candidate.earlier === true),
    ),
    ...(error === undefined || state === "running" ? {} : { result: { state: "errored", message: error } }),
  };
}

/** While a check goes on the report is of the one before; if it is partial, it says only of failures what is certain. */
function certain(test: Test, params: ReportParams, earlier: boolean): Test {
  if (params.state !== "running") {
    return test;
  }
  const children = test.children.map((child) => certain(child, params, earlier));
  const fails = ({ result }: Test): boolean => result?.state === "failed" || result?.state === "errored";
  if (params.report?.partial === true && !earlier && (fails(test) || children.some(fails))) {
    return { ...test, children };
  }
  const { id, uri } = test;
  return { id, ...(uri === undefined ? {} : { uri }), children };
}

function programTest(candidate: Candidate, params: ReportParams): Test {
  const { file, verdict, message } = candidate;
  const uri = inFolder(filesOf(params), file);
  const compiles = verdict !== "does-not-compile";
  const children = [
    ...sampleTests(candidate, params),
    {
      id: "inputs",
      label: inputsLabel(candidate),
      uri,
      children: [],
      result: othersResult(candidate, uri),
    },
  ];
  return {
    id: file,
    label: file,
    output: lens(candidate),
    uri,
    children: compiles ? children : children.map((test) => ({ ...test, result: { state: "skipped" } })),
    ...(compiles ? {} : { result: { state: "errored", message, place: { uri, line: lineOf(candidate) } } }),
  };
}

/** With more samples than this they are one test. */
const MOST_SAMPLES = 20;

/** A test for each sample, or where nobody tells what became of each, for all that the program fails. */
function sampleTests(candidate: Candidate, params: ReportParams): Test[] {
  const uri = inFolder(filesOf(params), candidate.file);
  const all = (result: Result): Test[] => [{ id: "samples", label: l10n.t("samples"), uri, children: [], result }];
  const samples = params.report?.samples;
  if (!samples) {
    return candidate.verdict === "fails-sample" ? all(failed(candidate, uri, candidate.counterexample)) : [];
  }
  const on = new Map((candidate.samples ?? []).map((one) => [one.name, one]));
  const shown = samples.find(({ name }) => on.get(name)?.fails === true); // the counterexample is of this one
  if (samples.length > MOST_SAMPLES) {
    const passes = [...on.values()].some(({ verdict }) => verdict === "accepted");
    return all(shown ? failed(candidate, uri, candidate.counterexample) : { state: passes ? "passed" : "skipped" });
  }
  return samples.map((sample) => {
    const shared = samples.some((other) => other !== sample && other.file === sample.file);
    const label = shared ? l10n.t("{0} of {1}", sample.name, sample.file) : sample.file;
    const one = on.get(sample.name);
    const test = { id: `sample ${label}`, label, uri: inFolder(filesOf(params), sample.file), children: [] };
    if (one?.fails === true) {
      const input = shared ? undefined : sample.file;
      const result =
        sample === shown
          ? failed(candidate, uri, candidate.counterexample, input)
          : failedQuietly(candidate, uri, one, input);
      return { ...test, result };
    }
    const passes = one?.verdict === "accepted" && sample.suspect !== true;
    return { ...test, ...(one === undefined ? {} : { result: { state: passes ? "passed" : "skipped" } }) };
  });
}

/** That a program fails a sample, of which the report tells no more than how. */
function failedQuietly(candidate: Candidate, uri: string, { verdict }: OnSample, input: string | undefined): Failed {
  return {
    state: "failed",
    message: sampleVerdicts()[verdict] ?? verdict,
    place: { uri, line: lineOf(candidate) },
    ...(input === undefined ? {} : { input }),
  };
}

function sampleVerdicts(): Readonly<Record<string, string>> {
  return {
    "wrong-answer": l10n.t("wrong answer"),
    crash: l10n.t("crash"),
    "time-limit": l10n.t("too slow"),
    "memory-limit": l10n.t("too much memory"),
    "output-limit": l10n.t("too much output"),
  };
}

/** What the inputs that are no samples say of a program. */
function othersResult(candidate: Candidate, uri: string): Result {
  const { verdict, role, counterexample, smallest, inputs } = candidate;
  switch (verdict) {
    case "trusted":
    case "agrees":
      return { state: "passed" };
    case "too-slow":
    case "too-much-memory":
      return role === "brute" ? { state: "skipped" } : failed(candidate, uri, counterexample); // a brute force may be
    case "differs":
    case "crashes":
    case "too-much-output":
    case "flaky":
      return failed(candidate, uri, counterexample);
    case "fails-sample": {
      const { agree = 0, ...bad } = inputs ?? {};
      if (smallest || Object.entries(bad).some(([what, count]) => what !== "notRun" && count > 0)) {
        return failed(candidate, uri, smallest);
      }
      return { state: agree > 0 ? "passed" : "skipped" };
    }
    default:
      return { state: "skipped" };
  }
}

/** That a program fails on an input of which the report tells, or on inputs that are only counted. `sample` is the file of the sample. */
function failed(candidate: Candidate, uri: string, failure?: Failure | null, sample?: string): Failed {
  const ofSample = candidate.verdict === "fails-sample";
  // The message of a program that fails a sample is about that, and its lens ends before what else there is.
  const aboutOthers = ofSample && failure !== candidate.counterexample;
  const what = (aboutOthers && counts(candidate)) || (ofSample ? lens(candidate) : candidate.message);
  const input = failure?.inputFile ?? sample;
  return {
    state: "failed",
    message: [
      // Beside expected and got, VS Code shows the first line only.
      failure ? l10n.t("{0}. Input: {1}", what, oneLine(failure.input)) : what,
      ...(failure && oneLine(failure.input) !== whole(failure.input).trim() ? [block(failure.input)] : []),
      ...(failure?.refused ? [failure.refused] : []),
      ...(failure?.stderr ? [l10n.t("What it wrote to stderr:"), block(failure.stderr)] : []),
    ].join("\n"),
    place: { uri, line: lineOf(candidate) },
    ...(failure?.expected == null ? {} : { expected: whole(failure.expected), got: whole(failure.output) }),
    ...(input === undefined ? {} : { input }),
  };
}

/** The line to show a message at: the one that it is about, else the most suspicious one, else the first. */
function lineOf({ place, suspects }: Candidate): number {
  return place?.line ?? suspects?.[0]?.line ?? 1;
}

function inputsLabel(candidate: Candidate): string {
  const said = counts(candidate);
  return said === "" ? l10n.t("inputs") : l10n.t("inputs: {0}", said);
}

/** How a program fared on the inputs, in a few words; empty where nothing is known. */
function counts({ inputs, verdict }: Candidate): string {
  const { agree = 0, differ = 0, crash = 0, timeLimit = 0, memoryLimit = 0, outputLimit = 0 } = inputs ?? {};
  const parts = [
    ...(differ > 0 ? [l10n.t("differs on {0} of {1}", differ, agree + differ)] : []),
    ...(crash > 0 ? [l10n.t("crashes on {0}", crash)] : []),
    ...(timeLimit > 0 ? [l10n.t("too slow on {0}", timeLimit)] : []),
    ...(memoryLimit > 0 ? [l10n.t("too much memory on {0}", memoryLimit)] : []),
    ...(outputLimit > 0 ? [l10n.t("too much output on {0}", outputLimit)] : []),
  ];
  if (parts.length > 0) {
    return parts.join(", ");
  }
  return agree > 0 && verdict !== "undecided" ? l10n.t("agrees on {0}", agree) : "";
}

/** The URI of a file of a folder. */
function inFolder(folder: string, file: string): string {
  return `${folder}/${file.split("/").map(encodeURIComponent).join("/")}`;
}
