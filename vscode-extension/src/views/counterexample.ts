/** Shows where a candidate goes wrong: the expected output and its own as a diff, in documents that cannot be edited. */
import * as vscode from "vscode";
import type { Counterexample } from "../protocol";

const SCHEME = "execre-counterexample";

/** Gives the text of files to read-only documents: the same path in a scheme of its own, so the server does not see them. */
export class CounterexampleView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changeEmitter.event;
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const content = await vscode.workspace.fs.readFile(uri.with({ scheme: "file" }));
    return new TextDecoder().decode(content);
  }

  async show({ title, input, expected, got }: Counterexample): Promise<void> {
    const right = this.document(got);
    // A candidate in a preview tab would be replaced by what is opened now.
    await vscode.commands.executeCommand("workbench.action.keepEditor");
    if (expected !== null) {
      const options: vscode.TextDocumentShowOptions = { preview: true };
      await vscode.commands.executeCommand("vscode.diff", this.document(expected), right, title, options);
      return;
    }
    // Nobody knows the right answer: what goes in, and beside it what comes out.
    const left = this.document(input);
    await vscode.window.showTextDocument(left, { preview: true, viewColumn: vscode.ViewColumn.Active });
    await vscode.window.showTextDocument(right, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }

  dispose(): void {
    this.registration.dispose();
    this.changeEmitter.dispose();
  }

  private document(file: string): vscode.Uri {
    const uri = vscode.Uri.parse(file, true).with({ scheme: SCHEME });
    // It may still be open with the counterexample of an earlier run.
    this.changeEmitter.fire(uri);
    return uri;
  }
}
