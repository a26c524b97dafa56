// Makes bin/execre-linux-x64.vsix of the project: the bundle, the server program, and the licences of both.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { bundleExtension } from "./build.mjs";

const LIMIT = 15e6; // bytes: an extension that is larger has swallowed something it should not
const root = path.join(import.meta.dirname, "..");
const project = path.join(root, "..");
const vsix = path.join(project, "bin/execre-linux-x64.vsix");
const target = { ...process.env, GOOS: "linux", GOARCH: "amd64", CGO_ENABLED: "0" };

/** Runs a program in the given folder and returns what it printed. */
function run(folder, program, ...args) {
  return execFileSync(program, args, {
    cwd: folder,
    env: target,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** The licence file of a package's folder, as text. */
function licence(folder) {
  const name = readdirSync(folder).find((file) => /^(licen[sc]e|copying)(\.|$)/i.test(file));
  if (name === undefined) {
    throw new Error(`no licence in ${folder}: the package cannot be shipped without one`);
  }
  return readFileSync(path.join(folder, name), "utf8").trim();
}

/** [name and version, folder] of each npm package of which the bundle holds a file. */
function npmPackages(inputs) {
  const folders = new Set(inputs.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
  return [...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
    return [`${name} ${version} (npm)`, path.join(root, folder)];
  });
}

/** [name and version, folder] of Go itself and of each module of which the server program holds a package. */
function goModules() {
  const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} (Go)\t{{.Dir}}{{end}}{{end}}";
  const lines = run(project, "go", "list", "-deps", "-f", format, "./server/cmd/execre").split("\n").filter(Boolean);
  const modules = [...new Set(lines)].map((line) => line.split("\t"));
  return [[`The Go standard library, ${run(project, "go", "env", "GOVERSION").trim()}`, goRoot()], ...modules];
}

function goRoot() {
  const folder = run(project, "go", "env", "GOROOT").trim();
  // Debian keeps the licence elsewhere than the toolchain.
  return existsSync(path.join(folder, "LICENSE")) ? folder : path.dirname(folder);
}

mkdirSync(path.dirname(vsix), { recursive: true });
const flags = ["-trimpath", "-ldflags", "-s -w"];
run(project, "go", "build", ...flags, "-o", path.join(root, "bin/execre"), "./server/cmd/execre");
const parts = [...npmPackages(await bundleExtension()), ...goModules()].sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(
  path.join(root, "THIRD-PARTY-NOTICES.txt"),
  ["ExeCRE contains these works of others.", ...parts.map(([name, folder]) => `${name}\n\n${licence(folder)}`)].join(
    `\n\n${"-".repeat(100)}\n\n`,
  ) + "\n",
);
copyFileSync(path.join(project, "LICENSE"), path.join(root, "LICENSE"));
copyFileSync(path.join(project, "CHANGELOG.md"), path.join(root, "CHANGELOG.md"));
const vsce = path.join(root, "node_modules/.bin/vsce");
// No dependencies: everything is in the bundle.
run(root, vsce, "package", "--target", "linux-x64", "--no-dependencies", "--allow-missing-repository", "--out", vsix);
const size = statSync(vsix).size;
if (size > LIMIT) {
  throw new Error(`${vsix} has ${size} bytes, more than ${LIMIT}`);
}
console.log(`bin/execre-linux-x64.vsix: ${(size / 1e6).toFixed(1)} MB, ${parts.length} notices`);
