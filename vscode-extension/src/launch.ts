/**
 * How a program is debugged with an input that is in a file. How it is built and run, the server says. Plain values in, plain
 * values out; of vscode only the translation of texts.
 *
 * A debugger's own way to redirect stdin is taken where it has one. Python and Node have none that works in every shell, so
 * their programs are started by debug/stdin.py and debug/stdin.mjs, which put the file in the place of stdin.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { l10n } from "vscode";
import type { Recipe } from "./protocol";
import type { Shell } from "./shell";

/** A program and what it is to read. All paths are absolute. */
export interface Subject {
  /** The file of the program. */
  source: string;
  /** The file of the input. */
  input: string;
}

/** What has to be known of the machine. */
export interface Machine {
  platform: NodeJS.Platform;
  /** Of the terminals. */
  shell: Shell;
  /** The folder of this extension. */
  extensionPath: string;
}

/** A debugger, which is an extension. */
export interface Adapter {
  kind: "codelldb" | "cpptools" | "debugpy" | "go" | "java" | "node";
  /** Of the extension. */
  id: string;
  name: string;
}

const codelldb: Adapter = { kind: "codelldb", id: "vadimcn.vscode-lldb", name: "CodeLLDB" };
const cpptools: Adapter = { kind: "cpptools", id: "ms-vscode.cpptools", name: "C/C++" };
const node: Adapter = { kind: "node", id: "ms-vscode.js-debug", name: "JavaScript Debugger" };

/** Those that can debug a language, the first the best. */
const adapters: ReadonlyMap<string, readonly [Adapter, ...Adapter[]]> = new Map([
  ["c", [codelldb, cpptools]],
  ["cpp", [codelldb, cpptools]],
  ["rust", [codelldb, cpptools]],
  ["python", [{ kind: "debugpy", id: "ms-python.debugpy", name: "Python Debugger" }]],
  ["go", [{ kind: "go", id: "golang.go", name: "Go" }]],
  ["java", [{ kind: "java", id: "vscjava.vscode-java-debug", name: "Debugger for Java" }]],
  ["javascript", [node]],
  ["typescript", [node]],
]);

/** The debugger for a language, or a sentence that says why there is none, and the extensions that would be one. */
export function chooseAdapter(
  language: string,
  isInstalled: (id: string) => boolean,
): Adapter | { missing: string; ids: string[] } {
  const able = adapters.get(language);
  if (able === undefined) {
    return { missing: l10n.t("ExeCRE knows no debugger for this program's language."), ids: [] };
  }
  const names = able.map(({ name, id }) => `${name} (${id})`);
  return (
    able.find(({ id }) => isInstalled(id)) ?? {
      missing:
        names.length > 1
          ? l10n.t("To debug this program, install the extension {0} or {1}.", ...names)
          : l10n.t("To debug this program, install the extension {0}.", ...names),
      ids: able.map(({ id }) => id),
    }
  );
}

/** What starts a debugger. */
export interface Launch {
  /** A launch configuration, as launch.json has them. */
  configuration: { name: string; type: string; request: "launch"; [attribute: string]: unknown };
  /** The debugger cannot redirect stdin. What the user has to do; the input is to be in the clipboard by then. */
  byHand?: string;
}

/** The launch configuration with which a debugger gives a program, which is built, the input. */
export function launch(
  { kind }: Adapter,
  { source, input }: Subject,
  { folder, build, program, interpreter }: Recipe,
  { platform, shell, extensionPath }: Machine,
): Launch {
  const common = {
    name: `ExeCRE: ${path.basename(source)} < ${path.basename(input)}`,
    request: "launch",
    cwd: folder,
  } as const;
  const [runtime, ...flags] = interpreter ?? [];
  switch (kind) {
    case "codelldb":
      return { configuration: { ...common, type: "lldb", program, args: [], stdio: [input, null, null] } };
    case "cpptools":
      return { configuration: { ...common, type: "cppdbg", program, ...cppStdin(input, platform) } };
    case "debugpy": {
      const args = [input, program];
      const wrapper = path.join(extensionPath, "debug/stdin.py");
      return {
        configuration: {
          ...common,
          type: "debugpy",
          program: wrapper,
          args,
          ...(runtime === undefined ? {} : { python: runtime }),
          ...(flags.length === 0 ? {} : { pythonArgs: flags }),
          console: "internalConsole",
        },
      };
    }
    case "node": {
      const wrapper = pathToFileURL(path.join(extensionPath, "debug/stdin.mjs")).toString();
      return {
        configuration: {
          ...common,
          type: "node",
          program,
          ...(runtime === undefined ? {} : { runtimeExecutable: runtime }),
          runtimeArgs: [...flags, "--import", wrapper],
          env: { EXECRE_STDIN: input },
          console: "internalConsole",
          outputCapture: "std",
          skipFiles: ["<node_internals>/**"],
        },
      };
    }
    case "java": {
      const configuration = {
        ...common,
        type: "java",
        mainClass: program,
        ...(runtime === undefined ? {} : { javaExec: runtime }),
        ...(flags.length === 0 ? {} : { vmArgs: flags }),
        console: "integratedTerminal",
      };
      // VS Code leaves an argument < to the shell of the terminal.
      return shell === "powershell"
        ? { configuration, byHand: byHand(l10n.t("PowerShell cannot read stdin from a file."), platform) }
        : { configuration: { ...configuration, args: ["<", input] } };
    }
    case "go":
      return {
        configuration: {
          ...common,
          type: "go",
          mode: build === undefined ? "debug" : "exec", // the debugger builds it, unless a command of execre.toml does
          program,
          console: "integratedTerminal",
        },
        byHand: byHand(l10n.t("The debugger of Go cannot read stdin from a file."), platform),
      };
  }
}

/** GDB has the redirection done by a shell, or does it itself on Windows; what stands for it on macOS knows it by a setting only. */
function cppStdin(input: string, platform: NodeJS.Platform): object {
  if (platform === "darwin") {
    const text = `settings set target.input-path "${input.replace(/["\\]/g, "\\$&")}"`;
    return { args: [], MIMode: "lldb", setupCommands: [{ text }] };
  }
  return {
    args: ["<", input],
    MIMode: "gdb",
    setupCommands: [{ text: "-enable-pretty-printing", ignoreFailures: true }],
  };
}

function byHand(why: string, platform: NodeJS.Platform): string {
  const end = platform === "win32" ? l10n.t("Ctrl+Z and Enter") : l10n.t("Ctrl+D");
  return l10n.t(
    "{0} The input is in the clipboard: paste it into the terminal of the debugger, then press {1}.",
    why,
    end,
  );
}
