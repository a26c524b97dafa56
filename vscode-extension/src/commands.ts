/** The commands: those of the extension itself, and what the client adds to those of the server. */
import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import type { Context } from "./context";
import { debugCommands } from "./debugging";
import { parseCounterexample, SHOW_COUNTEREXAMPLE, type Candidate, type CommandArgument } from "./protocol";
import { questionCommands } from "./question";
import { startCommands } from "./start";
import { argumentOf, chooseProgram, currentArgument } from "./subject";
import type { CounterexampleView } from "./views/counterexample";
import { inputCommands } from "./views/inputs";

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
    vscode.commands.registerCommand("execre.showPicture", (given: unknown) => {
      context.picture.open(argumentOf(given)?.folder);
    }),
    ...startCommands(context),
    ...debugCommands(context),
    ...inputCommands(() => context.inputs),
    ...questionCommands(context.request),
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
      let argument = argumentOf(args[0]) ?? currentArgument(context.reports, context.active.known?.folder);
      if (argument !== undefined && about === "program" && argument.file === undefined) {
        const fails = ({ counterexample }: Candidate): boolean => counterexample != null;
        argument = await chooseProgram(argument, context.reports, command === SHOW_COUNTEREXAMPLE ? fails : undefined);
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
        await counterexamples.show(counterexample, args[0] as CommandArgument);
      }
    }
    return answer;
  };
}

async function sayStopped(): Promise<void> {
  const restart = { title: vscode.l10n.t("Restart Server"), command: "execre.restartServer" };
  const output = { title: vscode.l10n.t("Show Output"), command: "execre.showOutput" };
  const message = vscode.l10n.t("The ExeCRE server is not running.");
  const chosen = await vscode.window.showErrorMessage(message, restart, output);
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(chosen.command);
  }
}
