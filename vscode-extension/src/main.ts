/** What VS Code calls: activate starts the server, deactivate stops it. */
import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { Context } from "./context";
import { openBundled } from "./start";

let context: Context | undefined;

export async function activate(extension: vscode.ExtensionContext): Promise<void> {
  context = new Context(extension);
  extension.subscriptions.push(context, ...registerCommands(context));
  // Commands of the palette wait for activation, and they need the server.
  await context.restart();
  void openBundled(extension);
}

export async function deactivate(): Promise<void> {
  await context?.stop();
}
