/** The commands that take an input to a debugger, to a terminal or to the clipboard. */
import path from "node:path";
import * as vscode from "vscode";
import { knownProblem } from "./active";
import type { Context } from "./context";
import { isPacked, readInputs } from "./inputs";
import { chooseAdapter, launch, type Machine, type Subject } from "./launch";
import { LAUNCH_METHOD, parseRecipe, type Argv, type Candidate, type CommandArgument, type Recipe } from "./protocol";
import { runLine, shellKind } from "./shell";
import { argumentOf, chooseProgram, currentArgument } from "./subject";

/** Registers them. */
export function debugCommands(context: Context): vscode.Disposable[] {
  const register = (name: string, act: (found: Found) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, async (given: unknown) => {
      try {
        const found = await find(context, given);
        if (found !== undefined) {
          await act(found);
        }
      } catch (error) {
        void vscode.window.showErrorMessage(`ExeCRE: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  return [
    register(DEBUG_INPUT, (found) => debug(found, context)),
    register("execre.runInput", (found) => runInTerminal(found, context)),
    register("execre.copyInput", async ({ subject }) => {
      await copy(subject.input);
      vscode.window.setStatusBarMessage(vscode.l10n.t("The input is in the clipboard."), 3000);
    }),
  ];
}

/** The command that debugs a program with an input. */
export const DEBUG_INPUT = "execre.debugInput";

/** A program with an input, and what the report says of the program. */
interface Found {
  subject: Subject;
  argument: CommandArgument;
  candidate: Candidate | undefined;
}

function machine(context: Context): Machine {
  return {
    platform: process.platform,
    shell: shellKind(vscode.env.shell, process.platform),
    extensionPath: context.extension.extensionPath,
  };
}

/** The program that a command is about and its input, which the user may have to choose; undefined when nothing is chosen. */
async function find(context: Context, given: unknown): Promise<Found | undefined> {
  const { reports, active } = context;
  let argument = argumentOf(given) ?? currentArgument(reports, active.known?.folder);
  if (argument !== undefined && argument.file === undefined) {
    argument = await chooseProgram(argument, reports);
  }
  if (argument?.file === undefined) {
    return undefined;
  }
  const params = reports.get(argument.folder);
  if (params === undefined) {
    throw new Error(vscode.l10n.t("nothing is known of this problem yet: check it first."));
  }
  const { directory } = knownProblem(params);
  const { file } = argument;
  const candidate = params.report?.candidates.find((one) => one.file === file);
  const { counterexample, smallest } = candidate ?? {};
  const input =
    argument.input ?? (counterexample ?? smallest)?.inputFile ?? (await chooseInput(context, argument.folder));
  if (input === undefined) {
    return undefined;
  }
  const absolute = (name: string): string => path.join(directory, ...name.split("/"));
  return { subject: { source: absolute(file), input: absolute(input) }, argument, candidate };
}

/** Asks which of a problem's inputs is meant. */
async function chooseInput({ request }: Pick<Context, "request">, folder: string): Promise<string | undefined> {
  const inputs = (await readInputs(request, folder)).inputs.filter((input) => !isPacked(input));
  if (inputs.length === 0) {
    throw new Error(vscode.l10n.t("there is no input yet: add a sample, or check the problem."));
  }
  const items = inputs.map(({ file }) => ({ label: file }));
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Which input?") }))?.label;
}

/** Asks the server how the program is built and run. Where it cannot be, the error says why. */
async function readRecipe({ request }: Context, { folder, file }: CommandArgument, debug: boolean): Promise<Recipe> {
  const recipe = parseRecipe(await request(LAUNCH_METHOD, { folder, file, debug }));
  if (recipe === undefined) {
    throw new Error(vscode.l10n.t("the server's answer cannot be read by this version of the extension."));
  }
  return recipe;
}

async function debug({ subject, argument, candidate }: Found, context: Context): Promise<void> {
  const { source } = subject;
  const adapter = chooseAdapter(candidate?.language ?? "", (id) => vscode.extensions.getExtension(id) !== undefined);
  if ("missing" in adapter) {
    await offerExtensions(adapter.missing, adapter.ids);
    return;
  }
  const recipe = await readRecipe(context, argument, true);
  // A crash stops by itself.
  if (candidate?.verdict !== "crashes" && !(await willStop(source))) {
    return;
  }
  if (recipe.build !== undefined && !(await buildProgram(recipe.build, recipe.folder, source))) {
    throw new Error(vscode.l10n.t("{0} does not compile: the terminal says why.", path.basename(source)));
  }
  const { configuration, byHand } = launch(adapter, subject, recipe, machine(context));
  if (byHand !== undefined) {
    await copy(subject.input);
    void vscode.window.showInformationMessage(byHand);
  } else {
    await readFile(subject.input); // else the debugger would say in its own way that there is none
  }
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(source));
  await vscode.debug.startDebugging(folder, configuration);
}

/** Whether the debugger will stop in a program: where nothing makes it, the user is shown the program and asked. */
async function willStop(source: string): Promise<boolean> {
  const stops = vscode.debug.breakpoints.some(
    (one) => one.enabled && (!(one instanceof vscode.SourceBreakpoint) || one.location.uri.fsPath === source),
  );
  if (stops) {
    return true;
  }
  await vscode.window.showTextDocument(vscode.Uri.file(source), { preview: false });
  const anyway = vscode.l10n.t("Debug Anyway");
  const question = vscode.l10n.t(
    "{0} has no breakpoint, so it would run to its end. Set one first.",
    path.basename(source),
  );
  return (await vscode.window.showInformationMessage(question, anyway)) === anyway;
}

async function offerExtensions(missing: string, ids: string[]): Promise<void> {
  const show = vscode.l10n.t("Show Extensions");
  const chosen = await vscode.window.showErrorMessage(`ExeCRE: ${missing}`, ...(ids.length > 0 ? [show] : []));
  if (chosen === show) {
    const query = ids.map((id) => `@id:${id}`).join(" ");
    await vscode.commands.executeCommand("workbench.extensions.search", query);
  }
}

/** Builds a program, as a task, so that the user sees how; answers whether that went well. */
async function buildProgram([program, ...args]: Argv, cwd: string, source: string): Promise<boolean> {
  const task = new vscode.Task(
    { type: "process" },
    vscode.TaskScope.Workspace,
    vscode.l10n.t("build {0} for the debugger", path.basename(source)),
    "ExeCRE",
    new vscode.ProcessExecution(program, args, { cwd }),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: false, clear: true };
  const disposables: vscode.Disposable[] = [];
  try {
    const isIt = ({ execution }: vscode.TaskEndEvent): boolean =>
      execution.task.source === task.source && execution.task.name === task.name;
    const ended = new Promise<boolean>((resolve) => {
      disposables.push(
        vscode.tasks.onDidEndTaskProcess((event) => {
          if (isIt(event)) {
            resolve(event.exitCode === 0);
          }
        }),
        // Of a program that could not be started no process ends.
        vscode.tasks.onDidEndTask((event) => {
          if (isIt(event)) {
            resolve(false);
          }
        }),
      );
    });
    await vscode.tasks.executeTask(task);
    return await ended;
  } finally {
    disposables.forEach((disposable) => void disposable.dispose());
  }
}

async function runInTerminal({ subject, argument }: Found, context: Context): Promise<void> {
  const recipe = await readRecipe(context, argument, false);
  const name = "ExeCRE";
  const cwd = recipe.folder;
  const isOurs = ({ name: its, exitStatus, creationOptions }: vscode.Terminal): boolean =>
    its === name && exitStatus === undefined && "cwd" in creationOptions && creationOptions.cwd === cwd;
  const terminal = vscode.window.terminals.find(isOurs) ?? vscode.window.createTerminal({ name, cwd });
  terminal.show();
  terminal.sendText(runLine(machine(context).shell, { ...recipe, input: subject.input }));
}

async function copy(file: string): Promise<void> {
  await vscode.env.clipboard.writeText(await readFile(file));
}

async function readFile(file: string): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(file)));
  } catch {
    throw new Error(vscode.l10n.t("{0} is not there any more: check the problem again.", path.basename(file)));
  }
}
