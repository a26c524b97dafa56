import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chooseAdapter, launch, recipe, standsAlone, type Adapter, type Machine, type Subject } from "../src/launch";
import { runLine } from "../src/shell";

const linux: Machine = { platform: "linux", shell: "posix", extensionPath: "/ext" };
const subject = (file: string, language: string): Subject => ({
  source: `/p/${file}`,
  language,
  directory: "/p",
  input: "/p/.execre/counterexamples/a b.in",
});

/** The configuration with which the first installed debugger for a language starts, and what is to be done by hand. */
function configured(file: string, language: string, installed: string, machine: Partial<Machine> = {}): unknown {
  const all = { ...linux, ...machine };
  const adapter = chooseAdapter(language, (id) => id === installed);
  assert("kind" in adapter, installed);
  const about = subject(file, language);
  const { build } = recipe(about, all, true) ?? {};
  const program = build === undefined ? about.source : `/p/.execre/debug/${file}.out`;
  return launch(adapter, about, program, all);
}

describe("a launch configuration", () => {
  const common = { name: "ExeCRE: a.cpp < a b.in", request: "launch", cwd: "/p" };
  const input = "/p/.execre/counterexamples/a b.in";

  it("of CodeLLDB redirects by its stdio", () => {
    assert.deepEqual(configured("a.cpp", "cpp", "vadimcn.vscode-lldb"), {
      configuration: {
        ...common,
        type: "lldb",
        program: "/p/.execre/debug/a.cpp.out",
        args: [],
        stdio: [input, null, null],
      },
    });
  });

  it("of cpptools has GDB redirect", () => {
    assert.deepEqual(configured("a.cpp", "cpp", "ms-vscode.cpptools"), {
      configuration: {
        ...common,
        type: "cppdbg",
        program: "/p/.execre/debug/a.cpp.out",
        args: ["<", input],
        MIMode: "gdb",
        setupCommands: [{ text: "-enable-pretty-printing", ignoreFailures: true }],
      },
    });
  });

  it("of cpptools on macOS names the input by a setting of LLDB", () => {
    assert.deepEqual(configured("a.cpp", "cpp", "ms-vscode.cpptools", { platform: "darwin" }), {
      configuration: {
        ...common,
        type: "cppdbg",
        program: "/p/.execre/debug/a.cpp.out",
        args: [],
        MIMode: "lldb",
        setupCommands: [{ text: `settings set target.input-path "${input}"` }],
      },
    });
  });

  it("of debugpy starts the program by a wrapper", () => {
    assert.deepEqual(configured("a.py", "python", "ms-python.debugpy"), {
      configuration: {
        ...common,
        name: "ExeCRE: a.py < a b.in",
        type: "debugpy",
        program: "/ext/debug/stdin.py",
        args: [input, "/p/a.py"],
        console: "internalConsole",
      },
    });
  });

  it("of Node preloads what replaces stdin", () => {
    assert.deepEqual(configured("a.ts", "typescript", "ms-vscode.js-debug", { extensionPath: "/my ext" }), {
      configuration: {
        ...common,
        name: "ExeCRE: a.ts < a b.in",
        type: "node",
        program: "/p/a.ts",
        runtimeArgs: ["--import", "file:///my%20ext/debug/stdin.mjs"],
        env: { EXECRE_STDIN: input },
        console: "internalConsole",
        outputCapture: "std",
        skipFiles: ["<node_internals>/**"],
      },
    });
  });

  it("of Java leaves the redirection to the shell of the terminal", () => {
    const configuration = {
      ...common,
      name: "ExeCRE: A.java < a b.in",
      type: "java",
      mainClass: "/p/A.java",
      console: "integratedTerminal",
    };
    assert.deepEqual(configured("A.java", "java", "vscjava.vscode-java-debug"), {
      configuration: { ...configuration, args: ["<", input] },
    });
    assert.deepEqual(configured("A.java", "java", "vscjava.vscode-java-debug", { shell: "powershell" }), {
      configuration,
      byHand:
        "PowerShell cannot read stdin from a file. The input is in the clipboard: paste it into the terminal of the " +
        "debugger, then press Ctrl+D.",
    });
  });

  it("of Go says that it cannot redirect", () => {
    assert.deepEqual(configured("a.go", "go", "golang.go", { platform: "win32" }), {
      configuration: {
        ...common,
        name: "ExeCRE: a.go < a b.in",
        type: "go",
        mode: "debug",
        program: "/p/a.go",
        console: "integratedTerminal",
      },
      byHand:
        "The debugger of Go cannot read stdin from a file. The input is in the clipboard: paste it into the terminal of " +
        "the debugger, then press Ctrl+Z and Enter.",
    });
  });
});

describe("chooseAdapter", () => {
  const chosen = (language: string, ...installed: string[]): Adapter | { missing: string } =>
    chooseAdapter(language, (id) => installed.includes(id));

  it("prefers what redirects best", () => {
    const adapter = chosen("cpp", "ms-vscode.cpptools", "vadimcn.vscode-lldb");
    assert("kind" in adapter && adapter.kind === "codelldb");
  });

  it("names what to install", () => {
    assert.deepEqual(chosen("rust", "golang.go"), {
      missing:
        "To debug this program, install the extension CodeLLDB (vadimcn.vscode-lldb) or C/C++ (ms-vscode.cpptools).",
      ids: ["vadimcn.vscode-lldb", "ms-vscode.cpptools"],
    });
    assert.deepEqual(chosen("python"), {
      missing: "To debug this program, install the extension Python Debugger (ms-python.debugpy).",
      ids: ["ms-python.debugpy"],
    });
  });

  it("knows no debugger for what it does not know", () => {
    assert.deepEqual(chosen("cobol", "ms-vscode.cpptools"), {
      missing: "ExeCRE knows no debugger for this program's language.",
      ids: [],
    });
  });
});

describe("recipe", () => {
  const lines = (file: string, language: string, platform: NodeJS.Platform, debug: boolean): string | undefined => {
    const about = subject(file, language);
    const how = recipe(about, { platform }, debug);
    return how && runLine("posix", { ...how, input: "1.in" });
  };
  const cases: [string, string, NodeJS.Platform, boolean, string | undefined][] = [
    [
      "a.cpp",
      "cpp",
      "linux",
      true,
      "g++ -std=gnu++20 -g -O0 -I /p -o /p/.execre/debug/a.cpp.out /p/a.cpp && /p/.execre/debug/a.cpp.out < 1.in",
    ],
    [
      "a.c",
      "c",
      "darwin",
      false,
      "clang -std=gnu17 -g -O2 -I /p -o /p/.execre/debug/a.c.out /p/a.c -lm && /p/.execre/debug/a.c.out < 1.in",
    ],
    [
      "a.rs",
      "rust",
      "linux",
      false,
      "rustc --edition=2021 -g -O -o /p/.execre/debug/a.rs.out /p/a.rs && /p/.execre/debug/a.rs.out < 1.in",
    ],
    ["a.py", "python", "linux", false, "python3 /p/a.py < 1.in"],
    ["a.py", "python", "win32", false, "py /p/a.py < 1.in"],
    ["A.java", "java", "linux", false, "java /p/A.java < 1.in"],
    ["a.go", "go", "linux", false, "go run /p/a.go < 1.in"],
    ["a.ts", "typescript", "linux", false, "node /p/a.ts < 1.in"],
    ["a.cob", "cobol", "linux", false, undefined],
  ];
  for (const [file, language, platform, debug, line] of cases) {
    it(`${debug ? "debugs" : "runs"} ${file} on ${platform}`, () => {
      assert.equal(lines(file, language, platform, debug), line);
    });
  }
});

describe("standsAlone", () => {
  it("wants a main where a language needs one", () => {
    assert(standsAlone("cpp", "int main() {}"));
    assert(!standsAlone("cpp", "class Solution { int domain() { return 1; } };"));
    assert(standsAlone("python", "print(input())"));
  });
});

describe("what replaces stdin", function () {
  this.timeout(60_000); // it starts programs
  let folder: string;
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "execre-stdin-"));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it("gives Python's programs the file, and leaves them what they are", () => {
    const input = file("1.in", "25\nä 3\n");
    file("beside.py", "x = 1\n");
    const program = file(
      "a.py",
      "import os, sys, beside\nprint(input(), sys.stdin.read().split(), sys.argv[1:], __name__, os.read(0, 9))\n",
    );
    const args = ["debug/stdin.py", input, program];
    const printed = execFileSync("python3", args, {
      input: "no",
      encoding: "utf8",
      env: { ...process.env, PYTHONUTF8: "1" },
    });
    assert.equal(printed, "25 ['ä', '3'] [] __main__ b''\n");
  });

  it("gives Node's programs the file, however they read it", () => {
    const input = file("1.in", "25\n3\n");
    const { configuration } = launch(
      { kind: "node", id: "", name: "" },
      { ...subject("a.js", "javascript"), input },
      file("a.js", ""),
      { ...linux, extensionPath: process.cwd() },
    );
    const programs = [
      'process.stdout.write(require("fs").readFileSync(0, "utf8"))',
      'require("readline").createInterface({ input: process.stdin }).on("line", (line) => console.log(line))',
    ];
    for (const text of programs) {
      const args = [...(configuration["runtimeArgs"] as string[]), file("a.js", text)];
      const env = { ...process.env, ...(configuration["env"] as object) };
      assert.equal(
        execFileSync(process.execPath, args, { input: "no", encoding: "utf8", env }),
        readFileSync(input, "utf8"),
      );
    }
  });
});
