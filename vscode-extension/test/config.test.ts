import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findServer, type FoundServer } from "../src/config";

describe("findServer", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "execre-config-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Writes an executable file into the folder and returns its path. */
  function program(name: string): string {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "");
    chmodSync(file, 0o755);
    return file;
  }

  function find(serverPath: string, platform: NodeJS.Platform = "linux"): FoundServer {
    return findServer({ config: { serverPath }, extensionPath: folder, homeDirectory: folder, platform });
  }

  function missing(found: FoundServer): string {
    assert("missing" in found, `found ${JSON.stringify(found)}`);
    return found.missing;
  }

  it("takes the bundled program when the setting is empty", () => {
    const bundled = program("bin/execre");
    assert.deepEqual(find(""), { program: bundled });
  });

  it("takes the bundled .exe on Windows", () => {
    program("bin/execre");
    const bundled = program("bin/execre.exe");
    assert.deepEqual(find("", "win32"), { program: bundled });
  });

  it("prefers the setting to the bundled program", () => {
    program("bin/execre");
    const own = program("own/execre");
    assert.deepEqual(find(own), { program: own });
  });

  it("reads a leading ~/ as the home directory, and no other ~", () => {
    const own = program("execre");
    assert.deepEqual(find("~/execre"), { program: own });
    assert.match(missing(find("~other/execre")), /absolute path/);
  });

  it("names the setting as the way out when nothing is bundled", () => {
    assert.match(missing(find("")), /execre\.server\.path/);
  });

  it("says so when the setting is wrong, although there is a bundled program", () => {
    program("bin/execre");
    const absent = path.join(folder, "absent");
    assert.match(missing(find(absent)), new RegExp(absent));
    assert.match(missing(find("bin/execre")), /absolute path/);
  });

  it("does not take a folder or a file that cannot be run", () => {
    mkdirSync(path.join(folder, "folder"));
    writeFileSync(path.join(folder, "text"), "", { mode: 0o644 });
    missing(find(path.join(folder, "folder")));
    missing(find(path.join(folder, "text")));
  });
});
