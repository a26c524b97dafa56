/** The commands: those of the extension itself, and what the client adds to those of the server. */
import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import type { Context } from "./context";
import { fileToOpen, runImport, type ImportRequest } from "./import";
import { findProblem, stemOf, type KnownProblem } from "./problem";
import { filesOf, parseCounterexample, SHOW_COUNTEREXAMPLE, type ReportParams } from "./protocol";
import type { CounterexampleView } from "./views/counterexample";
import type { CommandArgument } from "./views/tree";

/** Commands of the palette that the server carries out, and what each is about. The client registers them while it runs. */
const serverCommands: ReadonlyMap<string, "problem" | "program"> = new Map([
  ["execre.check", "problem"],
  ["execre.stop", "problem"],
  ["execre.hunt", "problem"],
  ["execre.judge", "problem"],
  ["execre.inferSchema", "problem"],
  ["execre.setChecker", "problem"],
  [SHOW_COUNTEREXAMPLE, "program"],
  ["execre.addSample", "program"],
  ["execre.setVerdict", "program"],
  ["execre.ignore", "program"],
]);

/** Registers everything that can be called from the palette, also while there is no server. */
export function registerCommands(context: Context): vscode.Disposable[] {
  const whileStopped: vscode.Disposable[] = [];
  const release = (): void => {
    whileStopped.splice(0).forEach((command) => void command.dispose());
  };
  return [
    vscode.commands.registerCommand("execre.restartServer", () => context.restart()),
    vscode.commands.registerCommand("execre.showOutput", () => {
      context.output.show();
    }),
    vscode.commands.registerCommand("execre.import", () => importProblems(context)),
    context.onDidChangeServer((runs) => {
      release();
      if (!runs) {
        for (const name of serverCommands.keys()) {
          whileStopped.push(vscode.commands.registerCommand(name, sayStopped));
        }
      }
    }),
    { dispose: release },
  ];
}

/** The middleware around commands that the server carries out. */
export function serverCommandMiddleware(
  context: Context,
  counterexamples: CounterexampleView,
): NonNullable<Middleware["executeCommand"]> {
  return async (command, args: unknown[], next) => {
    const about = serverCommands.get(command);
    if (about !== undefined) {
      let argument = argumentOf(args[0]) ?? currentArgument(context.reports);
      if (argument !== undefined && about === "program" && argument.file === undefined) {
        argument = await chooseProgram(argument, context.reports);
      }
      if (argument === undefined) {
        return undefined;
      }
      args = [argument];
    }
    let answer: unknown;
    try {
      answer = await next(command, args);
    } catch (error) {
      // The server says why in a sentence for people; left alone, VS Code would show it in a dialog as a failure of ours.
      void vscode.window.showErrorMessage(`ExeCRE: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
    if (command === SHOW_COUNTEREXAMPLE) {
      const counterexample = parseCounterexample(answer);
      if (counterexample !== undefined) {
        await counterexamples.show(counterexample);
      }
    }
    return answer;
  };
}

/** The argument that a lens or a code action gives, or that of the row of the sidebar whose menu the command is in. */
function argumentOf(given: unknown): CommandArgument | undefined {
  if (typeof given !== "object" || given === null) {
    return undefined;
  }
  if ("folder" in given && typeof given.folder === "string") {
    return given as CommandArgument;
  }
  return "argument" in given ? argumentOf(given.argument) : undefined;
}

/** The argument that a command of the palette lacks: the problem and program of the file in front, else the first folder. */
function currentArgument(reports: ReadonlyMap<string, ReportParams>): CommandArgument | undefined {
  const file = vscode.window.activeTextEditor?.document.uri;
  if (file?.scheme === "file") {
    const found = findProblem(file.fsPath, [...reports.values()].map(knownProblem));
    if (found === undefined) {
      return { folder: vscode.Uri.joinPath(file, "..").toString() };
    }
    const { problem, program } = found;
    return program === undefined ? { folder: problem.folder } : { folder: problem.folder, file: program };
  }
  const [first] = vscode.workspace.workspaceFolders ?? [];
  return first && { folder: first.uri.toString() };
}

function knownProblem(params: ReportParams): KnownProblem {
  return {
    folder: params.folder,
    directory: vscode.Uri.parse(filesOf(params)).fsPath,
    stem: params.files === undefined ? "" : stemOf(params.folder),
    programs: params.report?.candidates.map(({ file }) => file) ?? [],
  };
}

/** Asks which program of a problem a command is about. Of a problem without a report the server says what is missing. */
async function chooseProgram(
  argument: CommandArgument,
  reports: ReadonlyMap<string, ReportParams>,
): Promise<CommandArgument | undefined> {
  const candidates = reports.get(argument.folder)?.report?.candidates ?? [];
  if (candidates.length === 0) {
    return argument;
  }
  const items = candidates.map(({ file, message }) => ({ label: file, description: message }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "Which program?" });
  return chosen && { folder: argument.folder, file: chosen.label };
}

/** Makes problem folders of what another tool has, says in the log what was made and what was not, and opens the first. */
async function importProblems(context: Context): Promise<void> {
  const server = context.findServer();
  if (!vscode.workspace.isTrusted || "missing" in server) {
    const reason = "missing" in server ? server.missing : "nothing is run in a folder that is not trusted.";
    void vscode.window.showErrorMessage(`ExeCRE: ${reason}`);
    return;
  }
  const source = await chooseSource();
  const into = source && (await chooseFolder());
  if (source === undefined || into === undefined) {
    return;
  }
  try {
    const request = { program: server.program, source, into, settings: context.config().companion };
    const result = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: "ExeCRE: importing" },
      () => runImport(request),
    );
    for (const problem of result.problems) {
      context.output.info(
        problem.files.length > 0
          ? `made ${problem.folder}: ${problem.files.join(", ")}`
          : `${problem.folder} is there already`,
      );
    }
    if (result.said !== "") {
      context.output.warn(result.said);
    }
    if (!result.ok) {
      void vscode.window.showErrorMessage(`ExeCRE: ${result.said}`);
    } else if (result.said !== "") {
      context.output.show(true);
    }
    const [first] = result.problems;
    const file = first && fileToOpen(first);
    if (file !== undefined) {
      await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
    }
  } catch (error) {
    void vscode.window.showErrorMessage(`ExeCRE: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function chooseSource(): Promise<ImportRequest["source"] | undefined> {
  const kinds = [
    { label: "$(folder) A folder", detail: "of cph, oj, CompetiTest, Kattis or Polygon", from: "folder" },
    {
      label: "$(file-zip) A file",
      detail: "a zip of Kattis or Polygon, a .prob, a text with a statement",
      from: "file",
    },
    { label: "$(clippy) The text in the clipboard", detail: "a statement, or an example of LeetCode", from: "text" },
  ] as const;
  const chosen = await vscode.window.showQuickPick(kinds, { placeHolder: "What is to become a problem folder?" });
  if (chosen === undefined) {
    return undefined;
  }
  if (chosen.from === "text") {
    return { text: await vscode.env.clipboard.readText() };
  }
  const folder = chosen.from === "folder";
  const picked = await vscode.window.showOpenDialog({
    canSelectFolders: folder,
    canSelectFiles: !folder,
    openLabel: "Import",
  });
  return picked?.[0] && { path: picked[0].fsPath };
}

/** The folder in which problem folders are made: that of the workspace, or the one that the user chooses. */
async function chooseFolder(): Promise<string | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 1) {
    return folders[0]?.uri.fsPath;
  }
  if (folders.length > 1) {
    return (await vscode.window.showWorkspaceFolderPick({ placeHolder: "Where is the problem folder made?" }))?.uri
      .fsPath;
  }
  const picked = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: false,
    openLabel: "Make It Here",
    title: "Where is the problem folder made?",
  });
  return picked?.[0]?.fsPath;
}

async function sayStopped(): Promise<void> {
  const restart = { title: "Restart Server", command: "execre.restartServer" };
  const output = { title: "Show Output", command: "execre.showOutput" };
  const chosen = await vscode.window.showErrorMessage("The ExeCRE server is not running.", restart, output);
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(chosen.command);
  }
}
