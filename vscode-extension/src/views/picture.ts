/**
 * The picture of the active problem: a view of the sidebar, and an editor for a large one. Both show the same page; an input
 * that is chosen there is opened with all outputs as a document that cannot be edited.
 */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { ActiveProblem } from "../active";
import { cellText, peekOf } from "../picture/cell";
import { pictureOf } from "../picture/data";
import { pageHtml } from "../picture/html";
import { parseFromPage, parsePageState, type FromPage, type ToPage } from "../picture/messages";
import { Refresh } from "../picture/refresh";
import { stemOf } from "../problem";
import { CELL_METHOD, filesOf, MATRIX_METHOD, parseCell, parseMatrix, type Cell, type ReportParams } from "../protocol";

const VIEW = "execre.picture";
const SCHEME = "execre-input";
const CACHED = 50; // inputs with their outputs that are kept

export interface PictureConfig {
  active: ActiveProblem;
  /** Sends a request to the server; rejects with a sentence for people. */
  request: (method: string, params: object) => Promise<unknown>;
  extensionUri: vscode.Uri;
  output: vscode.LogOutputChannel;
}

/** A place where the page is shown. */
interface Surface {
  webview: vscode.Webview;
  isVisible: () => boolean;
  /** Where inputs are opened from it. */
  column: vscode.ViewColumn;
}

/** Names an input of a run, and its problem. */
interface CellKey {
  folder: string;
  run: number;
  input: number;
}

export class PictureView
  implements
    vscode.WebviewViewProvider,
    vscode.WebviewPanelSerializer,
    vscode.TextDocumentContentProvider,
    vscode.Disposable
{
  private readonly surfaces = new Set<Surface>();
  private panel: vscode.WebviewPanel | undefined;
  private folder: string | undefined;
  /** What the surfaces show, for one that is shown anew. */
  private shown: ToPage | undefined;
  private readonly cells = new Map<string, Promise<Cell>>();
  private readonly refresh = new Refresh({ ask: () => this.ask(), now: () => performance.now() });
  private readonly registrations: vscode.Disposable[];

  constructor(private readonly config: PictureConfig) {
    this.registrations = [
      vscode.window.registerWebviewViewProvider(VIEW, this),
      vscode.window.registerWebviewPanelSerializer(VIEW, this),
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      config.active.onDidChange(() => {
        this.follow();
      }),
    ];
  }

  /** Shows the picture in an editor, of the given problem or of that which is active. */
  open(folder?: string): void {
    if (folder !== undefined) {
      this.config.active.choose(folder);
    }
    if (this.panel !== undefined) {
      this.panel.reveal();
      return;
    }
    this.adopt(vscode.window.createWebviewPanel(VIEW, vscode.l10n.t("Picture"), vscode.ViewColumn.Active));
  }

  /** Shows the picture in the editor that had it before the window was loaded anew, of the problem that it showed. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const folder = parsePageState(state).folder;
    if (folder !== undefined) {
      this.config.active.choose(folder);
    }
    this.adopt(panel);
    return Promise.resolve();
  }

  private adopt(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    const surface = { webview: panel.webview, isVisible: () => panel.visible, column: vscode.ViewColumn.Beside };
    this.show(surface, "editor");
    panel.onDidChangeViewState(() => {
      this.see();
    });
    panel.onDidDispose(() => {
      if (this.panel === panel) {
        this.panel = undefined;
      }
      this.surfaces.delete(surface);
      this.see();
    });
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const surface = { webview: view.webview, isVisible: () => view.visible, column: vscode.ViewColumn.Active };
    this.show(surface, "view");
    view.onDidChangeVisibility(() => {
      this.see();
    });
    view.onDidDispose(() => {
      this.surfaces.delete(surface);
      this.see();
    });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const key = JSON.parse(uri.query) as CellKey;
    try {
      return cellText(await this.cell(key), stemOf(key.folder));
    } catch (error) {
      // Such as that of an editor from before VS Code was started.
      return `${textOf(error)}\n`;
    }
  }

  /** The editor stays: VS Code gives it back when the extension runs again. */
  dispose(): void {
    this.refresh.dispose();
    this.registrations.forEach((registration) => void registration.dispose());
  }

  private show(surface: Surface, place: "view" | "editor"): void {
    const { webview } = surface;
    const files = vscode.Uri.joinPath(this.config.extensionUri, "dist");
    webview.options = { enableScripts: true, localResourceRoots: [files] };
    webview.onDidReceiveMessage((value: unknown) => {
      const message = parseFromPage(value);
      if (message !== undefined) {
        void this.receive(message, surface);
      }
    });
    this.surfaces.add(surface);
    webview.html = pageHtml({
      cspSource: webview.cspSource,
      script: webview.asWebviewUri(vscode.Uri.joinPath(files, "picture.js")).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(files, "picture.css")).toString(),
      nonce: randomBytes(16).toString("base64"),
      place,
      texts: vscode.l10n.bundle,
    });
    this.see();
  }

  private see(): void {
    this.refresh.setSeen([...this.surfaces].some((surface) => surface.isVisible()));
  }

  /** There is a newer report, or another problem. */
  private follow(): void {
    const folder = this.config.active.known?.folder;
    if (folder === undefined) {
      this.cells.clear(); // the next server counts runs anew
    }
    if (folder === this.folder) {
      this.refresh.touch();
    } else {
      this.folder = folder;
      this.refresh.restart();
    }
  }

  /** Asks for the matrix of the problem and shows it. It grows while a check goes on. */
  private async ask(): Promise<boolean> {
    const report = this.config.active.report;
    if (report === undefined) {
      this.say({ kind: "nothing", text: vscode.l10n.t("No problem has been checked yet."), check: true });
      return false;
    }
    const { folder } = report;
    let message: ToPage;
    try {
      message = this.messageOf(report, await this.config.request(MATRIX_METHOD, { folder }));
    } catch (error) {
      message = { kind: "nothing", text: textOf(error), check: true };
    }
    const now = this.config.active.report;
    if (now?.folder !== folder) {
      return true; // it is another problem by now
    }
    this.say(message);
    return now.state === "running";
  }

  private messageOf(report: ReportParams, answer: unknown): ToPage {
    const matrix = parseMatrix(answer);
    if (matrix === undefined) {
      throw new Error(vscode.l10n.t("The server answered with what this version of the extension cannot read."));
    }
    if (matrix !== null && matrix.inputs.length > 0) {
      return { kind: "picture", data: pictureOf(report, matrix) };
    }
    const name = stemOf(report.folder);
    return report.state === "running"
      ? { kind: "nothing", text: vscode.l10n.t("{0} is being checked…", name), check: false }
      : { kind: "nothing", text: vscode.l10n.t("Nothing of {0} has been executed yet.", name), check: true };
  }

  private say(message: ToPage): void {
    this.shown = message;
    for (const surface of this.surfaces) {
      if (surface.isVisible()) {
        void surface.webview.postMessage(message);
      }
    }
  }

  private async receive(message: FromPage, surface: Surface): Promise<void> {
    const folder = this.config.active.known?.folder;
    switch (message.kind) {
      case "ready":
        if (this.shown !== undefined) {
          void surface.webview.postMessage(this.shown);
        }
        this.refresh.touch();
        return;
      case "check":
        await vscode.commands.executeCommand("execre.check", ...(folder === undefined ? [] : [{ folder }]));
        return;
      case "program":
        await this.openProgram(message.file, surface);
        return;
      case "peek":
        if (folder !== undefined) {
          await this.peek({ folder, run: message.run, input: message.input }, surface);
        }
        return;
      case "open":
        if (folder !== undefined) {
          await this.openCell({ folder, run: message.run, input: message.input }, message.focus, surface);
        }
    }
  }

  private async openProgram(file: string, { column }: Surface): Promise<void> {
    const report = this.config.active.report;
    if (report?.report?.candidates.some((candidate) => candidate.file === file) === true) {
      const uri = vscode.Uri.joinPath(vscode.Uri.parse(filesOf(report)), file);
      await vscode.commands.executeCommand("vscode.open", uri, { viewColumn: column });
    }
  }

  private async peek(key: CellKey, { webview }: Surface): Promise<void> {
    try {
      const peek = peekOf(await this.cell(key));
      const { run, input } = key;
      void webview.postMessage({ kind: "peek", run, input, peek } satisfies ToPage);
    } catch (error) {
      // Nobody asked for it in so many words.
      this.config.output.debug(`looking at an input: ${textOf(error)}`);
    }
  }

  private async openCell(key: CellKey, focus: boolean, { column }: Surface): Promise<void> {
    try {
      const { name } = await this.cell(key);
      const uri = vscode.Uri.from({
        scheme: SCHEME,
        path: `/${stemOf(key.folder)}, ${name.replaceAll("/", " ")}`,
        query: JSON.stringify(key),
      });
      await vscode.window.showTextDocument(uri, { viewColumn: column, preview: true, preserveFocus: !focus });
    } catch (error) {
      void vscode.window.showErrorMessage(`ExeCRE: ${textOf(error)}`);
    }
  }

  private cell({ folder, run, input }: CellKey): Promise<Cell> {
    const name = JSON.stringify([folder, run, input]);
    const known = this.cells.get(name);
    if (known !== undefined) {
      return known;
    }
    const asked = this.config.request(CELL_METHOD, { folder, run, input }).then((answer) => {
      const cell = parseCell(answer);
      if (cell === undefined) {
        throw new Error(vscode.l10n.t("The server answered with what this version of the extension cannot read."));
      }
      return cell;
    });
    this.cells.set(name, asked);
    asked.catch(() => this.cells.delete(name));
    const [oldest] = this.cells.keys();
    if (this.cells.size > CACHED && oldest !== undefined) {
      this.cells.delete(oldest);
    }
    return asked;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
