/** The commands: those of the extension itself, and what the client adds to those of the server. */
import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import type { Context } from "./context";
import { problemFolder } from "./problem";
import { parseCounterexample, SHOW_COUNTEREXAMPLE, type ReportParams } from "./protocol";
import type { CounterexampleView } from "./views/counterexample";

/** Commands of the palette that the server carries out; the client registers them while it runs. */
const serverCommands = ["execre.check", "execre.stop", "execre.hunt", "execre.inferSchema"];

/** Registers everything that can be called from the palette, also while there is no server. */
export function registerCommands(context: Context): vscode.Disposable[] {
  const whileStopped: vscode.Disposable[] = [];
  const release = (): void => {
    whileStopped.splice(0).forEach((command) => void command.dispose());
  };
  return [
    vscode.commands.registerCommand("execre.restartServer", async () => {
      await context.stop();
      await context.start();
    }),
    vscode.commands.registerCommand("execre.showOutput", () => {
      context.output.show();
    }),
    context.onDidChangeServer((runs) => {
      release();
      if (!runs) {
        for (const name of serverCommands) {
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
    if (args.length === 0 && serverCommands.includes(command)) {
      args = currentProblem(context.reports);
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

/** The argument that a command of the palette lacks: the problem of the file in front, else the first folder. */
function currentProblem(reports: ReadonlyMap<string, ReportParams>): unknown[] {
  const file = vscode.window.activeTextEditor?.document.uri;
  if (file?.scheme === "file") {
    const known = [...reports.keys()].map((folder) => vscode.Uri.parse(folder).fsPath);
    return [{ folder: vscode.Uri.file(problemFolder(file.fsPath, known)).toString() }];
  }
  return (vscode.workspace.workspaceFolders ?? []).slice(0, 1).map(({ uri }) => ({ folder: uri.toString() }));
}

async function sayStopped(): Promise<void> {
  const restart = { title: "Restart Server", command: "execre.restartServer" };
  const output = { title: "Show Output", command: "execre.showOutput" };
  const chosen = await vscode.window.showErrorMessage("The ExeCRE server is not running.", restart, output);
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(chosen.command);
  }
}
