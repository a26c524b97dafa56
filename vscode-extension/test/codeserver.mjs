// code-server: the VS Code workbench and its extension host from npm, installed into .tools/ and started for one folder.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";

// The release that runs on the Node at hand; its workbench is VS Code 1.99 or 1.139.
const version = Number(process.versions.node.split(".")[0]) < 24 ? "4.99.4" : "4.139.1";

// Nothing that asks, greets, updates or reports; files are saved by hand; room for two editors side by side.
const settings = {
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "git.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** Installs a Debian package when its program is not there; returns the program's path. */
export function ensureDebian(program, name) {
  const find = () => {
    try {
      return execFileSync("/bin/sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();
    } catch {
      return undefined;
    }
  };
  if (find() === undefined) {
    console.log(`installing the Debian package ${name}`);
    const sudo = process.getuid() === 0 ? [] : ["sudo"];
    for (const step of [
      ["update", "-qq"],
      ["install", "-qqy", "--no-install-recommends", name],
    ]) {
      const [command, ...args] = [...sudo, "apt-get", ...step];
      execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
    }
  }
  return find();
}

/** Installs code-server into the folder unless a complete install is there; returns its entry point. */
export function ensureCodeServer(tools) {
  const folder = path.join(tools, `code-server-${version}`);
  const complete = path.join(folder, "complete");
  const server = path.join(folder, "node_modules/code-server");
  if (!existsSync(complete)) {
    console.log(`installing code-server ${version} from npm into ${folder} (about a minute, 310 to 540 MB)`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
    const npm = (where, ...args) =>
      execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
        cwd: where,
        stdio: ["ignore", "ignore", "inherit"],
      });
    // Its own install script compiles native modules for minutes, and the workbench runs without them.
    npm(folder, "install", `code-server@${version}`, "--ignore-scripts");
    npm(path.join(server, "lib/vscode"), "install", "--omit=dev", "--ignore-scripts");
    npm(path.join(server, "lib/vscode/extensions"), "install", "--omit=dev", "--ignore-scripts");
    // The one that it does not start without only hashes passwords, and we ask for none.
    writeFileSync(path.join(folder, "node_modules/argon2/argon2.js"), "module.exports = {};\n");
    writeFileSync(complete, "");
  }
  return path.join(server, "out/node/entry.js");
}

/**
 * Starts code-server on a free port of this machine with one extension and one folder. All it writes is in `home`. With
 * `trust` it trusts no folder until the user does, and does not ask at the start.
 * The answer has the page's address and `stop`, which ends the server and all its children.
 */
export async function startCodeServer({ entry, home, vsix, workspace, log, timeout, trust = false }) {
  const trusting = { "security.workspace.trust.enabled": trust, "security.workspace.trust.startupPrompt": "never" };
  mkdirSync(path.join(home, "user/User"), { recursive: true });
  writeFileSync(path.join(home, "user/User/settings.json"), JSON.stringify({ ...settings, ...trusting }));
  const folders = ["--user-data-dir", path.join(home, "user"), "--extensions-dir", path.join(home, "extensions")];
  const common = [entry, "--config", path.join(home, "none.yaml"), "--auth", "none", ...folders];
  const env = {
    ...process.env,
    EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: "", itemUrl: "", resourceUrlTemplate: "" }),
    XDG_CACHE_HOME: path.join(home, "cache"),
    XDG_CONFIG_HOME: path.join(home, "config"),
    XDG_DATA_HOME: path.join(home, "data"),
  };
  execFileSync(process.execPath, [...common, "--install-extension", vsix], { env, stdio: "pipe" });

  const output = openSync(log, "w");
  const quiet = ["--disable-telemetry", "--disable-update-check", ...(trust ? [] : ["--disable-workspace-trust"])];
  const address = ["--bind-addr", "127.0.0.1:0"];
  // A process group of its own, so that it can be ended together with its extension host and the language server.
  const server = spawn(process.execPath, [...common, ...quiet, ...address, workspace], {
    env,
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const stop = () => endGroup(server);
  const end = Date.now() + timeout;
  for (;;) {
    const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(log, "utf8"))?.[1];
    if (port !== undefined) {
      return { url: `http://127.0.0.1:${port}/?folder=${encodeURIComponent(workspace)}`, stop };
    }
    if (server.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`code-server did not start:\n${readFileSync(log, "utf8")}`);
    }
    await delay(100);
  }
}

/** Ends a process and its whole group: first politely, after five seconds by force. */
async function endGroup(leader) {
  const alive = (signal) => {
    try {
      process.kill(-leader.pid, signal);
      return true;
    } catch {
      return false;
    }
  };
  const end = Date.now() + 5000;
  alive("SIGTERM");
  while (alive(0) && Date.now() < end) {
    await delay(50);
  }
  alive("SIGKILL");
}
