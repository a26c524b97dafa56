/** What stands for VS Code in unit tests: as much of its API as the tested parts call. A test sets it up and reads it. */
import path from "node:path";
import { pathToFileURL, fileURLToPath } from "node:url";

export class Uri {
  private constructor(readonly fsPath: string) {}
  readonly scheme = "file";

  static file(file: string): Uri {
    return new Uri(path.resolve(file));
  }

  static parse(uri: string): Uri {
    return new Uri(fileURLToPath(uri));
  }

  static joinPath(uri: Uri, ...parts: string[]): Uri {
    return new Uri(path.join(uri.fsPath, ...parts));
  }

  toString(): string {
    return pathToFileURL(this.fsPath).toString();
  }
}

export const l10n = {
  t: (message: string, ...values: unknown[]): string =>
    message.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)])),
};

/** The commands that are registered now. */
export const registered = new Map<string, (...args: unknown[]) => unknown>();

/** The error messages that were shown. */
export const shown: string[] = [];

export const commands = {
  registerCommand(name: string, run: (...args: unknown[]) => unknown): { dispose: () => void } {
    if (registered.has(name)) {
      throw new Error(`command '${name}' already exists`);
    }
    registered.set(name, run);
    return { dispose: () => void registered.delete(name) };
  },
};

/** What was offered to choose from, the labels; the test sets which one is chosen. */
export const offered = { labels: [] as string[], choice: undefined as string | undefined };

/** What the person writes where a text is asked for; undefined: they leave. */
export const written = { text: undefined as string | undefined };

export const window = {
  showInputBox: () => Promise.resolve(written.text),
  activeTextEditor: undefined as { document: { uri: Uri } } | undefined,
  showQuickPick<T extends { label: string }>(items: readonly T[]): Promise<T | undefined> {
    offered.labels = items.map(({ label }) => label);
    return Promise.resolve(items.find(({ label }) => label === offered.choice));
  },
  showErrorMessage(message: string): Promise<undefined> {
    shown.push(message);
    return Promise.resolve(undefined);
  },
};

export const workspace = {
  isTrusted: true,
  workspaceFolders: undefined as { uri: Uri }[] | undefined,
};
