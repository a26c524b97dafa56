/** The one item in the status bar: what is known of the active problem, or that the server is not running. */
import * as vscode from "vscode";
import type { ActiveProblem } from "../active";
import { statusText, type Progress } from "../status";

/** A message of $/progress. */
export type ProgressValue = { kind: "begin"; title: string; message?: string } | { kind: string; message?: string };

export class StatusView implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("execre.server", vscode.StatusBarAlignment.Left);
  /** Of the runs that go on, by token. */
  private readonly running = new Map<string | number, Progress>();
  private serverRuns = false;
  private readonly changes: vscode.Disposable;

  constructor(private readonly active: ActiveProblem) {
    this.item.name = "ExeCRE";
    this.changes = active.onDidChange(() => {
      this.show();
    });
  }

  /** Before the server is started for the first time there is nothing to show. */
  setServerRuns(runs: boolean): void {
    this.serverRuns = runs;
    if (!runs) {
      this.running.clear();
    }
    this.show();
    this.item.show();
  }

  takeProgress(token: string | number, value: ProgressValue): void {
    if (value.kind === "end") {
      this.running.delete(token);
    } else {
      const title = "title" in value ? value.title : (this.running.get(token)?.title ?? "");
      this.running.set(token, { title, message: value.message ?? "" });
    }
    this.show();
  }

  dispose(): void {
    this.changes.dispose();
    this.item.dispose();
  }

  private show(): void {
    const { text, tooltip } = this.serverRuns
      ? statusText(this.active.report, this.running.values())
      : {
          text: `$(error) ${vscode.l10n.t("ExeCRE stopped")}`,
          tooltip: vscode.l10n.t("The ExeCRE server is not running. Click to start it again."),
        };
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: tooltip };
    this.item.command = this.serverRuns ? "execre.candidates.focus" : "execre.restartServer";
    this.item.backgroundColor = this.serverRuns ? undefined : new vscode.ThemeColor("statusBarItem.errorBackground");
  }
}
