/**
 * The only reader of settings, what of them the server is told, and where the server program is. Of vscode
 * it knows types and the translation of texts only, so that it can be tested plainly.
 */
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { l10n, type WorkspaceConfiguration } from "vscode";

/** The first part of every setting's name. */
export const SECTION = "execre";

/** The settings, below SECTION, with which a server is started: it has to be started anew when one of them changes. */
export const SERVER_SETTINGS = ["server.path", "companion", "inlayHints"] as const;

/** What the user has set, with the home directory for a leading ~/ of a path. */
export interface Config {
  /** Absolute path of the server program; empty for the bundled one. */
  serverPath: string;
  inlayHints: boolean;
  companion: CompanionConfig;
}

/** How problems from the browser are taken. */
export interface CompanionConfig {
  enabled: boolean;
  /** 0: the server's own default. */
  port: number;
  /** Where problem folders are made, absolute or relative to the first folder of the workspace; empty: in that. */
  dir: string;
  /** Of the first program; empty: the server's default. */
  language: string;
  /** A folder with the user's own templates; empty: none. */
  templates: string;
}

export function readConfig(settings: WorkspaceConfiguration, homeDirectory: string): Config {
  const text = (name: string): string => settings.get<string>(name, "").trim();
  const file = (name: string): string => text(name).replace(/^~(?=[/\\])/, () => homeDirectory);
  return {
    serverPath: file("server.path"),
    inlayHints: settings.get<boolean>("inlayHints", false),
    companion: {
      enabled: settings.get<boolean>("companion.enabled", true),
      port: settings.get<number>("companion.port", 0),
      dir: file("companion.dir"),
      language: text("companion.language"),
      templates: file("companion.templates"),
    },
  };
}

/** What the server is told when it is started: the mirror of options in server/internal/lsp. */
export interface ServerOptions {
  trusted: boolean;
  /** The address of the documentation of diagnostics. */
  docs: string;
  inlayHints: boolean;
  companion: CompanionConfig;
}

export function serverOptions(
  { inlayHints, companion }: Config,
  { trusted, docs }: { trusted: boolean; docs: string },
): ServerOptions {
  return { trusted, docs, inlayHints, companion };
}

/** Where to look for the server. */
export interface ServerPlace {
  config: Pick<Config, "serverPath">;
  extensionPath: string;
  platform: NodeJS.Platform;
}

/** A program that can be started, or one sentence that says why there is none. */
export type FoundServer = { program: string } | { missing: string };

/** The program of execre.server.path, else bin/execre of the extension. A setting that is wrong is never passed over in silence. */
export function findServer({ config: { serverPath }, extensionPath, platform }: ServerPlace): FoundServer {
  if (serverPath === "") {
    const program = path.join(extensionPath, "bin", platform === "win32" ? "execre.exe" : "execre");
    return isProgram(program)
      ? { program }
      : {
          missing: l10n.t(
            "This build of the extension has no ExeCRE program for your system. Name one in execre.server.path.",
          ),
        };
  }
  if (!path.isAbsolute(serverPath)) {
    return { missing: l10n.t("execre.server.path must be an absolute path, but it is {0}.", serverPath) };
  }
  return isProgram(serverPath)
    ? { program: serverPath }
    : { missing: l10n.t("execre.server.path: no program that can be run at {0}.", serverPath) };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
