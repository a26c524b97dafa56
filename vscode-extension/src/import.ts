/** Runs `execre import` of the server's program and reads what it says. No vscode here. */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import type { CompanionConfig } from "./config";

export interface ImportRequest {
  /** The program of the server. */
  program: string;
  /** A folder, a zip file, or a text. */
  source: { path: string } | { text: string };
  /** The folder in which the problem folders are made. */
  into: string;
  /** Of the program to begin with. */
  settings: Pick<CompanionConfig, "language" | "templates">;
}

export interface ImportResult {
  /** What was made. */
  problems: ImportedProblem[];
  /** What was left out, or why nothing could be made. */
  said: string;
  ok: boolean;
}

export interface ImportedProblem {
  folder: string;
  /** Relative to the folder, with slashes; empty when the problem was there before. */
  files: string[];
}

/** Imports. The promise rejects only when the program cannot be started. */
export function runImport({ program, source, into, settings }: ImportRequest): Promise<ImportResult> {
  const args = ["import", "path" in source ? source.path : "-", `--into=${into}`];
  for (const name of ["language", "templates"] as const) {
    if (settings[name] !== "") {
      args.push(`--${name}=${settings[name]}`);
    }
  }
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "pipe" });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ problems: parseImported(stdout), said: stderr.trim().replace(/^execre: /, ""), ok: code === 0 });
    });
    // It may end without having read everything; its exit status says why.
    child.stdin.on("error", () => undefined);
    child.stdin.end("text" in source ? source.text : "");
  });
}

/** Reads the folders that were made, each with its files below it, indented. */
export function parseImported(stdout: string): ImportedProblem[] {
  const problems: ImportedProblem[] = [];
  for (const line of stdout.split(/\r?\n/)) {
    if (line.startsWith("  ")) {
      problems.at(-1)?.files.push(line.slice(2));
    } else if (line !== "") {
      problems.push({ folder: line.replace(/: was there already, nothing is changed in it$/, ""), files: [] });
    }
  }
  return problems;
}

const programs = /\.(c|cc|cpp|cxx|go|java|js|kt|mjs|py|rs|ts)$/;

/** The absolute path of the file to begin with: the first program, else the first file; undefined where there is none. */
export function fileToOpen({ folder, files }: ImportedProblem): string | undefined {
  const all = files.length > 0 ? files : filesIn(folder);
  // A program of the folder itself comes before those that somebody else wrote, and the solution before the rest.
  const rank = (file: string): number =>
    10 * file.split("/").length + (/^(solution|main)\./i.test(path.posix.basename(file)) ? 0 : 1);
  const [first = all[0]] = all.filter((file) => programs.test(file)).sort((a, b) => rank(a) - rank(b));
  return first === undefined ? undefined : path.join(folder, first);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
