/** The one object of the extension: it owns the server's client, the output channels, the views and the reports. */
import os from "node:os";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { ActiveProblem } from "./active";
import { serverCommandMiddleware } from "./commands";
import { arrivalText, companionText, leftOutLines } from "./companion";
import {
  findServer,
  readConfig,
  SECTION,
  SERVER_SETTINGS,
  serverOptions,
  type Config,
  type FoundServer,
} from "./config";
import { DEBUG_INPUT } from "./debugging";
import type { Ask } from "./inputs";
import {
  ARRIVAL_METHOD,
  COMPANION_METHOD,
  parseArrival,
  parseCompanionStatus,
  parseReportParams,
  REPORT_METHOD,
  type ReportParams,
} from "./protocol";
import { CandidatesView } from "./views/candidates";
import { CounterexampleView } from "./views/counterexample";
import { InputsView } from "./views/inputs";
import { PictureView } from "./views/picture";
import { StatusView } from "./views/status";
import { TestsView } from "./views/testing";

export class Context implements vscode.Disposable {
  /** The server's log, and what the client has to say about the server. */
  readonly output = vscode.window.createOutputChannel("ExeCRE", { log: true });
  readonly trace = vscode.window.createOutputChannel("ExeCRE Trace", { log: true });

  /** The latest report of each problem, by what the server calls the problem. */
  readonly reports = new Map<string, ReportParams>();

  private readonly serverEmitter = new vscode.EventEmitter<boolean>();
  /** Fires with false when the server has ended and nothing is about to start it again, with true before it starts. */
  readonly onDidChangeServer = this.serverEmitter.event;

  /** Sends a request to the server; rejects with a sentence for people. */
  readonly request: Ask = async (method, params) => {
    if (this.client === undefined) {
      throw new Error(vscode.l10n.t("The ExeCRE server is not running."));
    }
    return this.client.sendRequest(method, params);
  };

  private readonly candidates = new CandidatesView(this.reports);
  private readonly counterexamples = new CounterexampleView();
  readonly active = new ActiveProblem(this.reports);
  readonly inputs = new InputsView(this.active, this.request, this.output);
  readonly picture: PictureView;
  private readonly status = new StatusView(this.active);
  private readonly tests = new TestsView(this.reports, this.output, async (argument) => {
    await vscode.commands.executeCommand(DEBUG_INPUT, argument);
  });
  private client: LanguageClient | undefined;
  /** What was said last of the companion, and of problems that came from it. */
  private companion = "";
  private arrival = "";
  /** The last restart, and the one that waits for it. */
  private restarted: Promise<void> = Promise.resolve();
  private waiting: Promise<void> | undefined;
  private readonly choices = this.candidates.onDidChoose((folder) => {
    this.active.choose(folder);
  });
  /** VS Code may activate an extension before it lets it know that the user has just trusted the folder. */
  private readonly trust = vscode.workspace.onDidGrantWorkspaceTrust(() => void this.restart());
  private readonly settings = vscode.workspace.onDidChangeConfiguration((change) => {
    if (SERVER_SETTINGS.some((name) => change.affectsConfiguration(`${SECTION}.${name}`))) {
      void this.restart();
    }
  });

  constructor(readonly extension: vscode.ExtensionContext) {
    this.picture = new PictureView({
      active: this.active,
      request: this.request,
      extensionUri: extension.extensionUri,
      output: this.output,
    });
  }

  config(): Config {
    return readConfig(vscode.workspace.getConfiguration(SECTION), os.homedir());
  }

  findServer(): FoundServer {
    return findServer({
      config: this.config(),
      extensionPath: this.extension.extensionPath,
      platform: process.platform,
    });
  }

  /** Stops the server if it runs and starts it, once for all who ask while an earlier restart goes on. */
  restart(): Promise<void> {
    if (this.waiting === undefined) {
      this.waiting = this.restarted.then(async () => {
        this.waiting = undefined;
        await this.stop();
        await this.start();
      });
      this.restarted = this.waiting;
    }
    return this.waiting;
  }

  /** Starts the server. When that fails the user is told, here or in the status bar; the promise never rejects. */
  private async start(): Promise<void> {
    // The manifest keeps the extension out of untrusted workspaces; nothing may run there whatever else changes.
    if (!vscode.workspace.isTrusted) {
      return;
    }
    const found = this.findServer();
    if ("missing" in found) {
      this.output.error(found.missing);
      this.setServerRuns(false);
      void this.offerSettings(found.missing);
      return;
    }
    this.output.info(`starting ${found.program} serve`);
    this.setServerRuns(true);
    // Most of the bundle, and of the time that it takes to load: only once there is a server, and after activate() has
    // registered what does not need one.
    const { createClient, runs } = await import("./client.js");
    const client = createClient({
      program: found.program,
      options: serverOptions(this.config(), {
        trusted: vscode.workspace.isTrusted,
        docs: vscode.Uri.joinPath(this.extension.extensionUri, "docs/diagnostics.md").toString(),
      }),
      output: this.output,
      trace: this.trace,
      middleware: {
        executeCommand: serverCommandMiddleware(this, this.counterexamples),
        handleWorkDoneProgress: (token, value, next) => {
          this.status.takeProgress(token, value);
          // Passed on, the beginning would be shown a second time in the status bar; the end lets go of the token.
          if (value.kind === "end") {
            next(token, value);
          }
        },
      },
    });
    this.client = client;
    // A server that is being stopped may still have something to say.
    const receive = (method: string, take: (value: unknown) => void): void => {
      client.onNotification(method, (value: unknown) => {
        if (client === this.client) {
          take(value);
        }
      });
    };
    receive(REPORT_METHOD, (value) => {
      this.receiveReport(value);
    });
    receive(COMPANION_METHOD, (value) => {
      const status = parseCompanionStatus(value);
      this.companion = status === undefined ? "" : companionText(status);
      this.showMessage();
    });
    receive(ARRIVAL_METHOD, (value) => {
      this.receiveArrival(value);
    });
    client.onDidChangeState(({ newState }) => {
      if (client === this.client) {
        this.setServerRuns(runs(newState));
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
    this.companion = "";
    this.showMessage();
    this.showReports();
    try {
      await client?.dispose();
    } catch (error) {
      // It had died or was still starting: nothing is left to stop in order.
      this.output.warn(`stopping the server: ${String(error)}`);
    }
  }

  dispose(): void {
    this.settings.dispose();
    this.trust.dispose();
    this.candidates.dispose();
    this.counterexamples.dispose();
    this.inputs.dispose();
    this.tests.dispose();
    this.status.dispose();
    this.picture.dispose();
    this.choices.dispose();
    this.active.dispose();
    this.serverEmitter.dispose();
    this.trace.dispose();
    this.output.dispose();
  }

  private setServerRuns(runs: boolean): void {
    this.status.setServerRuns(runs);
    this.serverEmitter.fire(runs);
  }

  private receiveReport(value: unknown): void {
    const report = parseReportParams(value);
    if (report === undefined) {
      this.output.warn("the server sent a report that this version of the extension cannot read");
      return;
    }
    if (report.state === "gone") {
      this.reports.delete(report.folder);
    } else {
      this.reports.set(report.folder, report);
    }
    this.showReports();
  }

  private receiveArrival(value: unknown): void {
    const arrival = parseArrival(value);
    if (arrival === undefined) {
      this.output.warn("the server made a problem of which this version of the extension can say nothing");
      return;
    }
    leftOutLines(arrival).forEach((line) => {
      this.output.warn(line);
    });
    this.arrival = arrivalText(arrival);
    this.showMessage();
  }

  private showReports(): void {
    this.candidates.update();
    this.active.update();
    this.tests.update();
    void vscode.commands.executeCommand("setContext", "execre.checked", this.reports.size > 0);
  }

  private showMessage(): void {
    this.candidates.setMessage([this.arrival, this.companion].filter((text) => text !== "").join(" "));
  }

  private async offerSettings(message: string): Promise<void> {
    const settings = vscode.l10n.t("Open Settings");
    if ((await vscode.window.showErrorMessage(`ExeCRE: ${message}`, settings)) === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", `${SECTION}.server.path`);
    }
  }
}
