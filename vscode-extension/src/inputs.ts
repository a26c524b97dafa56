/**
 * The inputs of a problem, and how they are called and described in lists. The server says which there are; their texts are
 * read from the disk. Of vscode only the translation of texts.
 */
import { open } from "node:fs/promises";
import path from "node:path";
import { l10n } from "vscode";
import { INPUTS_METHOD, parseInputFiles, type InputFile, type InputFiles } from "./protocol";
import { oneLine } from "./text";

/** Sends a request to the server; rejects with a sentence for people. */
export type Ask = (method: string, params: object) => Promise<unknown>;

/** The inputs of a problem, by what the server calls it. Rejects where the server cannot say. */
export async function readInputs(ask: Ask, folder: string): Promise<InputFiles> {
  const files = parseInputFiles(await ask(INPUTS_METHOD, { folder }));
  if (files === undefined) {
    throw new Error(l10n.t("the server's answer cannot be read by this version of the extension."));
  }
  return files;
}

/** Whether more than one sample is in the file, so that it is opened and nothing else. */
export function isPacked({ file, answer }: InputFile): boolean {
  return file === answer;
}

/** What an input is called in a list: the name of its file, or the program that it is a counterexample to. */
export function nameOf(input: InputFile): string {
  const { kind, file, program } = input;
  if (kind === "counterexample") {
    return program ?? "";
  }
  const name = path.posix.basename(file);
  return isPacked(input) ? name.replace(/^\./, "").replace(/(_[0-9a-f]{32})?\.prob$/, "") : name.replace(/\.\w+$/, "");
}

/** A group of editors: where it is, and the absolute paths of the files in it. */
interface Column {
  column: number;
  files: readonly string[];
}

/** The groups in which inputs and answers like these are open side by side, if there are such. */
export function pairOf(
  columns: readonly Column[],
  input: string,
  answer: string,
): { input: number; answer: number } | undefined {
  const holds = (like: string) => (column: Column) =>
    column.files.some((file) => path.dirname(file) === path.dirname(like) && path.extname(file) === path.extname(like));
  const inputs = columns.find(holds(input));
  const answers = columns.filter((column) => column !== inputs).find(holds(answer));
  return inputs && answers && { input: inputs.column, answer: answers.column };
}

/** What an input is, in one line: "25 3 → Yes". Of long files it says how they begin. */
export async function describeInput(directory: string, given: InputFile): Promise<string> {
  const { kind, file, answer, got, says, smaller } = given;
  if (isPacked(given)) {
    return l10n.t("samples of cph");
  }
  if (smaller === true) {
    return l10n.t("smaller: {0}", await describeInput(directory, { ...given, smaller: false }));
  }
  const text = async (name: string): Promise<string> => oneLine(await head(path.join(directory, name)));
  const input = await text(file);
  switch (true) {
    case says === "invalid":
      return l10n.t("{0}: no input of this problem", input);
    case says === "several":
      return l10n.t("{0}: several answers are right", input);
    case answer !== undefined && got !== undefined:
      return l10n.t("{0} → {1}, not {2}", input, await text(answer), await text(got));
    case answer !== undefined:
      return `${input} → ${await text(answer)}`;
    case got !== undefined:
      return l10n.t("{0} → {1}?", input, await text(got));
    case kind === "counterexample":
      return l10n.t("{0} (of an earlier check)", input);
    default:
      return l10n.t("{0}: no answer yet, so it is not used", input);
  }
}

const HEAD = 400; // bytes: more than a line shows

async function head(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
      return buffer.toString("utf8", 0, bytesRead) + (bytesRead === HEAD ? "…" : "");
    } finally {
      await handle.close();
    }
  } catch {
    return "…"; // it is gone just now; the list is read again
  }
}
