/** The commands that take an input to a debugger, to a terminal or to the clipboard. */
import path from "node:path";
import * as vscode from "vscode";
import { knownProblem } from "./active";
import type { Context } from "./context";
import { readInputs } from "./inputs";
import { BUILT, chooseAdapter, launch, recipe, standsAlone, type Machine, type Subject } from "./launch";
import type { Candidate } from "./protocol";
import { runLine, shellKind, type Argv } from "./shell";
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
    register(DEBUG_INPUT, (found) => debug(found, machine(context))),
    register("execre.runInput", (found) => runInTerminal(found, machine(context))),
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
async function find({ reports, active }: Context, given: unknown): Promise<Found | undefined> {
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
  const input = argument.input ?? (counterexample ?? smallest)?.inputFile ?? (await chooseInput(params));
  if (input === undefined) {
    return undefined;
  }
  const absolute = (name: string): string => path.join(directory, ...name.split("/"));
  const subject = {
    source: absolute(file),
    language: candidate?.language ?? "",
    directory,
    input: absolute(input),
  };
  return { subject, candidate };
}

/** Asks which of a problem's inputs is meant. */
async function chooseInput(params: Parameters<typeof knownProblem>[0]): Promise<string | undefined> {
  const inputs = (await readInputs(knownProblem(params))).filter(({ packed }) => packed !== true);
  if (inputs.length === 0) {
    throw new Error(vscode.l10n.t("there is no input yet: add a sample, or check the problem."));
  }
  const items = inputs.map(({ file }) => ({ label: file }));
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Which input?") }))?.label;
}

async function debug({ subject, candidate }: Found, where: Machine): Promise<void> {
  const { source, language } = subject;
  const adapter = chooseAdapter(language, (id) => vscode.extensions.getExtension(id) !== undefined);
  if ("missing" in adapter) {
    await offerExtensions(adapter.missing, adapter.ids);
    return;
  }
  const text = await readFile(source);
  if (!standsAlone(language, text)) {
    throw new Error(sayFunction(source));
  }
  // A crash stops by itself.
  if (candidate?.verdict !== "crashes" && !(await willStop(source))) {
    return;
  }
  const { build, run } = recipe(subject, where, true) ?? { run: [source] as const };
  if (build !== undefined && !(await buildProgram(build, subject))) {
    throw new Error(vscode.l10n.t("{0} does not compile: the terminal says why.", path.basename(source)));
  }
  const { configuration, byHand } = launch(adapter, subject, build === undefined ? source : run[0], where);
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
async function buildProgram([program, ...args]: Argv, { source, directory }: Subject): Promise<boolean> {
  await makeFolder(directory);
  const task = new vscode.Task(
    { type: "process" },
    vscode.TaskScope.Workspace,
    vscode.l10n.t("build {0} for the debugger", path.basename(source)),
    "ExeCRE",
    new vscode.ProcessExecution(program, args, { cwd: directory }),
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

async function runInTerminal({ subject }: Found, where: Machine): Promise<void> {
  const { source, language, directory, input } = subject;
  const how = recipe(subject, where);
  if (how === undefined) {
    throw new Error(vscode.l10n.t("ExeCRE does not know how {0} is run.", path.basename(source)));
  }
  if (!standsAlone(language, await readFile(source))) {
    throw new Error(sayFunction(source));
  }
  if (how.build !== undefined) {
    await makeFolder(directory);
  }
  const name = "ExeCRE";
  const terminal =
    vscode.window.terminals.find((one) => one.name === name && one.exitStatus === undefined) ??
    vscode.window.createTerminal({ name, cwd: directory });
  terminal.show();
  terminal.sendText(runLine(where.shell, { ...how, input }));
}

function sayFunction(source: string): string {
  return vscode.l10n.t(
    "{0} has no main. ExeCRE calls its function in a program of its own, so it does not run by itself.",
    path.basename(source),
  );
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

async function makeFolder(directory: string): Promise<void> {
  await vscode.workspace.fs.createDirectory(vscode.Uri.file(path.join(directory, ...BUILT.split("/"))));
}
