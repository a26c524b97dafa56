/**
 * The inputs of a problem as they lie on the disk: samples and judgements in the layouts that the server reads
 * (server/internal/workspace), counterexamples where it keeps them (server/internal/check). Only looks. Of
 * vscode only the translation of texts.
 */
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { l10n } from "vscode";
import { hasStem, type KnownProblem } from "./problem";
import { oneLine } from "./text";

/** An input with the files that belong to it, all relative to the problem's directory, with slashes. */
export interface Input {
  kind: "sample" | "judgement" | "counterexample";
  /** The file of the input; of a sample that cph keeps, the file of all its samples. */
  file: string;
  /** What is right; undefined where nothing says so. */
  answer?: string;
  /** What the program of a counterexample printed. */
  got?: string;
  /** The program of a counterexample, as reports call it; undefined where it is of an earlier check. */
  program?: string;
  /** A smaller input on which the program goes wrong, besides that of a sample which it fails. */
  smaller?: boolean;
  /** A judgement without an answer: the input is none of the problem, or several answers are right. */
  says?: "invalid" | "several";
  /** More than one sample is in the file, so that it is opened and nothing else. */
  packed?: boolean;
}

/** Where samples are, besides the problem's own directory. */
const sampleFolders = ["test", "tests", "sample", "samples", "data/sample"];

/** Where the server keeps what it found. */
const results = (stem: string): string => (stem === "" ? ".execre" : `.execre/problems/${stem}`);

/** All inputs of a problem: samples, then judgements, then counterexamples, each by name with numbers by value. */
export async function readInputs(problem: KnownProblem): Promise<Input[]> {
  const lists = await Promise.all([
    ...["", ...sampleFolders, ".cph"].map((folder) => filesIn(problem.directory, folder)),
    filesBelow(problem.directory, `${results(problem.stem)}/counterexamples`),
  ]);
  return arrangeInputs(lists.flat(), problem);
}

/** The same, of the names of files. */
export function arrangeInputs(files: readonly string[], { stem, programs }: KnownProblem): Input[] {
  const kept = `${results(stem)}/counterexamples/`;
  const found = files.filter((file) => file.startsWith(kept));
  const own = files.filter(
    (file) => !file.startsWith(".execre/") && (stem === "" || hasStem(baseName(file).replace(/^\./, ""), stem)),
  );
  const pairs = new Map<string, Partial<Record<Kind, string>>>();
  const inputs: Input[] = [];
  for (const file of [...own].sort(byName)) {
    if (/^\.cph\/.+\.prob$/.test(file)) {
      inputs.push({ kind: "sample", file, packed: true });
      continue;
    }
    const says = /^samples\/(?:.+_)?judged-\d+\.(invalid|several)$/.exec(file)?.[1];
    if (says !== undefined) {
      inputs.push({ kind: "judgement", file, says: says as "invalid" | "several" });
      continue;
    }
    const name = sampleName(file);
    if (name !== undefined) {
      const pair = pairs.get(name.key) ?? {};
      // in1.txt and input1.txt would be one sample: the first by name counts.
      pair[name.kind] ??= file;
      pairs.set(name.key, pair);
    }
  }
  for (const { in: file, out, ans } of pairs.values()) {
    if (file !== undefined) {
      const answer = ans ?? out;
      const kind = /^samples\/(?:.+_)?judged-\d+\.in$/.test(file) ? "judgement" : "sample";
      inputs.push({ kind, file, ...(answer === undefined ? {} : { answer }) });
    }
  }
  for (const file of found.filter((one) => one.endsWith(".in"))) {
    const base = file.slice(0, -".in".length);
    const named = base.slice(kept.length).replace(/^smallest\//, "");
    const smaller = base.startsWith(`${kept}smallest/`);
    const beside = (ending: string): string | undefined => found.find((one) => one === base + ending);
    const [answer, got] = [beside(".expected"), beside(".got")];
    inputs.push({
      kind: "counterexample",
      file,
      ...(answer === undefined ? {} : { answer }),
      ...(got === undefined ? {} : { got }),
      ...(programs.includes(named) ? { program: named, smaller } : {}),
    });
  }
  const order = ["sample", "judgement", "counterexample"];
  return inputs.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || byName(a.file, b.file));
}

type Kind = "in" | "out" | "ans";

const kinds: Readonly<Record<string, Kind>> = { input: "in", output: "out", answer: "ans" };

/** What files that belong together have in common, and which one of them a file is; undefined for another file. */
function sampleName(file: string): { key: string; kind: Kind } | undefined {
  const directory = path.posix.dirname(file);
  const name = baseName(file);
  const numbered = /^(?:(.+)_)?(in|input|out|output|ans|answer)_?(\d+)\.txt$/.exec(name);
  if (numbered !== null) {
    const [, begin = "", kind = "", number = ""] = numbered;
    return { key: `${directory}/${begin}/${number}`, kind: kinds[kind] ?? (kind as Kind) };
  }
  const plain = /^(.*)\.(in|out|ans)$/.exec(name);
  return plain === null ? undefined : { key: `${directory}/${plain[1] ?? ""}`, kind: plain[2] as Kind };
}

/** The files for one more sample: named like the last one that has a number, else samples/1.in and .out. None is there yet. */
export function nextSample(inputs: readonly Input[], { stem }: KnownProblem): { file: string; answer: string } {
  const taken = new Set(inputs.flatMap(({ file, answer }) => (answer === undefined ? [file] : [file, answer])));
  const samples = inputs.filter(({ kind, packed }) => kind === "sample" && packed !== true);
  const begin = stem === "" ? "" : `${stem}_`;
  let [file, answer, number] = [`samples/${begin}1.in`, `samples/${begin}1.out`, 1];
  for (const sample of samples) {
    const [, digits] = lastNumber.exec(sample.file) ?? [];
    if (digits !== undefined && sample.answer !== undefined && lastNumber.exec(sample.answer)?.[1] === digits) {
      [file, answer, number] = [sample.file, sample.answer, Number(digits) + 1];
    }
  }
  const numbered = (name: string): string =>
    name.replace(lastNumber, (_, digits: string) => String(number).padStart(digits.length, "0"));
  while (taken.has(numbered(file)) || taken.has(numbered(answer))) {
    number++;
  }
  return { file: numbered(file), answer: numbered(answer) };
}

/** The number with which the name of a file ends, before its ending. */
const lastNumber = /(\d+)(?=\.\w+$)/;

/** What an input is called in a list: the name of its file, or the program that it is a counterexample to. */
export function nameOf({ kind, file, program, packed }: Input): string {
  if (kind === "counterexample") {
    return program ?? "";
  }
  const name = baseName(file);
  return packed === true ? name.replace(/^\./, "").replace(/(_[0-9a-f]{32})?\.prob$/, "") : name.replace(/\.\w+$/, "");
}

/** What an input is, in one line: "25 3 → Yes". Of long files it says how they begin. */
export async function describeInput(directory: string, given: Input): Promise<string> {
  const { file, answer, got, says, packed, smaller } = given;
  if (packed === true) {
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
    case file.startsWith(".execre/"):
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

async function filesIn(directory: string, folder: string): Promise<string[]> {
  try {
    const entries = await readdir(path.join(directory, folder), { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => path.posix.join(folder, name));
  } catch {
    return []; // it is not there, or was just now
  }
}

/** With what lies deeper, folders among it. */
async function filesBelow(directory: string, folder: string): Promise<string[]> {
  try {
    const names = await readdir(path.join(directory, folder), { recursive: true });
    return names.map((name) => `${folder}/${name.split(path.sep).join("/")}`);
  } catch {
    return [];
  }
}

function baseName(file: string): string {
  return path.posix.basename(file);
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
