/**
 * Shows where a candidate goes wrong, in documents that cannot be edited: the expected output and its own as a diff, each
 * below the input, with the tokens marked that differ.
 */
import * as vscode from "vscode";
import type { CommandArgument, Counterexample } from "../protocol";
import { COUNTEREXAMPLE_SCHEME } from "../subject";
import { differingTokens, withInput, type Span, type Titles } from "./difference";

/** What is behind a document, in its query: commands of the editor are about the argument. */
interface Behind {
  /** The URI of the input's file. */
  input: string;
  argument: CommandArgument;
}

/** Gives the text of files to read-only documents: the same path in a scheme of its own, so the server does not see them. */
export class CounterexampleView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changeEmitter.event;
  private readonly differs = vscode.window.createTextEditorDecorationType({
    border: "1px solid",
    borderColor: new vscode.ThemeColor("editorWarning.foreground"),
    overviewRulerColor: new vscode.ThemeColor("editorWarning.foreground"),
  });
  /** The documents of the last diff, and where in a document the output begins. */
  private sides: { expected: vscode.Uri; got: vscode.Uri } | undefined;
  private readonly begins = new Map<string, number>();
  private readonly disposables = [
    vscode.workspace.registerTextDocumentContentProvider(COUNTEREXAMPLE_SCHEME, this),
    vscode.window.onDidChangeVisibleTextEditors(() => {
      this.mark();
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === COUNTEREXAMPLE_SCHEME) {
        this.mark();
      }
    }),
    this.differs,
    this.changeEmitter,
  ];

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { input } = JSON.parse(uri.query) as Behind;
    const output = await read(uri.with({ scheme: "file", query: "" }));
    const { text, begin } = withInput(await read(vscode.Uri.parse(input, true)), output, titles());
    this.begins.set(uri.toString(), begin);
    return text;
  }

  async show({ title, input, expected, got }: Counterexample, argument: CommandArgument): Promise<void> {
    const behind = { input, argument };
    const right = this.document(got, behind);
    // A candidate in a preview tab would be replaced by what is opened now.
    await vscode.commands.executeCommand("workbench.action.keepEditor");
    const options: vscode.TextDocumentShowOptions = { preview: true };
    if (expected === null) {
      // Nobody knows the right answer: what goes in, and what comes out.
      await vscode.window.showTextDocument(right, options);
      return;
    }
    const left = this.document(expected, behind);
    this.sides = { expected: left, got: right };
    await vscode.commands.executeCommand("vscode.diff", left, right, title, options);
    this.mark();
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
  }

  private document(file: string, behind: Behind): vscode.Uri {
    const query = JSON.stringify(behind);
    const uri = vscode.Uri.parse(file, true).with({ scheme: COUNTEREXAMPLE_SCHEME, query });
    // It may still be open with the counterexample of an earlier run.
    this.changeEmitter.fire(uri);
    return uri;
  }

  /** Marks the tokens that differ, where both sides are seen. */
  private mark(): void {
    const editorOf = (uri: vscode.Uri | undefined): vscode.TextEditor | undefined =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri?.toString());
    const [left, right] = [editorOf(this.sides?.expected), editorOf(this.sides?.got)];
    if (left === undefined || right === undefined) {
      return;
    }
    const outputOf = ({ document }: vscode.TextEditor): [string, number] => {
      const begin = this.begins.get(document.uri.toString()) ?? 0;
      return [document.getText().slice(begin), begin];
    };
    const [[expected, above], [got, aboveGot]] = [outputOf(left), outputOf(right)];
    const marked = differingTokens(expected, got);
    const show = (editor: vscode.TextEditor, spans: Span[], begin: number): void => {
      const at = (offset: number): vscode.Position => editor.document.positionAt(begin + offset);
      editor.setDecorations(
        this.differs,
        spans.map(({ start, end }) => new vscode.Range(at(start), at(end))),
      );
    };
    show(left, marked.expected, above);
    show(right, marked.got, aboveGot);
  }
}

function titles(): Titles {
  return {
    input: vscode.l10n.t("Input:"),
    output: vscode.l10n.t("Output:"),
    more: (lines) => vscode.l10n.t("… and {0} more lines", lines),
  };
}

async function read(file: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}
