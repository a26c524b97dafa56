/** What a command is about: its argument, that of a row, or where the palette gives none, the file in front. */
import * as vscode from "vscode";
import { knownProblem } from "./active";
import { findProblem } from "./problem";
import type { Candidate, CommandArgument, ReportParams } from "./protocol";

/** The scheme of documents that show a counterexample. Their query has the argument, in JSON. */
export const COUNTEREXAMPLE_SCHEME = "execre-counterexample";

/** The argument that a lens or a code action gives, or that of the row or the editor whose menu the command is in. */
export function argumentOf(given: unknown): CommandArgument | undefined {
  if (typeof given !== "object" || given === null) {
    return undefined;
  }
  if ("folder" in given && typeof given.folder === "string") {
    return given as CommandArgument;
  }
  if ("scheme" in given && given.scheme === COUNTEREXAMPLE_SCHEME && "query" in given) {
    return argumentOf(JSON.parse(String(given.query)));
  }
  return "argument" in given ? argumentOf(given.argument) : undefined;
}

/**
 * The argument that a command of the palette lacks: the problem and program of the file in front, else the problem that is
 * shown, else the first folder.
 */
export function currentArgument(
  reports: ReadonlyMap<string, ReportParams>,
  active?: string,
): CommandArgument | undefined {
  const file = vscode.window.activeTextEditor?.document.uri;
  if (file?.scheme === COUNTEREXAMPLE_SCHEME) {
    return argumentOf(file);
  }
  if (file?.scheme === "file") {
    const found = findProblem(file.fsPath, [...reports.values()].map(knownProblem));
    if (found === undefined) {
      return { folder: vscode.Uri.joinPath(file, "..").toString() };
    }
    const { problem, program } = found;
    return program === undefined ? { folder: problem.folder } : { folder: problem.folder, file: program };
  }
  if (active !== undefined) {
    return { folder: active };
  }
  const [first] = vscode.workspace.workspaceFolders ?? [];
  return first && { folder: first.uri.toString() };
}

/**
 * Asks which program of a problem a command is about, of those that it may be about if there are any. Of a problem without a
 * report the server says what is missing.
 */
export async function chooseProgram(
  argument: CommandArgument,
  reports: ReadonlyMap<string, ReportParams>,
  mayBe: (candidate: Candidate) => boolean = () => true,
): Promise<CommandArgument | undefined> {
  const candidates = reports.get(argument.folder)?.report?.candidates ?? [];
  if (candidates.length === 0) {
    return argument;
  }
  const likely = candidates.filter(mayBe);
  const items = (likely.length > 0 ? likely : candidates).map(({ file, message }) => ({
    label: file,
    description: message,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t("Which program?"),
    ignoreFocusOut: true, // a walkthrough takes the focus back
  });
  return chosen && { folder: argument.folder, file: chosen.label };
}
