import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileToOpen, parseImported, runImport } from "../src/import";

describe("import", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "execre-import-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** A program in the place of execre that does what a shell script says. */
  function program(script: string): string {
    const file = path.join(folder, "execre");
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  const settings = { language: "", templates: "" };

  it("gives the program its arguments and the pasted text", async () => {
    const result = await runImport({
      program: program('echo "$@" >&2; echo /into/a; echo "  $(cat)"'),
      source: { text: "example.py" },
      into: "/into",
      settings: { language: "python", templates: "/own templates" },
    });
    assert.deepEqual(result, {
      problems: [{ folder: "/into/a", files: ["example.py"] }],
      said: "import - --into=/into --language=python --templates=/own templates",
      ok: true,
    });
  });

  it("says why nothing could be made, also to a text that nobody reads", async () => {
    const result = await runImport({
      program: program('echo "execre: no example that is understood" >&2; exit 2'),
      source: { text: "x".repeat(1 << 20) },
      into: folder,
      settings,
    });
    assert.deepEqual(result, { problems: [], said: "no example that is understood", ok: false });
  });

  it("fails when there is no program", async () => {
    const request = { program: path.join(folder, "absent"), source: { path: "/a.zip" }, into: folder, settings };
    await assert.rejects(runImport(request), /ENOENT/);
  });

  it("reads the folders that were made and those that were there", () => {
    const stdout = "/into/a\n  samples/1.in\n  solution.py\n/into/b: was there already, nothing is changed in it\n";
    assert.deepEqual(parseImported(stdout), [
      { folder: "/into/a", files: ["samples/1.in", "solution.py"] },
      { folder: "/into/b", files: [] },
    ]);
  });

  const firsts: [string, string[], string | undefined][] = [
    ["the solution", ["samples/1.in", "a.py", "solution.py"], "solution.py"],
    ["a program of the folder before others'", ["submissions/accepted/main.py", "z.cpp"], "z.cpp"],
    ["a file where there is no program", ["statement.md"], "statement.md"],
  ];
  for (const [name, files, first] of firsts) {
    it(`opens ${name}`, () => {
      assert.equal(fileToOpen({ folder: "/into", files }), first && path.join("/into", first));
    });
  }

  it("opens a program of a folder that was there already, or nothing", () => {
    mkdirSync(path.join(folder, "samples.py"));
    writeFileSync(path.join(folder, "a.py"), "");
    assert.equal(fileToOpen({ folder, files: [] }), path.join(folder, "a.py"));
    assert.equal(fileToOpen({ folder: path.join(folder, "absent"), files: [] }), undefined);
  });
});
