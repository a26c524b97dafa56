/** What the picture says in words, to readers of the screen as well as to screen readers. Of vscode only the translation of texts. */
import { l10n } from "vscode";
import type { Matrix, MatrixInput } from "../protocol";
import type { PictureData } from "./messages";
import { CRASH, FAILED, NOT_RUN, TOO_SLOW, type Position } from "./layout";
import type { Chart } from "./times";

/** A class is called by a letter, as numbers are about everything else here: A to Z, then AA. */
export function letterOf(one: number): string {
  const rest = Math.floor(one / 26);
  return (rest > 0 ? letterOf(rest - 1) : "") + String.fromCharCode(65 + (one % 26));
}

/** One paragraph that says what the map shows. */
export function summary({ matrix, state }: PictureData): string {
  const { candidates, inputs } = matrix;
  const classes = new Set(candidates.map((row) => row.class).filter((one) => one >= 0)).size;
  const count = (code: number): number =>
    candidates.reduce((sum, { cells }) => sum + cells.filter((cell) => cell === code).length, 0);
  const [programs, columns, crashes, slow] = [candidates.length, inputs.length, count(CRASH), count(TOO_SLOW)];
  return [
    classes > 1
      ? l10n.t("{0} programs on {1} inputs: {2} behaviours.", programs, columns, classes)
      : l10n.t("{0} programs on {1} inputs: all behave the same.", programs, columns),
    ...(crashes > 0 ? [l10n.t("Crashes: {0}.", crashes)] : []),
    ...(slow > 0 ? [l10n.t("Too slow: {0}.", slow)] : []),
    ...(state === "running" ? [l10n.t("The check goes on.")] : []),
    ...(state === "stale" ? [l10n.t("A program has changed since.")] : []),
  ].join(" ");
}

/** An answer as the server has it for one input, cut to one line. */
export interface Peek {
  /** What the input is called. */
  name: string;
  /** By program. */
  outputs: Record<string, string>;
}

/** What a program did on an input, with the answer where it is known. */
export function cellWords(matrix: Matrix, columns: Uint32Array, { row, column }: Position, peek?: Peek): string {
  const candidate = matrix.candidates[row];
  const index = columns[column] ?? -1;
  const input = matrix.inputs[index];
  if (candidate === undefined || input === undefined) {
    return "";
  }
  const code = candidate.cells[index] ?? NOT_RUN;
  const name = peek?.name ?? sourceWords(input);
  return `${candidate.file}, ${name}, ${sizeWords(input.size)}: ${did(code, peek?.outputs[candidate.file])}`;
}

function did(code: number, output: string | undefined): string {
  switch (code) {
    case CRASH:
    case TOO_SLOW:
    case FAILED:
    case NOT_RUN:
      // The server says more about a failure than a code does.
      return output ?? codeWords(code);
    default:
      return output === undefined
        ? l10n.t("answers as {0}", letterOf(code))
        : l10n.t("answers {0}, as {1}", output, letterOf(code));
  }
}

/** What a code that is no class means. */
export function codeWords(code: number): string {
  switch (code) {
    case CRASH:
      return l10n.t("crashes");
    case TOO_SLOW:
      return l10n.t("takes too long");
    case NOT_RUN:
      return l10n.t("not executed");
    default:
      return l10n.t("fails otherwise");
  }
}

function sourceWords({ source }: MatrixInput): string {
  switch (source) {
    case "sample":
      return l10n.t("a sample");
    case "judged":
      return l10n.t("a judgement");
    case "replayed":
      return l10n.t("an earlier counterexample");
    default:
      return l10n.t("an input");
  }
}

export function sizeWords(bytes: number): string {
  if (bytes < 1000) {
    return bytes === 1 ? l10n.t("1 byte") : l10n.t("{0} bytes", round(bytes));
  }
  return bytes < 1e6 ? `${round(bytes / 1e3)} kB` : `${round(bytes / 1e6)} MB`;
}

export function timeWords(milliseconds: number): string {
  return milliseconds < 1000 ? `${round(milliseconds)} ms` : `${round(milliseconds / 1000)} s`;
}

/** At most three digits. */
function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** What the chart of times says. */
export function chartWords(chart: Chart, { candidates, limit }: Matrix): string {
  const slowest = candidates
    .map(({ file }, row) => ({ file, time: Math.max(0, ...(chart.curves[row] ?? []).map(({ time }) => time)) }))
    .sort((a, b) => b.time - a.time)[0];
  return [
    l10n.t("Slowest run of each program by input size, both on logarithmic axes."),
    ...(slowest === undefined ? [] : [l10n.t("The slowest is {0} with {1}.", slowest.file, timeWords(slowest.time))]),
    ...(limit ? [l10n.t("The limit is {0}.", timeWords(limit))] : []),
  ].join(" ");
}
