/** The one item in the status bar: what is known of the active problem, or that the server is not running. */
import * as vscode from "vscode";
import type { ActiveProblem } from "../active";
import { statusText } from "../status";

/** A message of $/progress. */
export interface ProgressValue {
  kind: string;
  message?: string;
}

export class StatusView implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("execre.server", vscode.StatusBarAlignment.Left);
  /** How far the runs are that go on, by the token of their progress. */
  private readonly running = new Map<string | number, string>();
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
      this.running.set(token, value.message ?? "");
    }
    this.show();
  }

  dispose(): void {
    this.changes.dispose();
    this.item.dispose();
  }

  private show(): void {
    const { text, tooltip } = this.serverRuns
      ? statusText(this.active.report, this.running)
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
