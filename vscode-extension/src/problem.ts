/** Which problem a file belongs to, as far as the extension can know. No vscode here, and no look at the disk. */
import path from "node:path";

/** A problem that the server has reported. */
export interface KnownProblem {
  /** What commands are given: the URI of its folder, or where several problems share a folder, of "a.*" in it. */
  folder: string;
  /** Absolute path of the folder that its files are in. */
  directory: string;
  /** The stem of its files, lower case, where it shares the folder; else empty. */
  stem: string;
  /** Its programs, relative to the directory, with slashes. */
  programs: readonly string[];
}

/** The problem of a file, with the program that the file is, if it is one. */
export interface FoundProblem {
  problem: KnownProblem;
  program?: string;
}

/**
 * The innermost known problem that the file is in. Of several in one folder, the one whose program it is, else whose stem
 * its name begins with.
 */
export function findProblem(file: string, known: readonly KnownProblem[]): FoundProblem | undefined {
  const holding = known
    .flatMap((problem) => {
      const relative = path.relative(problem.directory, file);
      const outside = relative === "" || relative === ".." || relative.startsWith(`..${path.sep}`);
      return outside || path.isAbsolute(relative) ? [] : [{ problem, program: relative.split(path.sep).join("/") }];
    })
    .sort((a, b) => b.problem.directory.length - a.problem.directory.length);
  const innermost = holding.filter(({ problem }) => problem.directory === holding[0]?.problem.directory);
  const asProgram = innermost.find(({ problem, program }) => problem.programs.includes(program));
  if (asProgram !== undefined) {
    return asProgram;
  }
  const named = innermost.find(({ problem, program }) => problem.stem === "" || hasStem(program, problem.stem));
  return named && { problem: named.problem };
}

/** The problem that is shown: that of the file, else the one before, else the first by name; undefined where there is none. */
export function activeProblem(
  file: string | undefined,
  known: readonly KnownProblem[],
  before: string | undefined,
): KnownProblem | undefined {
  const found = file === undefined ? undefined : findProblem(file, known)?.problem;
  return (
    found ??
    known.find(({ folder }) => folder === before) ??
    [...known].sort((a, b) => stemOf(a.folder).localeCompare(stemOf(b.folder), "en", { numeric: true }))[0]
  );
}

/** Whether a file of a shared folder is called like a problem's: A.cpp, A2.cpp and A_brute.py, but not Another.py. */
export function hasStem(file: string, stem: string): boolean {
  const name = file.toLowerCase();
  return name.startsWith(stem) && !/^\p{L}/u.test(name.slice(stem.length));
}

/** The last part of a problem's URI without what marks a shared folder: the name of its folder, or the stem of its files. */
export function stemOf(folder: string): string {
  const last = folder.replace(/\/+$/, "").split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last).replace(/\.\*$/, "");
  } catch {
    return last;
  }
}
