import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { runLine, shellKind, type Shell } from "../src/shell";

describe("shellKind", () => {
  const cases: [string, NodeJS.Platform, Shell][] = [
    ["/bin/bash", "linux", "posix"],
    ["/bin/zsh", "darwin", "posix"],
    ["/usr/bin/fish", "linux", "fish"],
    ["/usr/bin/pwsh", "linux", "powershell"],
    ["/snap/bin/pwsh-preview", "linux", "powershell"],
    ["C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe", "win32", "powershell"],
    ["C:\\Windows\\System32\\cmd.exe", "win32", "cmd"],
    ["C:\\Program Files\\Git\\bin\\bash.exe", "win32", "posix"],
    ["", "linux", "posix"],
    ["", "win32", "cmd"],
  ];
  for (const [file, platform, kind] of cases) {
    it(`${file} on ${platform}`, () => {
      assert.equal(shellKind(file, platform), kind);
    });
  }
});

describe("runLine", () => {
  const build = ["g++", "-std=gnu++20", "-o", "/my problems/it's/.execre/debug/a.cpp.out", "/p/a.cpp"] as const;
  const run = ["/my problems/it's/.execre/debug/a.cpp.out"] as const;
  const input = "/p/50% off [x] $HOME/1.in";
  const lines: Record<Shell, string> = {
    posix:
      "g++ -std=gnu++20 -o '/my problems/it'\\''s/.execre/debug/a.cpp.out' /p/a.cpp && " +
      "'/my problems/it'\\''s/.execre/debug/a.cpp.out' < '/p/50% off [x] $HOME/1.in'",
    fish:
      "g++ -std=gnu++20 -o '/my problems/it\\'s/.execre/debug/a.cpp.out' /p/a.cpp && " +
      "'/my problems/it\\'s/.execre/debug/a.cpp.out' < '/p/50% off [x] $HOME/1.in'",
    powershell:
      "& 'g++' '-std=gnu++20' -o '/my problems/it''s/.execre/debug/a.cpp.out' /p/a.cpp; if ($?) { " +
      "Get-Content -Raw -LiteralPath '/p/50% off [x] $HOME/1.in' | & '/my problems/it''s/.execre/debug/a.cpp.out' }",
    cmd:
      '"g++" "-std=gnu++20" -o "/my problems/it\'s/.execre/debug/a.cpp.out" /p/a.cpp && ' +
      '"/my problems/it\'s/.execre/debug/a.cpp.out" < "/p/50"^%" off [x] $HOME/1.in"',
  };
  for (const [shell, line] of Object.entries(lines) as [Shell, string][]) {
    it(`builds and runs with ${shell}`, () => {
      assert.equal(runLine(shell, { build, run, input }), line);
    });
  }

  it("leaves plain words plain", () => {
    const plain = { run: ["python3", "/p/a.py"], input: "/p/1.in" } as const;
    assert.equal(runLine("posix", plain), "python3 /p/a.py < /p/1.in");
    assert.equal(runLine("powershell", plain), "Get-Content -Raw -LiteralPath /p/1.in | python3 /p/a.py");
    const windows = { run: ["py", "C:\\p\\a.py"], input: "C:\\p\\1.in" } as const;
    assert.equal(runLine("cmd", windows), "py C:\\p\\a.py < C:\\p\\1.in");
  });

  it("is understood by a real shell, whatever is in the names", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "execre-shell-"));
    try {
      const names = ["a b", "it's", "$HOME", "`id`", 'a"b', "50%", "~", "-x", "a;b", "é\\n", "*", "!1", "a=b", "#"];
      const lines = names.map((name) => {
        const file = path.join(folder, name);
        writeFileSync(file, `read from ${name}\n`);
        return runLine("posix", { build: ["printf", "%s,%s\n", name, "="], run: ["cat"], input: file });
      });
      assert.deepEqual(
        execFileSync("/bin/sh", ["-c", lines.join("\n")], { encoding: "utf8" })
          .trimEnd()
          .split("\n"),
        names.flatMap((name) => [`${name},=`, `read from ${name}`]),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
