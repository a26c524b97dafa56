/** The inputs of the active problem: samples, judgements and counterexamples, to open, add, delete and make samples of. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import type { ActiveProblem } from "../active";
import { describeInput, isPacked, nameOf, pairOf, readInputs, type Ask } from "../inputs";
import type { KnownProblem } from "../problem";
import type { CommandArgument, InputFile } from "../protocol";
import { nameOfProblem } from "../status";

/** A heading, or an input. */
type Row = Heading | InputRow;

interface Heading {
  problem: KnownProblem;
  heading: InputFile["kind"];
  rows: InputRow[];
}

interface InputRow {
  problem: KnownProblem;
  input: InputFile;
  description: string;
  /** What the commands of the server take that are in its menu. */
  argument: CommandArgument;
}

/** Files change several at a time. */
const SETTLE = 100; // milliseconds

export class InputsView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changeEmitter.event;
  private readonly view = vscode.window.createTreeView("execre.inputs", { treeDataProvider: this });
  private readonly changes: vscode.Disposable;
  /** What is shown. */
  private rows: InputRow[] = [];
  /** Counts the times that the files were looked at. */
  private looked = 0;
  private watched: { directory: string; watcher: vscode.Disposable } | undefined;
  private settling: NodeJS.Timeout | undefined;

  constructor(
    private readonly active: ActiveProblem,
    private readonly ask: Ask,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.changes = vscode.Disposable.from(
      active.onDidChange(() => {
        this.follow();
      }),
      this.view.onDidChangeVisibility(() => this.refresh()),
    );
  }

  getChildren(row?: Row): Row[] {
    if (row !== undefined) {
      return "heading" in row ? row.rows : [];
    }
    return (["sample", "judgement", "counterexample"] as const).flatMap((heading) => {
      const rows = this.rows.filter(({ input }) => input.kind === heading);
      return rows[0] === undefined ? [] : [{ problem: rows[0].problem, heading, rows }];
    });
  }

  getTreeItem(row: Row): vscode.TreeItem {
    if ("heading" in row) {
      const item = new vscode.TreeItem(headings()[row.heading], vscode.TreeItemCollapsibleState.Expanded);
      item.id = `${row.problem.folder} ${row.heading}`;
      item.description = String(row.rows.length);
      item.contextValue = `${row.heading}s`;
      return item;
    }
    const { problem, input, description } = row;
    const name = nameOf(input);
    const item = new vscode.TreeItem(name === "" ? description : name, vscode.TreeItemCollapsibleState.None);
    item.id = `${problem.folder} ${input.file}`;
    item.description = name === "" ? "" : description;
    item.tooltip = `${input.file}\n${description}`;
    item.accessibilityInformation = { label: `${name} ${description}` };
    item.iconPath = new vscode.ThemeIcon(icons[input.kind]);
    item.contextValue = contextOf(input);
    item.command = { title: "", command: "vscode.open", arguments: [uriOf(problem, input.file)] };
    return item;
  }

  /** Opens an input with the answer beside it. */
  async open({ input, problem }: InputRow): Promise<void> {
    const uri = uriOf(problem, input.file);
    if (input.answer === undefined || isPacked(input)) {
      await vscode.window.showTextDocument(uri);
      return;
    }
    const answer = uriOf(problem, input.answer);
    const columns = columnsFor(uri, answer);
    await vscode.window.showTextDocument(uri, { viewColumn: columns.input });
    await vscode.window.showTextDocument(answer, { viewColumn: columns.answer, preserveFocus: true });
  }

  /**
   * Opens the files of a new sample side by side. They are on the disk when the user saves them, not before: an empty
   * input with an empty answer would be a sample that every program fails.
   */
  async add(texts: { input?: string; answer?: string } = {}): Promise<void> {
    const problem = this.active.known;
    if (problem === undefined) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t("ExeCRE: open a program of the problem that the sample belongs to."),
      );
      return;
    }
    const { next } = await readInputs(this.ask, problem.folder);
    const [uri, answerUri] = [uriOf(problem, next.file), uriOf(problem, next.answer)];
    const columns = columnsFor(uri, answerUri);
    const show = async (file: vscode.Uri, text: string, options: vscode.TextDocumentShowOptions): Promise<void> => {
      const made = file.with({ scheme: "untitled" });
      const editor = await vscode.window.showTextDocument(made, { ...options, preview: false });
      if (text !== "") {
        await editor.edit((edit) => {
          edit.insert(new vscode.Position(0, 0), text);
        });
      }
    };
    const { input = "", answer = "" } = texts;
    await show(uri, input, { viewColumn: columns.input });
    // The cursor is where there is something to write.
    await show(answerUri, answer, { viewColumn: columns.answer, preserveFocus: input === "" });
  }

  /** Opens the files of a new sample with the texts of a row. Where the answer is not known, the user is to write it. */
  async promote({ input: { file, answer }, problem }: InputRow): Promise<void> {
    const text = (name: string): Promise<string> => readFile(path.join(problem.directory, name), "utf8");
    await this.add({ input: await text(file), ...(answer === undefined ? {} : { answer: await text(answer) }) });
  }

  /** Moves the files of an input to the trash. Where there is none, as on another machine, the user is asked first. */
  async delete({ input, problem }: InputRow): Promise<void> {
    const files = [input.file, input.answer, input.got].filter((file) => file !== undefined);
    let useTrash = true;
    for (const file of files) {
      const uri = uriOf(problem, file);
      try {
        await vscode.workspace.fs.delete(uri, { useTrash });
      } catch (error) {
        if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") {
          continue;
        }
        if (!useTrash) {
          throw error;
        }
        const names = files.map((name) => path.posix.basename(name)).join(", ");
        const confirm = vscode.l10n.t("Delete Permanently");
        const question = vscode.l10n.t("There is no trash for {0} here.", names);
        if ((await vscode.window.showWarningMessage(question, { modal: true }, confirm)) !== confirm) {
          break;
        }
        useTrash = false;
        await vscode.workspace.fs.delete(uri, { useTrash });
      }
    }
    await this.refresh();
  }

  dispose(): void {
    clearTimeout(this.settling);
    this.changes.dispose();
    this.watched?.watcher.dispose();
    this.view.dispose();
    this.changeEmitter.dispose();
  }

  /** Shows the active problem, and watches its files. */
  private follow(): void {
    const problem = this.active.known;
    this.view.description = problem === undefined ? "" : nameOfProblem(problem.folder, this.active.report);
    void vscode.commands.executeCommand("setContext", "execre.problem", problem !== undefined);
    if (this.watched?.directory !== problem?.directory) {
      this.watched?.watcher.dispose();
      this.watched = problem && { directory: problem.directory, watcher: this.watch(problem.directory) };
    }
    void this.refresh();
  }

  /** Looks at the files, and shows them anew where there is a difference: reports come often while a check runs. */
  private async refresh(): Promise<void> {
    const problem = this.active.known;
    const look = ++this.looked;
    if (!this.view.visible) {
      return;
    }
    const rows = problem === undefined ? [] : await this.readRows(problem);
    if (look === this.looked && JSON.stringify(rows) !== JSON.stringify(this.rows)) {
      this.rows = rows;
      this.changeEmitter.fire(undefined);
    }
  }

  private async readRows(problem: KnownProblem): Promise<InputRow[]> {
    try {
      const { inputs } = await readInputs(this.ask, problem.folder);
      return await Promise.all(
        inputs.map(async (input) => {
          const description = await describeInput(problem.directory, input);
          const file = input.program === undefined ? {} : { file: input.program };
          return { problem, input, description, argument: { folder: problem.folder, ...file, input: input.file } };
        }),
      );
    } catch (error) {
      this.log.warn(`the inputs of ${problem.folder}: ${String(error)}`); // the server may just have ended
      return [];
    }
  }

  private watch(directory: string): vscode.Disposable {
    const pattern = new vscode.RelativePattern(vscode.Uri.file(directory), "**");
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const change = (): void => {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => void this.refresh(), SETTLE);
    };
    return vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(change),
      watcher.onDidChange(change),
      watcher.onDidDelete(change),
    );
  }
}

/** The commands of the view. VS Code passes no row where the list has just changed under the mouse: nothing is done then. */
export function inputCommands(view: () => InputsView): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand("execre.addInput", () => view().add()),
    vscode.commands.registerCommand("execre.openInput", (row?: InputRow) => row && view().open(row)),
    vscode.commands.registerCommand("execre.promoteInput", (row?: InputRow) => row && view().promote(row)),
    vscode.commands.registerCommand("execre.deleteInput", (row?: InputRow) => row && view().delete(row)),
  ];
}

const icons = { sample: "symbol-string", judgement: "law", counterexample: "diff" };

function headings(): Record<InputFile["kind"], string> {
  return {
    sample: vscode.l10n.t("Samples"),
    judgement: vscode.l10n.t("Judgements"),
    counterexample: vscode.l10n.t("Counterexamples"),
  };
}

/** Words that package.json looks for; "ours": the server shows the counterexample; "known": and can make it a sample. */
function contextOf(input: InputFile): string {
  const { kind, answer, program, smaller } = input;
  if (kind !== "counterexample") {
    return isPacked(input) ? "packed" : [kind, ...(answer === undefined ? [] : ["answered"])].join(" ");
  }
  const ours = program !== undefined && smaller !== true;
  return ["counterexample", ...(ours ? ["ours"] : []), ours && answer !== undefined ? "known" : "open"].join(" ");
}

/** Where an input and its answer are opened: where others of their folder are that stand side by side, else in front and beside. */
function columnsFor(input: vscode.Uri, answer: vscode.Uri): { input: vscode.ViewColumn; answer: vscode.ViewColumn } {
  const columns = vscode.window.tabGroups.all.map(({ viewColumn, tabs }) => ({
    column: viewColumn,
    files: tabs.flatMap((tab) => (tab.input instanceof vscode.TabInputText ? [tab.input.uri.fsPath] : [])),
  }));
  return (
    pairOf(columns, input.fsPath, answer.fsPath) ?? {
      input: vscode.ViewColumn.Active,
      answer: vscode.ViewColumn.Beside,
    }
  );
}

function uriOf({ directory }: KnownProblem, file: string): vscode.Uri {
  return vscode.Uri.file(path.join(directory, file));
}
