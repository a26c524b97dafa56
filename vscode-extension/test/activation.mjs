// How long the extension takes to be loaded and activated: node test/activation.mjs
//
// As VS Code measures it: the load of the bundle, and the call of activate() until it gives its promise. What VS Code offers
// is a stand-in that does nothing, so the times are the extension's own. Each round is a fresh process; bundles of nothing, and of the
// language client alone, take turns with it, for what a machine has for them says what it has for everybody. Fails when the
// median is more than LIMIT.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import esbuild from "esbuild";

const LIMIT = 150; // milliseconds
const ROUNDS = 21;
const root = path.join(import.meta.dirname, "..");
const bundle = path.join(root, "dist/extension.js");

// A process that loads the bundle it is given, and says how many milliseconds that and activate() took.
const harness = `
const Module = require("node:module"), path = require("node:path");
const nothing = new Proxy(class {}, {
  get: (target, key) => key === Symbol.toPrimitive ? () => "" : key === Symbol.iterator ? [][Symbol.iterator] : key === "then" ? undefined
    : key === "prototype" ? target.prototype : nothing,
  set: () => true, apply: () => nothing, construct: () => nothing,
});
const [bundle, folder, names] = process.argv.slice(1);
const vscode = Object.fromEntries(names.split(" ").map((name) => [name, nothing]));
// What comes after the call, the server and its client, VS Code does not count.
vscode.workspace = new Proxy(nothing, { get: (target, key) => key === "isTrusted" ? false : target[key] });
const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
process.on("unhandledRejection", () => {});
const begin = performance.now();
const extension = require(bundle);
const loaded = performance.now();
const end = extension.activate?.({ subscriptions: [], extensionPath: folder, extensionUri: nothing, globalState: nothing });
const called = performance.now();
end?.catch?.((error) => console.error(error));
console.log(JSON.stringify([loaded - begin, called - loaded]));
setTimeout(() => process.exit(), 50);
`;

if (!existsSync(bundle)) {
  console.error("no bundle: run `npm run build` first");
  process.exit(2);
}
// What VS Code offers, by name.
const api = readFileSync(path.join(root, "node_modules/@types/vscode/index.d.ts"), "utf8");
const names = [...api.matchAll(/^\texport (?:namespace|(?:abstract )?class|enum|const|let) (\w+)/gm)].map(
  ([, name]) => name,
);

const scratch = mkdtempSync(path.join(os.tmpdir(), "execre-activation-"));
try {
  const bundles = { "this extension": bundle };
  for (const [name, text] of [
    ["the language client alone", `exports.client = require("vscode-languageclient/node").LanguageClient;`],
    ["nothing", "exports.activate = () => {};"],
  ]) {
    const outfile = path.join(scratch, `${name.replaceAll(" ", "-")}.js`);
    await esbuild.build({
      stdin: { contents: text, resolveDir: root },
      outfile,
      bundle: true,
      minify: true,
      platform: "node",
      external: ["vscode"],
      logLevel: "error",
    });
    bundles[name] = outfile;
  }
  const times = Object.fromEntries(Object.keys(bundles).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, file] of Object.entries(bundles)) {
      const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", harness, file, scratch, names.join(" ")], {
        encoding: "utf8",
      });
      if (status !== 0 || stdout === "" || stderr !== "") {
        throw new Error(`${name}: exit ${status}\n${stderr}`);
      }
      times[name].push(JSON.parse(stdout));
    }
  }
  const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
  const sums = {};
  for (const [name, all] of Object.entries(times)) {
    sums[name] = median(all.map(([load, call]) => load + call));
    const [load, call] = [0, 1].map((part) => median(all.map((one) => one[part])).toFixed(1));
    console.log(`${name}: median ${sums[name].toFixed(1)} ms (load ${load}, activate ${call})`);
  }
  const ratio = sums["this extension"] / sums["the language client alone"];
  console.log(`that is ${ratio.toFixed(2)} times the language client alone`);
  if (sums["this extension"] > LIMIT) {
    console.log(`that is more than ${LIMIT} ms`);
    process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
