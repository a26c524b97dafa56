import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chooseAdapter, launch, type Adapter, type Machine } from "../src/launch";
import type { Recipe } from "../src/protocol";
import { runLine } from "../src/shell";

const linux: Machine = { platform: "linux", shell: "posix", extensionPath: "/ext" };
/** How the server says that a program is run. */
const recipe = (language: string, program: string, more: Partial<Recipe> = {}): Recipe => ({
  language,
  folder: "/p",
  run: [program],
  program,
  ...more,
});
const built: Partial<Recipe> = { build: ["g++", "-g", "-O0", "-o", "/p/.execre/debug/a.cpp.out", "/p/a.cpp"] };

/** The configuration with which the first installed debugger for a program's language starts, and what is to be done by hand. */
function configured(source: string, how: Recipe, installed: string, machine: Partial<Machine> = {}): unknown {
  const adapter = chooseAdapter(how.language, (id) => id === installed);
  assert("kind" in adapter, installed);
  const about = { source: `/p/${source}`, input: "/p/.execre/counterexamples/a b.in" };
  return launch(adapter, about, how, { ...linux, ...machine });
}

describe("a launch configuration", () => {
  const common = { name: "ExeCRE: a.cpp < a b.in", request: "launch", cwd: "/p" };
  const input = "/p/.execre/counterexamples/a b.in";
  const cpp = recipe("cpp", "/p/.execre/debug/a.cpp.out", built);

  it("of CodeLLDB redirects by its stdio", () => {
    assert.deepEqual(configured("a.cpp", cpp, "vadimcn.vscode-lldb"), {
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
    assert.deepEqual(configured("a.cpp", cpp, "ms-vscode.cpptools"), {
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
    assert.deepEqual(configured("a.cpp", cpp, "ms-vscode.cpptools", { platform: "darwin" }), {
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
    const configuration = {
      ...common,
      name: "ExeCRE: a.py < a b.in",
      type: "debugpy",
      program: "/ext/debug/stdin.py",
      args: [input, "/p/a.py"],
      console: "internalConsole",
    };
    const by = (interpreter: Partial<Recipe>): unknown =>
      configured("a.py", recipe("python", "/p/a.py", interpreter), "ms-python.debugpy");
    assert.deepEqual(by({ interpreter: ["/bin/python3"] }), {
      configuration: { ...configuration, python: "/bin/python3" },
    });
    // With flags, as execre.toml may have them.
    assert.deepEqual(by({ interpreter: ["/bin/pypy3", "-X", "utf8"] }), {
      configuration: { ...configuration, python: "/bin/pypy3", pythonArgs: ["-X", "utf8"] },
    });
    assert.deepEqual(by({}), { configuration });
  });

  it("of Node preloads what replaces stdin", () => {
    const how = recipe("typescript", "/p/a.ts", { interpreter: ["/bin/node", "--stack-size=900"] });
    assert.deepEqual(configured("a.ts", how, "ms-vscode.js-debug", { extensionPath: "/my ext" }), {
      configuration: {
        ...common,
        name: "ExeCRE: a.ts < a b.in",
        type: "node",
        program: "/p/a.ts",
        runtimeExecutable: "/bin/node",
        runtimeArgs: ["--stack-size=900", "--import", "file:///my%20ext/debug/stdin.mjs"],
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
      javaExec: "/jdk/bin/java",
      vmArgs: ["-Xss256m"],
      console: "integratedTerminal",
    };
    const how = recipe("java", "/p/A.java", { interpreter: ["/jdk/bin/java", "-Xss256m"] });
    assert.deepEqual(configured("A.java", how, "vscjava.vscode-java-debug"), {
      configuration: { ...configuration, args: ["<", input] },
    });
    assert.deepEqual(configured("A.java", how, "vscjava.vscode-java-debug", { shell: "powershell" }), {
      configuration,
      byHand:
        "PowerShell cannot read stdin from a file. The input is in the clipboard: paste it into the terminal of the " +
        "debugger, then press Ctrl+D.",
    });
  });

  it("of Go says that it cannot redirect", () => {
    assert.deepEqual(configured("a.go", recipe("go", "/p/a.go"), "golang.go", { platform: "win32" }), {
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

  it("of Go takes what a command of execre.toml builds", () => {
    const adapter = chooseAdapter("go", () => true);
    assert("kind" in adapter);
    const how = recipe("go", "/p/a.out", { build: ["tinygo", "build"] });
    const { configuration } = launch(adapter, { source: "/p/a.go", input }, how, linux);
    assert.deepEqual([configuration["mode"], configuration["program"]], ["exec", "/p/a.out"]);
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

describe("the line for a terminal", () => {
  it("is that of the server's commands", () => {
    const out = "/p/.execre/debug/a.cpp.out";
    const how = recipe("cpp", out, built);
    assert.equal(runLine("posix", { ...how, input: "1.in" }), `g++ -g -O0 -o ${out} /p/a.cpp && ${out} < 1.in`);
    assert.equal(
      runLine("posix", { ...recipe("python", "/p/a.py", { run: ["/bin/python3", "/p/a.py"] }), input: "a b.in" }),
      "/bin/python3 /p/a.py < 'a b.in'",
    );
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
    const source = file("a.js", "");
    const { configuration } = launch(
      { kind: "node", id: "", name: "" },
      { source, input },
      recipe("javascript", source, { folder, interpreter: [process.execPath, "--stack-size=900"] }),
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
        execFileSync(String(configuration["runtimeExecutable"]), args, { input: "no", encoding: "utf8", env }),
        readFileSync(input, "utf8"),
      );
    }
  });
});
