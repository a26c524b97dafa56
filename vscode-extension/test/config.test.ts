import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { WorkspaceConfiguration } from "vscode";
import { findServer, readConfig, SECTION, SERVER_SETTINGS, serverOptions, type FoundServer } from "../src/config";

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
    const config = readConfig(settings({ "server.path": serverPath }), folder);
    return findServer({ config, extensionPath: folder, platform });
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

/** Settings as VS Code reads them, of which a user has made these. */
function settings(made: Record<string, unknown>): WorkspaceConfiguration {
  return { get: (name: string, otherwise: unknown) => made[name] ?? otherwise } as unknown as WorkspaceConfiguration;
}

describe("readConfig", () => {
  it("has the defaults of the manifest", () => {
    const config = readConfig(settings({}), "/home/me");
    assert.deepEqual(config, {
      serverPath: "",
      inlayHints: false,
      companion: { enabled: true, port: 0, dir: "", language: "", templates: "" },
    });
    for (const [name, { default: value }] of Object.entries(manifest.contributes.configuration.properties)) {
      const [, group, key] = name.split(".");
      if (group === "inlayHints") {
        assert.equal(config.inlayHints, value, name);
      } else if (group === "companion") {
        assert.equal((config.companion as unknown as Record<string, unknown>)[key ?? ""], value, name);
      }
    }
  });

  it("has what the user has set, ~/ being the home directory", () => {
    const made = {
      inlayHints: true,
      "companion.enabled": false,
      "companion.port": 27121,
      "companion.dir": " ~/contests ",
      "companion.language": "python",
      "companion.templates": "~/templates",
    };
    const config = readConfig(settings(made), "/home/me");
    const companion = {
      enabled: false,
      port: 27121,
      dir: "/home/me/contests",
      language: "python",
      templates: "/home/me/templates",
    };
    assert.deepEqual(config, { serverPath: "", inlayHints: true, companion });
    const place = { trusted: true, docs: "file:///docs" };
    assert.deepEqual(serverOptions(config, place), { ...place, inlayHints: true, companion });
  });
});

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  capabilities: { untrustedWorkspaces: { supported: boolean } };
  contributes: { configuration: { properties: Record<string, { default: unknown; scope: string }> } };
};

describe("the manifest", () => {
  const properties = manifest.contributes.configuration.properties;

  it("keeps the extension out of workspaces that are not trusted, whose settings nobody reads then", () => {
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, false);
  });

  it("leaves to the machine which program is started and which port is listened on", () => {
    for (const name of ["execre.server.path", "execre.companion.port"]) {
      assert.equal(properties[name]?.scope, "machine", name);
    }
  });

  it("has every setting that the server is told start it anew", () => {
    for (const name of Object.keys(properties).filter((one) => one !== "execre.trace.server")) {
      assert(
        SERVER_SETTINGS.some((one) => name === `${SECTION}.${one}` || name.startsWith(`${SECTION}.${one}.`)),
        name,
      );
    }
  });
});
