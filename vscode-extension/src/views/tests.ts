/**
 * What the Test Explorer shows of a report, as plain values: a problem, its programs, and of each its samples and its other
 * inputs as a whole. There is never a test for a single input that was generated. Of vscode only the translation of texts.
 */
import { l10n } from "vscode";
import type { Input } from "../inputs";
import { stemOf } from "../problem";
import { filesOf, type Candidate, type Failure, type ReportParams } from "../protocol";
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

/** The test of a problem, with a test for each program. Samples are those on the disk. */
export function testOf(params: ReportParams, samples: readonly Input[]): Test {
  const { folder, report, error, state } = params;
  return {
    id: folder,
    label: report?.problem ?? stemOf(folder),
    children: (report?.candidates ?? []).map((candidate) => certain(programTest(candidate, params, samples), params)),
    ...(error === undefined || state === "running" ? {} : { result: { state: "errored", message: error } }),
  };
}

/** While a check goes on the report is of the one before; if it is partial, it says only of failures what is certain. */
function certain(test: Test, params: ReportParams): Test {
  if (params.state !== "running") {
    return test;
  }
  const children = test.children.map((child) => certain(child, params));
  const fails = ({ result }: Test): boolean => result?.state === "failed" || result?.state === "errored";
  if (params.report?.partial === true && (fails(test) || children.some(fails))) {
    return { ...test, children };
  }
  const { id, uri } = test;
  return { id, ...(uri === undefined ? {} : { uri }), children };
}

function programTest(candidate: Candidate, params: ReportParams, samples: readonly Input[]): Test {
  const { file, verdict, message } = candidate;
  const uri = inFolder(filesOf(params), file);
  const compiles = verdict !== "does-not-compile";
  const children = [
    ...sampleTests(candidate, params, samples),
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

/** A test for each sample, or where it cannot be told which of them fail, for all together. Judgements are no samples. */
function sampleTests(candidate: Candidate, params: ReportParams, inputs: readonly Input[]): Test[] {
  const samples = inputs.filter(
    ({ kind, answer, packed }) => kind === "sample" && (answer !== undefined || packed === true),
  );
  if (samples.length === 0) {
    return [];
  }
  const uri = inFolder(filesOf(params), candidate.file);
  const fails = candidate.verdict === "fails-sample";
  const failing = failedSamples(candidate, samples);
  if (failing === undefined || samples.length > MOST_SAMPLES) {
    const result: Result = fails ? failed(candidate, uri, candidate.counterexample) : { state: "passed" };
    return [{ id: "samples", label: l10n.t("samples"), uri, children: [], result }];
  }
  // Such a sample is thought to be wrong, and judges nobody.
  const suspect = new Set(
    params.report?.problems?.filter(({ code }) => code === "sample-suspect").map(({ file }) => file),
  );
  return samples.map((sample) => {
    let result: Result = { state: suspect.has(sample.file) ? "skipped" : "passed" };
    if (failing.includes(sample)) {
      const shown = candidate.counterexample?.reference === sample.file ? candidate.counterexample : undefined;
      result = failed(candidate, uri, shown, sample);
    }
    return {
      id: `sample ${sample.file}`,
      label: sample.file,
      uri: inFolder(filesOf(params), sample.file),
      children: [],
      result,
    };
  });
}

/**
 * The samples that a program fails: its message has their numbers. undefined where the samples on the disk may not be in the
 * order of these.
 */
function failedSamples(
  { verdict, message, counterexample }: Candidate,
  samples: readonly Input[],
): Input[] | undefined {
  const folder = (file = ""): string => file.slice(0, file.lastIndexOf("/") + 1);
  if (samples.some(({ file, packed }) => packed === true || folder(file) !== folder(samples[0]?.file))) {
    return undefined;
  }
  if (verdict !== "fails-sample") {
    return [];
  }
  const [, numbers = ""] = /^fails samples? (\d+(?:(?:, | and )\d+)*)/.exec(message) ?? [];
  const found = numbers.split(/, | and /).flatMap((number) => samples[Number(number) - 1] ?? []);
  return found.length === numbers.split(/, | and /).length && found[0]?.file === counterexample?.reference
    ? found
    : undefined;
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

/** That a program fails on an input of which the report tells, or on a sample, or on inputs that are only counted. */
function failed(candidate: Candidate, uri: string, failure?: Failure | null, sample?: Input): Failed {
  const [said = ""] = candidate.message.split("; the smallest input", 1);
  // The message of a program that fails a sample is about that.
  const aboutOthers =
    candidate.verdict === "fails-sample" && sample === undefined && failure !== candidate.counterexample;
  const what = (aboutOthers && counts(candidate)) || said;
  const input = failure?.inputFile ?? sample?.file;
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
