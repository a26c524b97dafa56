/** The language client: what it tells the server at the start, which documents it sends, how it takes the server's death. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type * as vscode from "vscode";
import {
  LanguageClient,
  RevealOutputChannelOn,
  State,
  type ClientCapabilities,
  type LanguageClientOptions,
  type Middleware,
  type StaticFeature,
  type StreamInfo,
} from "vscode-languageclient/node";
import { SECTION, type ServerOptions } from "./config";
import { EXPERIMENTAL_CAPABILITY, parseLogLine } from "./protocol";

/** How often in three minutes a server that dies is started again. */
const MAX_RESTARTS = 3;

export interface ClientConfig {
  /** The server program. */
  program: string;
  options: ServerOptions;
  output: vscode.LogOutputChannel;
  trace: vscode.LogOutputChannel;
  middleware: Middleware;
}

/** A client, not yet started. */
export function createClient({ program, options, output, trace, middleware }: ClientConfig): LanguageClient {
  const clientOptions: LanguageClientOptions = {
    documentSelector: [
      ...["c", "cpp", "go", "java", "javascript", "python", "rust", "typescript"].map((language) => ({
        scheme: "file",
        language,
      })),
      { scheme: "file", pattern: "**/input.schema" },
      { scheme: "file", pattern: "**/execre.toml" },
      { scheme: "file", pattern: "**/statement.{md,txt}" },
    ],
    initializationOptions: options,
    connectionOptions: { maxRestartCount: MAX_RESTARTS },
    // Without a handler the client shows the failure in a pop-up of its own; it throws the error in any case.
    initializationFailedHandler: () => false,
    outputChannel: output,
    traceOutputChannel: trace,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware,
  };
  // The id is also the section in which the client looks for trace.server.
  const client = new QuietClient(SECTION, "ExeCRE", () => startServer(program, output), clientOptions);
  client.registerFeature(new ExperimentalFeature());
  return client;
}

/** Whether there is a server in this state of a client, or there will be. */
export function runs(state: State): boolean {
  return state === State.Starting || state === State.Running;
}

/** Starts the program. It ends by itself when its stdin is closed. Left to the client, every line of its log would be an error. */
function startServer(program: string, output: vscode.LogOutputChannel): Promise<StreamInfo> {
  const server = spawn(program, ["serve"], { stdio: "pipe" });
  createInterface({ input: server.stderr }).on("line", (line) => {
    const { level, text } = parseLogLine(line);
    output[level](text);
  });
  server.once("exit", (code, signal) => {
    output.info(`the server has ended (${code === null ? String(signal) : `exit status ${code}`})`);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("spawn", () => {
      resolve({ reader: server.stdout, writer: server.stdin });
    });
  });
}

/** A client that writes its errors into the log only: the status bar says that a server has ended, no pop-up does. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Tells the server that this client reads execre/report. */
class ExperimentalFeature implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = {
      ...(capabilities.experimental as object | undefined),
      execre: EXPERIMENTAL_CAPABILITY,
    };
  }

  // The rest of the interface: nothing to set up and nothing that a server could register.
  initialize(): void {}
  clear(): void {}
  getState(): ReturnType<StaticFeature["getState"]> {
    return { kind: "static" };
  }
}
