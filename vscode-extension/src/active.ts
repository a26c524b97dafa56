/** Which problem the status bar and the views are about. */
import * as vscode from "vscode";
import { activeProblem, stemOf, type KnownProblem } from "./problem";
import { filesOf, type ReportParams } from "./protocol";

/** The problem of the file in front or the one that was chosen since, else the one before. */
export class ActiveProblem implements vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<undefined>();
  /** Fires when it is another one, and when there is a newer report of it. */
  readonly onDidChange = this.changeEmitter.event;

  private problem: KnownProblem | undefined;
  private shown: ReportParams | undefined;
  /** The problem that was chosen since the file in front came there. */
  private chosen: string | undefined;
  private readonly editors = vscode.window.onDidChangeActiveTextEditor((editor) => {
    if (editor?.document.uri.scheme === "file") {
      this.chosen = undefined;
    }
    this.update();
  });

  /** Chooses among the reports of the map, which is read anew after each update(). */
  constructor(private readonly reports: ReadonlyMap<string, ReportParams>) {}

  /** undefined while nothing is reported. */
  get known(): KnownProblem | undefined {
    return this.problem;
  }

  /** Its latest report. */
  get report(): ReportParams | undefined {
    return this.shown;
  }

  /** Shows a problem whatever file is in front, until another file is. */
  choose(folder: string): void {
    this.chosen = folder;
    this.update();
  }

  update(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const file = uri?.scheme === "file" && this.chosen === undefined ? uri.fsPath : undefined;
    const before = this.chosen ?? this.problem?.folder;
    this.problem = activeProblem(file, [...this.reports.values()].map(knownProblem), before);
    const report = this.problem && this.reports.get(this.problem.folder);
    if (report !== this.shown) {
      this.shown = report;
      this.changeEmitter.fire(undefined);
    }
  }

  dispose(): void {
    this.editors.dispose();
    this.changeEmitter.dispose();
  }
}

/** What a report says of where its problem is. */
export function knownProblem(params: ReportParams): KnownProblem {
  return {
    folder: params.folder,
    directory: vscode.Uri.parse(filesOf(params)).fsPath,
    stem: params.files === undefined ? "" : stemOf(params.folder),
    programs: params.report?.candidates.map(({ file }) => file) ?? [],
  };
}
