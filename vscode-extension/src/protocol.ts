/**
 * What the server says beyond plain LSP: the mirror of the Go package server/internal/lsp and of the report, version 1.
 *
 * The parse functions check the shape as far as the extension relies on it and answer undefined for anything else, so
 * that a newer or older server can never make the extension throw. No vscode here: plain values in, plain values out.
 */

/** The client capability experimental.execre: the server leaves it to such a client to show counterexamples. */
export const EXPERIMENTAL_CAPABILITY = { version: 1 } as const;

/** The notification with which the server sends a report. */
export const REPORT_METHOD = "execre/report";

/** The command behind a lens about a difference. The server answers with a Counterexample, the client shows it. */
export const SHOW_COUNTEREXAMPLE = "execre.showCounterexample";

/** The files, as URIs, that show where a candidate goes wrong. */
export interface Counterexample {
  /** One line for the tab of the editor. */
  title: string;
  input: string;
  /** The output that is right; null where nobody knows it. */
  expected: string | null;
  /** What the candidate wrote. */
  got: string;
}

/** The parameters of execre/report. */
export interface ReportParams {
  /** The problem's folder, a URI. */
  folder: string;
  /** Counts the runs of this problem: the run that the report is of, or while one is running, that one. */
  run: number;
  /** running: the report is of an earlier run, or partial. final: the run is over. stale: a candidate has changed since. */
  state: "running" | "final" | "stale";
  /** Of the last run that finished; null before the first. */
  report: Report | null;
  /** Why the last run gave no report. */
  error?: string;
}

/** The report of `execre check --format json`, the parts an editor shows. Numbers are null where undefined. */
export interface Report {
  version: 1;
  problem: string;
  seed: number;
  inputs: { executed: number; distinct: number; dropped: number; source: string; stopped: string | null };
  decision: Decision;
  candidates: Candidate[];
  question: Question | null;
}

export interface Decision {
  /** File of the trusted reference, relative to the problem's folder; null when nothing is trusted. */
  trusted: string | null;
  rule: "consensus" | "judged" | "declared" | "none";
  provisional: string | null;
  threshold: number;
  /** Why nothing is trusted; empty otherwise. */
  fallback: string;
}

export interface Candidate {
  /** Relative to the problem's folder. */
  file: string;
  language: string;
  role: string;
  duplicateOf: string | null;
  verdict: string;
  alpha: number | null;
  probabilityRight: number | null;
  class: number | null;
  /** One sentence for people. */
  message: string;
}

/** An input whose right answer would decide most, with the answers the candidates gave. */
export interface Question {
  input: string;
  answers: { output: string; members: string[] }[];
}

const states: readonly unknown[] = ["running", "final", "stale"] satisfies ReportParams["state"][];

/** Reads the parameters of execre/report. A report of another version than 1 is refused. */
export function parseReportParams(value: unknown): ReportParams | undefined {
  if (!isObject(value) || typeof value["folder"] !== "string" || typeof value["run"] !== "number") {
    return undefined;
  }
  if (!states.includes(value["state"])) {
    return undefined;
  }
  const report = value["report"];
  if (report !== null && !(isObject(report) && report["version"] === 1 && Array.isArray(report["candidates"]))) {
    return undefined;
  }
  return value as unknown as ReportParams;
}

/** Reads the server's answer to execre.showCounterexample. */
export function parseCounterexample(value: unknown): Counterexample | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const { title, input, expected, got } = value;
  if (typeof title !== "string" || typeof input !== "string" || typeof got !== "string") {
    return undefined;
  }
  if (expected !== null && typeof expected !== "string") {
    return undefined;
  }
  return { title, input, expected, got };
}

/** A line that the server wrote to its stderr. */
export interface LogLine {
  level: "debug" | "info" | "warn" | "error";
  text: string;
}

/** Reads a line of the server's log, without its time, which the output channel adds itself. Other lines are errors, such as a panic's. */
export function parseLogLine(line: string): LogLine {
  const match = /^time=\S+ level=(DEBUG|INFO|WARN|ERROR) (.*)$/.exec(line);
  if (match === null) {
    return { level: "error", text: line };
  }
  return { level: match[1]?.toLowerCase() as LogLine["level"], text: match[2] ?? "" };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
