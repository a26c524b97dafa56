/** The sidebar: the problems with their programs, and in its message whether problems from the browser can arrive. */
import * as vscode from "vscode";
import { filesOf, type ReportParams } from "../protocol";
import { rows, type Row } from "./tree";

/** The scheme of what is shown grey. */
const FADED = "execre-faded";

export class CandidatesView implements vscode.TreeDataProvider<Row>, vscode.FileDecorationProvider, vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changeEmitter.event;
  private readonly view = vscode.window.createTreeView("execre.candidates", {
    treeDataProvider: this,
    showCollapseAll: true,
  });
  private readonly chooseEmitter = new vscode.EventEmitter<string>();
  /** Fires with the problem of the row that is selected, as commands name it. */
  readonly onDidChoose = this.chooseEmitter.event;
  private readonly selections = this.view.onDidChangeSelection(({ selection: [row] }) => {
    if (row !== undefined) {
      this.chooseEmitter.fire(row.argument.folder);
    }
  });
  private readonly decorations = vscode.window.registerFileDecorationProvider(this);

  /** Shows the reports of the map, which is read anew after each update(). */
  constructor(private readonly reports: ReadonlyMap<string, ReportParams>) {}

  update(): void {
    this.changeEmitter.fire(undefined);
  }

  setMessage(message: string): void {
    this.view.message = message;
  }

  getChildren(row?: Row): Row[] {
    return row === undefined ? rows(this.reports.values()) : row.children;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const state =
      row.open === true ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
    const item = new vscode.TreeItem(row.label, row.children.length > 0 ? state : vscode.TreeItemCollapsibleState.None);
    item.id = row.id;
    item.description = row.description ?? "";
    item.tooltip = row.tooltip ?? row.label;
    item.contextValue = row.context ?? "";
    const command = this.commandOf(row);
    if (command !== undefined) {
      item.command = command;
    }
    // Left to VS Code, a screen reader would read the whole tooltip.
    item.accessibilityInformation = { label: [row.label, row.description ?? ""].join(" ").trim() };
    if (row.icon !== undefined) {
      const color = row.faded ? "disabledForeground" : row.icon.color;
      item.iconPath = new vscode.ThemeIcon(row.icon.id, color === undefined ? undefined : new vscode.ThemeColor(color));
    }
    if (row.faded) {
      item.resourceUri = vscode.Uri.from({ scheme: FADED, path: `/${row.id}` });
    }
    return item;
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    return uri.scheme === FADED
      ? new vscode.FileDecoration(undefined, undefined, new vscode.ThemeColor("disabledForeground"))
      : undefined;
  }

  dispose(): void {
    this.decorations.dispose();
    this.selections.dispose();
    this.chooseEmitter.dispose();
    this.view.dispose();
    this.changeEmitter.dispose();
  }

  private commandOf({ click, argument }: Row): vscode.Command | undefined {
    if (click === undefined) {
      return undefined;
    }
    if ("command" in click) {
      return { title: "", command: click.command, arguments: [argument] };
    }
    const report = this.reports.get(argument.folder);
    if (report === undefined) {
      return undefined;
    }
    const uri = vscode.Uri.joinPath(vscode.Uri.parse(filesOf(report)), click.file);
    const options: vscode.TextDocumentShowOptions = {};
    if (click.line !== undefined) {
      const start = new vscode.Position(click.line - 1, 0);
      options.selection = new vscode.Range(start, start);
    }
    return { title: "", command: "vscode.open", arguments: [uri, options] };
  }
}
