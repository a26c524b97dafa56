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
  /** The problem, a URI: what commands and requests are given. */
  folder: string;
  /** The URI of the folder that the problem's files are in, where several problems share one; `folder` is then only a name. */
  files?: string;
  /** Counts the runs of this problem: the run that the report is of, or while one is running, that one; 0: of an earlier session. */
  run: number;
  /** running: the report is of an earlier run, or partial. final: the run is over. stale: a candidate has changed since. gone: the
   * problem is no more; there is no report. */
  state: "running" | "final" | "stale" | "gone";
  /** Of the last run that finished; null before the first. */
  report: Report | null;
  /** Why the last run gave no report. */
  error?: string;
  /** The token of the $/progress of the run that goes on. */
  progress?: string;
}

/** The URI of the folder that the files of a report are relative to. */
export function filesOf({ folder, files }: ReportParams): string {
  return files ?? folder;
}

/**
 * The report of `execre check --format json`, the parts an editor shows. Numbers are null where undefined. What may be
 * missing was not in the first reports of version 1, or is left out where there is nothing to say.
 */
export interface Report {
  version: 1;
  problem: string;
  decision: Decision;
  candidates: Candidate[];
  /** Of the last report, in their order; not there in one of an older server. */
  samples?: Sample[] | null;
  question?: Question | null;
  guess?: Guess | null;
  /** The check goes on: of no program it is said that it is right. */
  partial?: boolean;
}

export interface Decision {
  /** File of the trusted reference, relative to the problem's folder; null when nothing is trusted. */
  trusted: string | null;
  rule: "consensus" | "judged" | "declared" | "none";
  provisional?: string | null;
  /** Why nothing is trusted; empty otherwise. */
  fallback?: string;
  /** Sentences about what the decision rests on. */
  explanation?: string[] | null;
  /** Several answers seem right, so that nobody is called wrong for giving another one. */
  severalAnswers?: boolean;
}

/** An input with a known answer, by which every program is judged. */
export interface Sample {
  /** "sample 2"; no other has it. */
  name: string;
  /** Of the input, relative to the problem's folder. Several samples may share one. */
  file: string;
  /** It may be wrong, so it judges nobody. */
  suspect?: boolean;
}

/** What a program did on a sample. */
export interface OnSample {
  /** Of the sample. */
  name: string;
  /** "accepted", "wrong-answer", "crash", "time-limit", "memory-limit", "output-limit", "unjudged", "not-run", or something newer. */
  verdict: string;
  /** Whether that is held against the program. */
  fails: boolean;
}

export interface Candidate {
  /** Relative to the problem's folder. */
  file: string;
  verdict: string;
  /** One sentence for people. */
  message: string;
  /** What stands above its code. */
  lens?: string;
  /** What it did on each sample; not there in a report of an older server, or while it is not known. */
  samples?: OnSample[] | null;
  /** "cpp", "python", … as the server calls them. */
  language?: string;
  /** "candidate", or "brute" for one that may be slow. */
  role?: string;
  /** On how many inputs it agrees with the trusted reference and on how many not, and where it fails in another way. */
  inputs?: Partial<Record<"agree" | "differ" | "crash" | "timeLimit" | "memoryLimit" | "outputLimit", number>> | null;
  /** The line that the message is about, from 1. */
  place?: { line: number } | null;
  alpha?: number | null;
  /** The 5 % and 95 % quantiles of alpha. */
  alphaInterval?: [number | null, number | null] | null;
  counterexample?: Failure | null;
  /** Of a program that fails a sample: a smaller input on which it goes wrong. */
  smallest?: Failure | null;
  /** The most suspicious lines, the first one the most. Nothing is certain about them. */
  suspects?: Suspect[] | null;
  /** Why there are no suspects. */
  noSuspects?: string;
  /** Sentences about what its numbers mean. */
  explanation?: string[] | null;
  /** In a partial report: nothing is known of it yet, and this is what the report before has. */
  earlier?: boolean;
}

/** An input on which a candidate goes wrong. */
export interface Failure {
  input: Text;
  output: Text;
  /** null where nothing says what is right. */
  expected?: Text | null;
  /** What a checker program says of the output: "refused by checker.py: not sorted". */
  refused?: string;
  /** Who says what is right: a program, or the file of a sample. */
  reference?: string | null;
  /** What a program that crashed wrote to its stderr. */
  stderr?: string | null;
  /** Where the input is, relative to the problem's folder. */
  inputFile: string;
}

/** A line of a candidate, from 1, with the coefficient of Ochiai, at most 1. */
export interface Suspect {
  line: number;
  score: number | null;
}

/** An input or an output; over 64 KiB only its ends. */
export type Text = string | { head: string; tail: string; bytes: number };

/** An input whose right answer would decide most, with the answers the candidates gave. */
export interface Question {
  input: Text;
  answers: { output: Text; members: string[] }[];
}

/** The input format where nobody has written one. */
export interface Guess {
  /** As input.schema has it; empty where nothing is left of it. */
  text: string;
  /** How probable it is that layout and bounds are right; null where nothing is left. */
  sure: number | null;
  /** Its constraints that no statement says. */
  confirm?: string[] | null;
}

const states: readonly unknown[] = ["running", "final", "stale", "gone"] satisfies ReportParams["state"][];

/** Reads the parameters of execre/report. A report of another version than 1 is refused. */
export function parseReportParams(value: unknown): ReportParams | undefined {
  if (!isObject(value) || typeof value["folder"] !== "string" || typeof value["run"] !== "number") {
    return undefined;
  }
  const files = value["files"];
  if (!states.includes(value["state"]) || (files !== undefined && typeof files !== "string")) {
    return undefined;
  }
  const progress = value["progress"];
  if (progress !== undefined && typeof progress !== "string") {
    return undefined;
  }
  const report = value["report"];
  if (report !== null && !isReport(report)) {
    return undefined;
  }
  return value as unknown as ReportParams;
}

function isReport(value: unknown): boolean {
  return (
    isObject(value) &&
    value["version"] === 1 &&
    isObject(value["decision"]) &&
    isListOrNone(value["decision"]["explanation"]) &&
    isList(
      value["candidates"],
      (candidate) =>
        isObject(candidate) &&
        ["file", "verdict", "message"].every((key) => typeof candidate[key] === "string") &&
        [candidate["counterexample"], candidate["smallest"]].every(isFailureOrNone) &&
        isListOrNone(candidate["alphaInterval"]) &&
        isListOrNone(candidate["suspects"], (suspect) => isObject(suspect) && typeof suspect["line"] === "number") &&
        isListOrNone(candidate["explanation"]) &&
        (candidate["lens"] === undefined || typeof candidate["lens"] === "string") &&
        isListOrNone(
          candidate["samples"],
          (sample) =>
            isObject(sample) &&
            ["name", "verdict"].every((key) => typeof sample[key] === "string") &&
            typeof sample["fails"] === "boolean",
        ) &&
        isObjectOrNone(candidate["inputs"], () => true) &&
        isObjectOrNone(candidate["place"], (place) => typeof place["line"] === "number"),
    ) &&
    isListOrNone(
      value["samples"],
      (sample) => isObject(sample) && ["name", "file"].every((key) => typeof sample[key] === "string"),
    ) &&
    isObjectOrNone(
      value["question"],
      (question) =>
        isText(question["input"]) &&
        isList(
          question["answers"],
          (answer) => isObject(answer) && isText(answer["output"]) && isList(answer["members"]),
        ),
    ) &&
    isObjectOrNone(value["guess"], (guess) => typeof guess["text"] === "string" && isListOrNone(guess["confirm"]))
  );
}

/** The notification that says whether problems from the browser can arrive. */
export const COMPANION_METHOD = "execre/companion";

export interface CompanionStatus {
  state: string;
  /** A sentence, with a way out where there is something wrong. */
  message: string;
  /** What has to be done for a browser on another machine; empty on the machine of the browser. */
  hint: string;
}

/** Reads the parameters of execre/companion. */
export function parseCompanionStatus(value: unknown): CompanionStatus | undefined {
  if (!isObject(value) || !["state", "message", "hint"].every((key) => typeof value[key] === "string")) {
    return undefined;
  }
  return value as unknown as CompanionStatus;
}

/** The notification that says what became of a problem, or a contest, from the browser. The server opens the first one. */
export const ARRIVAL_METHOD = "execre/problem";

export interface Arrival {
  /** Empty for a single problem. */
  contest: string;
  created: { name: string; existed: boolean; leftOut: string[] }[];
  /** How many problems of the contest never came. */
  missing: number;
  /** One for each problem that could not be written. The server shows them. */
  errors: string[];
}

/** Reads the parameters of execre/problem. */
export function parseArrival(value: unknown): Arrival | undefined {
  if (!isObject(value) || typeof value["contest"] !== "string" || typeof value["missing"] !== "number") {
    return undefined;
  }
  const { created, errors } = value;
  const isCreated = (problem: unknown): boolean =>
    isObject(problem) && typeof problem["name"] === "string" && Array.isArray(problem["leftOut"]);
  if (!isList(created, isCreated) || !isList(errors)) {
    return undefined;
  }
  return value as unknown as Arrival;
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

/** The request for what every program did on every input. Its parameters name the problem: `{ folder }`. */
export const MATRIX_METHOD = "execre/matrix";

/** What the programs of a problem did, as far as it is known. */
export interface Matrix {
  /** Counts the runs of this problem, as in ReportParams. */
  run: number;
  state: "running" | "final" | "stale";
  /** By size. */
  inputs: MatrixInput[];
  /** Class by class. */
  candidates: MatrixRow[];
  /** The time limit in CPU milliseconds; 0, or nothing, where it is not known. */
  limit?: number;
}

export interface MatrixInput {
  id: number;
  /** Bytes. */
  size: number;
  /** "sample", "judged", "replayed", "generated", or something newer. */
  source: string;
}

export interface MatrixRow {
  /** Relative to the problem's folder. */
  file: string;
  /** Programs of one class do the same on all inputs; 0 has the trusted reference or the most programs. -1: takes no part. */
  class: number;
  /**
   * What it did on each input. From 0: it gave the answer of that class, the first class that gives it. -1: crash, -2: too
   * slow, -3: not executed, -4: another failure.
   */
  cells: number[];
  /** CPU milliseconds on each input; -1 where there is no time. */
  times: number[];
}

/** Reads the answer to execre/matrix: null while nothing has been executed, undefined where it cannot be read. */
export function parseMatrix(value: unknown): Matrix | null | undefined {
  if (value === null) {
    return null;
  }
  if (
    !isObject(value) ||
    typeof value["run"] !== "number" ||
    !["running", "final", "stale"].some((state) => state === value["state"])
  ) {
    return undefined;
  }
  const { inputs, candidates, limit } = value;
  const isInput = (input: unknown): boolean =>
    isObject(input) &&
    typeof input["id"] === "number" &&
    typeof input["size"] === "number" &&
    typeof input["source"] === "string";
  const isNumbers = (list: unknown): boolean =>
    isList(list, Number.isFinite) && (list as unknown[]).length === (inputs as unknown[]).length;
  const isRow = (row: unknown): boolean =>
    isObject(row) &&
    typeof row["file"] === "string" &&
    Number.isInteger(row["class"]) &&
    isNumbers(row["cells"]) &&
    isNumbers(row["times"]);
  if (!isList(inputs, isInput) || !isList(candidates, isRow) || (limit !== undefined && typeof limit !== "number")) {
    return undefined;
  }
  return value as unknown as Matrix;
}

/** The request for one input with all outputs. Its parameters: `{ folder, run, input }`, the run and the input's id as in a Matrix. */
export const CELL_METHOD = "execre/cell";

/** An input with what every program printed. */
export interface Cell {
  input: string;
  /** What people call it: "sample 1", "input 17". */
  name: string;
  outputs: CellOutput[];
  /** Some text was too long and is cut. */
  cut: boolean;
}

export interface CellOutput {
  file: string;
  /** "ok", "crash", "time-limit", "output-limit", "not-run", or something newer. */
  verdict: string;
  output: string;
  /** What is wrong, in words; empty where nothing is. */
  error: string;
  /** The class whose answer it is; negative where it is none. */
  class: number;
  /** CPU milliseconds; -1 where there is no time. */
  time: number;
}

/** Reads the answer to execre/cell. */
export function parseCell(value: unknown): Cell | undefined {
  if (!isObject(value) || typeof value["input"] !== "string" || typeof value["name"] !== "string") {
    return undefined;
  }
  const isOutput = (output: unknown): boolean =>
    isObject(output) &&
    ["file", "verdict", "output", "error"].every((key) => typeof output[key] === "string") &&
    ["class", "time"].every((key) => typeof output[key] === "number");
  if (typeof value["cut"] !== "boolean" || !isList(value["outputs"], isOutput)) {
    return undefined;
  }
  return value as unknown as Cell;
}

/** The request for the inputs of a problem as they lie on the disk. Its parameters name the problem: `{ folder }`. */
export const INPUTS_METHOD = "execre/inputs";

/** The inputs of a problem. All files are relative to the folder of the problem's files, with slashes. */
export interface InputFiles {
  /** Samples, then judgements, then counterexamples, in the order in which people read their names. */
  inputs: InputFile[];
  /** The files for one more sample, which are not there yet. */
  next: { file: string; answer: string };
}

/** The file of an input, with those that belong to it. */
export interface InputFile {
  kind: "sample" | "judgement" | "counterexample";
  file: string;
  /** The file of what is right: `file` itself where that has both, with other samples; undefined where nothing says so. */
  answer?: string;
  /** A judgement without an answer: the input is none of the problem, or several answers are right. */
  says?: "invalid" | "several";
  /** What the program of a counterexample printed. */
  got?: string;
  /** The program of a counterexample; undefined where it is of an earlier check. */
  program?: string;
  /** A smaller input on which the program goes wrong, besides that of a sample which it fails. */
  smaller?: boolean;
}

const inputKinds: readonly unknown[] = ["sample", "judgement", "counterexample"] satisfies InputFile["kind"][];

/** Reads the answer to execre/inputs. Inputs of a kind that is not known here are left out. */
export function parseInputFiles(value: unknown): InputFiles | undefined {
  if (!isObject(value) || !Array.isArray(value["inputs"]) || !isObject(value["next"])) {
    return undefined;
  }
  const { file, answer } = value["next"];
  if (typeof file !== "string" || typeof answer !== "string") {
    return undefined;
  }
  const isTextOrNone = (text: unknown): boolean => text === undefined || typeof text === "string";
  const inputs = value["inputs"].filter(
    (input: unknown) =>
      isObject(input) &&
      inputKinds.includes(input["kind"]) &&
      typeof input["file"] === "string" &&
      ["answer", "got", "program"].every((key) => isTextOrNone(input[key])),
  ) as InputFile[];
  return { inputs, next: { file, answer } };
}

/**
 * The request for how a person builds and runs a program. Its parameters: `{ folder, file, debug }`, the program as reports
 * have it, and whether a debugger is to run it.
 */
export const LAUNCH_METHOD = "execre/launch";

/** How a program is built and run in a terminal or a debugger: by the commands of a check. All paths are absolute. */
export interface Recipe {
  language: string;
  /** The folder in which both commands are run. */
  folder: string;
  /** undefined where there is nothing to build. */
  build?: Argv;
  run: Argv;
  /** What is run: the source, or what is built. */
  program: string;
  /** What runs it, with its flags; undefined for a native program. */
  interpreter?: Argv;
}

/** A program with its arguments, as nothing has quoted them yet. */
export type Argv = readonly [program: string, ...args: string[]];

/** Reads the answer to execre/launch. */
export function parseRecipe(value: unknown): Recipe | undefined {
  const isArgv = (argv: unknown): boolean =>
    isList(argv, (word) => typeof word === "string") && (argv as unknown[]).length > 0;
  if (
    !isObject(value) ||
    !["language", "folder", "program"].every((key) => typeof value[key] === "string") ||
    !isArgv(value["run"]) ||
    !["build", "interpreter"].every((key) => value[key] === undefined || isArgv(value[key]))
  ) {
    return undefined;
  }
  return value as unknown as Recipe;
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

function isFailureOrNone(value: unknown): boolean {
  return isObjectOrNone(
    value,
    ({ input, output, inputFile }) => isText(input) && isText(output) && typeof inputFile === "string",
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string" || (isObject(value) && typeof value["head"] === "string");
}

function isList(value: unknown, isItem: (item: unknown) => boolean = () => true): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isListOrNone(value: unknown, isItem?: (item: unknown) => boolean): boolean {
  return value === undefined || value === null || isList(value, isItem);
}

/** Whether there is nothing, or an object as it should be. */
function isObjectOrNone(value: unknown, isRight: (object: Record<string, unknown>) => boolean): boolean {
  return value === undefined || value === null || (isObject(value) && isRight(value));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The argument of every command of the server. */
export interface CommandArgument {
  folder: string;
  /** Relative to the folder of the problem's files. */
  file?: string;
  /** The file of an input that the program goes wrong on, likewise. */
  input?: string;
  /** What a button says to the question. */
  judgement?: Judgement;
}

/** The request by which the answer to the question is given: {folder} with a Judgement. */
export const JUDGE_METHOD = "execre/judge";

/** An answer to the question about an input: one of the others, none while the person has still to write it. */
export interface Judgement {
  input: string;
  output?: string;
  invalid?: true;
  several?: true;
  /** The output is meant, whatever it looks like. */
  sure?: true;
}
