/** The commands with which a problem folder begins: a new one, those of other tools, and the bundled one. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { BUNDLED, BUNDLED_WRONG, copyBundled } from "./bundled";
import type { Context } from "./context";
import { fileToOpen, runImport, type ImportRequest } from "./import";

/** Registers them. */
export function startCommands(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand("execre.newProblem", () => attempt(() => newProblem(context))),
    vscode.commands.registerCommand("execre.import", () => attempt(() => importProblems(context))),
    vscode.commands.registerCommand("execre.tryBundled", () => attempt(() => tryBundled(context))),
  ];
}

/** A sentence for the user where something goes wrong. */
async function attempt(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

function say(reason: string): void {
  void vscode.window.showErrorMessage(`ExeCRE: ${reason}`);
}

/** The program of the server, or undefined when it must not be started, which the user is told. */
function programOf(context: Context): string | undefined {
  if (!vscode.workspace.isTrusted) {
    say(vscode.l10n.t("nothing is run in a folder that is not trusted."));
    return undefined;
  }
  const server = context.findServer();
  if ("missing" in server) {
    say(server.missing);
    return undefined;
  }
  return server.program;
}

/** Makes a folder with a program to begin with and a place for the statement, and opens both. Nothing is overwritten. */
async function newProblem(context: Context): Promise<void> {
  const program = programOf(context);
  if (program === undefined) {
    return;
  }
  const { companion } = context.config();
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t("New Problem"),
    prompt: vscode.l10n.t("Name of the problem, after which its folder is called"),
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("A name is needed.") : undefined),
  });
  const language = name === undefined ? undefined : await chooseLanguage(companion);
  const into = language === undefined ? undefined : await chooseFolder();
  if (name === undefined || language === undefined || into === undefined) {
    return;
  }
  // What Competitive Companion would send, so that the folder is like one of a problem from the browser.
  const source = { text: JSON.stringify({ name: name.trim(), tests: [] }) };
  const settings = { language, templates: companion.templates };
  const { problems, said, ok } = await runImport({ program, source, into, settings });
  const [made] = problems;
  if (!ok || made === undefined) {
    say(said);
    return;
  }
  if (said !== "") {
    context.output.warn(said);
  }
  const statement = path.join(made.folder, "statement.md");
  if (made.files.length > 0 && !existsSync(statement)) {
    await writeFile(statement, statementText(name.trim()), { flag: "wx" });
  }
  const first = fileToOpen(made);
  if (first !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.file(first), { preview: false });
  }
  if (existsSync(statement)) {
    const options = { preview: false, viewColumn: vscode.ViewColumn.Beside };
    await vscode.window.showTextDocument(vscode.Uri.file(statement), options);
  }
}

function statementText(name: string): string {
  const hint = vscode.l10n.t(
    "Paste the statement here. The input format is read from it while there is no input.schema.",
  );
  return `# ${name}\n\n<!-- ${hint} -->\n`;
}

/** As the server calls them. There is a template for each. */
const languages = {
  cpp: "C++",
  python: "Python",
  java: "Java",
  rust: "Rust",
  go: "Go",
  javascript: "JavaScript",
  typescript: "TypeScript",
  c: "C",
};

/** Asks for a language, that of the settings first; "" is every language that the user has a template for. */
async function chooseLanguage(settings: { language: string; templates: string }): Promise<string | undefined> {
  const items = Object.entries(languages)
    .map(([id, label]) => ({ label, id }))
    .sort((a, b) => Number(b.id === settings.language) - Number(a.id === settings.language));
  if (settings.templates !== "") {
    items.unshift({ label: vscode.l10n.t("All of My Templates"), id: "" });
  }
  const placeHolder = vscode.l10n.t("In which language is the first program?");
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.id;
}

/** Makes problem folders of what another tool has, says in the log what was made and what was not, and opens the first. */
async function importProblems(context: Context): Promise<void> {
  const program = programOf(context);
  const source = program && (await chooseSource());
  const into = source && (await chooseFolder());
  if (program === undefined || source === undefined || source === "" || into === undefined) {
    return;
  }
  const request = { program, source, into, settings: context.config().companion };
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("ExeCRE: importing") },
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
    say(result.said);
  } else if (result.said !== "") {
    context.output.show(true);
  }
  const [first] = result.problems;
  const file = first && fileToOpen(first);
  if (file !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
  }
}

async function chooseSource(): Promise<ImportRequest["source"] | undefined> {
  const kinds = [
    {
      label: `$(folder) ${vscode.l10n.t("A folder")}`,
      detail: vscode.l10n.t("of cph, oj, CompetiTest, Kattis or Polygon"),
      from: "folder",
    },
    {
      label: `$(file-zip) ${vscode.l10n.t("A file")}`,
      detail: vscode.l10n.t("a zip of Kattis or Polygon, a .prob, a text with a statement"),
      from: "file",
    },
    {
      label: `$(clippy) ${vscode.l10n.t("The text in the clipboard")}`,
      detail: vscode.l10n.t("a statement, or an example of LeetCode"),
      from: "text",
    },
  ] as const;
  const placeHolder = vscode.l10n.t("What is to become a problem folder?");
  const chosen = await vscode.window.showQuickPick(kinds, { placeHolder });
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
    openLabel: vscode.l10n.t("Import"),
  });
  return picked?.[0] && { path: picked[0].fsPath };
}

/** The folder in which problem folders are made: that of the workspace, or the one that the user chooses. */
async function chooseFolder(): Promise<string | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 1) {
    return folders[0]?.uri.fsPath;
  }
  const title = vscode.l10n.t("Where is the problem folder made?");
  if (folders.length > 1) {
    return (await vscode.window.showWorkspaceFolderPick({ placeHolder: title }))?.uri.fsPath;
  }
  const picked = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: false,
    openLabel: vscode.l10n.t("Make It Here"),
    title,
  });
  return picked?.[0]?.fsPath;
}

/** What is to be opened once the window has a folder: its path. */
const OPEN_LATER = "execre.openLater";

/** Copies the bundled problem into the workspace and opens a program; a window without a folder gets it as its folder. */
async function tryBundled(context: Context): Promise<void> {
  const { extensionPath, globalStorageUri, globalState } = context.extension;
  const inWorkspace = vscode.workspace.workspaceFolders !== undefined;
  const into = inWorkspace ? await chooseFolder() : globalStorageUri.fsPath;
  if (into === undefined) {
    return;
  }
  const folder = copyBundled(path.join(extensionPath, BUNDLED), into);
  const program = path.join(folder, BUNDLED_WRONG);
  if (inWorkspace) {
    // Beside the walkthrough, which goes on and is not to be replaced by what is opened next.
    await vscode.commands.executeCommand("workbench.action.keepEditor");
    const options = { preview: false, viewColumn: vscode.ViewColumn.Beside };
    await vscode.window.showTextDocument(vscode.Uri.file(program), options);
    return;
  }
  await globalState.update(OPEN_LATER, program);
  await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.file(folder), { forceReuseWindow: true });
}

/** Goes on where tryBundled left off when the window got its folder: with the program, and the walkthrough. */
export async function openBundled({ globalState }: vscode.ExtensionContext): Promise<void> {
  const program = globalState.get<string>(OPEN_LATER);
  if (program === undefined || vscode.workspace.getWorkspaceFolder(vscode.Uri.file(program)) === undefined) {
    return;
  }
  await globalState.update(OPEN_LATER, undefined);
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", "execre.execre#start", false);
  const options = { preview: false, viewColumn: vscode.ViewColumn.Beside };
  await vscode.window.showTextDocument(vscode.Uri.file(program), options);
}
