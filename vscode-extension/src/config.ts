/** The only reader of settings, and where the server program is. Knows vscode by its types only, so that it can be tested plainly. */
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import type { WorkspaceConfiguration } from "vscode";

/** The first part of every setting's name. */
export const SECTION = "execre";

export interface Config {
  /** Absolute path of the server program as the user wrote it; empty for the bundled one. */
  serverPath: string;
}

export function readConfig(settings: WorkspaceConfiguration): Config {
  return { serverPath: settings.get<string>("server.path", "").trim() };
}

/** Where to look for the server. */
export interface ServerPlace {
  config: Config;
  extensionPath: string;
  homeDirectory: string;
  platform: NodeJS.Platform;
}

/** A program that can be started, or one sentence that says why there is none. */
export type FoundServer = { program: string } | { missing: string };

/** The program of execre.server.path, else bin/execre of the extension. A setting that is wrong is never passed over in silence. */
export function findServer({ config, extensionPath, homeDirectory, platform }: ServerPlace): FoundServer {
  if (config.serverPath === "") {
    const program = path.join(extensionPath, "bin", platform === "win32" ? "execre.exe" : "execre");
    return isProgram(program)
      ? { program }
      : {
          missing: "This build of the extension has no ExeCRE program for your system. Name one in execre.server.path.",
        };
  }
  const program = config.serverPath.replace(/^~(?=[/\\])/, homeDirectory);
  if (!path.isAbsolute(program)) {
    return { missing: `execre.server.path must be an absolute path, but it is ${config.serverPath}.` };
  }
  return isProgram(program)
    ? { program }
    : { missing: `execre.server.path: no program that can be run at ${program}.` };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
