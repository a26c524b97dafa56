/** The one object of the extension: it owns the server's client, the output channels, the status bar and the reports. */
import os from "node:os";
import * as vscode from "vscode";
import { State, type LanguageClient } from "vscode-languageclient/node";
import { createClient } from "./client";
import { serverCommandMiddleware } from "./commands";
import { findServer, readConfig, SECTION } from "./config";
import { parseReportParams, REPORT_METHOD, type ReportParams } from "./protocol";
import { CounterexampleView } from "./views/counterexample";

export class Context implements vscode.Disposable {
  /** The server's log, and what the client has to say about the server. */
  readonly output = vscode.window.createOutputChannel("ExeCRE", { log: true });
  readonly trace = vscode.window.createOutputChannel("ExeCRE Trace", { log: true });

  private readonly reportEmitter = new vscode.EventEmitter<ReportParams>();
  /** Fires for every report, a partial or stale one too. */
  readonly onDidReport = this.reportEmitter.event;
  /** The latest report of each problem, by the URI of its folder. */
  readonly reports = new Map<string, ReportParams>();

  private readonly serverEmitter = new vscode.EventEmitter<boolean>();
  /** Fires with false when the server has ended and nothing is about to start it again, with true before it starts. */
  readonly onDidChangeServer = this.serverEmitter.event;

  private readonly counterexamples = new CounterexampleView();
  private readonly status = vscode.window.createStatusBarItem("execre.server", vscode.StatusBarAlignment.Left);
  private client: LanguageClient | undefined;

  constructor(private readonly extension: vscode.ExtensionContext) {
    this.status.name = "ExeCRE Server";
    this.status.text = "$(error) ExeCRE stopped";
    this.status.tooltip = "The ExeCRE server is not running. Click to start it again.";
    this.status.command = "execre.restartServer";
    this.status.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
  }

  /** Starts the server. When that fails the user is told, here or in the status bar; the promise never rejects. */
  async start(): Promise<void> {
    // The manifest keeps the extension out of untrusted workspaces; nothing may run there whatever else changes.
    if (!vscode.workspace.isTrusted) {
      return;
    }
    const found = findServer({
      config: readConfig(vscode.workspace.getConfiguration(SECTION)),
      extensionPath: this.extension.extensionPath,
      homeDirectory: os.homedir(),
      platform: process.platform,
    });
    if ("missing" in found) {
      this.output.error(found.missing);
      this.setServerRuns(false);
      void this.offerSettings(found.missing);
      return;
    }
    this.output.info(`starting ${found.program} serve`);
    this.setServerRuns(true);
    const client = createClient({
      program: found.program,
      extensionUri: this.extension.extensionUri,
      output: this.output,
      trace: this.trace,
      middleware: { executeCommand: serverCommandMiddleware(this, this.counterexamples) },
    });
    this.client = client;
    client.onNotification(REPORT_METHOD, (value: unknown) => {
      this.receiveReport(value);
    });
    client.onDidChangeState(({ newState }) => {
      if (client === this.client) {
        this.setServerRuns(newState === State.Starting || newState === State.Running);
      }
    });
    try {
      await client.start();
    } catch (error) {
      this.output.error(`the server did not start: ${String(error)}`);
    }
  }

  /** Stops the server and forgets its reports. */
  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.reports.clear();
    try {
      await client?.dispose();
    } catch (error) {
      // It had died or was still starting: nothing is left to stop in order.
      this.output.warn(`stopping the server: ${String(error)}`);
    }
  }

  dispose(): void {
    this.counterexamples.dispose();
    this.status.dispose();
    this.reportEmitter.dispose();
    this.serverEmitter.dispose();
    this.trace.dispose();
    this.output.dispose();
  }

  private setServerRuns(runs: boolean): void {
    if (runs) {
      this.status.hide();
    } else {
      this.status.show();
    }
    this.serverEmitter.fire(runs);
  }

  private receiveReport(value: unknown): void {
    const report = parseReportParams(value);
    if (report === undefined) {
      this.output.warn("the server sent a report that this version of the extension cannot read");
      return;
    }
    this.reports.set(report.folder, report);
    this.reportEmitter.fire(report);
  }

  private async offerSettings(message: string): Promise<void> {
    const settings = "Open Settings";
    if ((await vscode.window.showErrorMessage(`ExeCRE: ${message}`, settings)) === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", `${SECTION}.server.path`);
    }
  }
}
