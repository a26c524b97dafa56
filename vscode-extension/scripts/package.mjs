// Makes bin/execre-linux-x64.vsix of the project, with --all one for each system: the bundle, the server program, the
// bundled problem, and the licences of all. What goes in is put together in a folder below bin/, by the list in .vscodeignore.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { bundleExtension } from "./build.mjs";

const LIMIT = 15e6; // bytes: an extension that is larger has swallowed something it should not
const BUNDLE = 700e3; // bytes of scripts, which VS Code reads at each start
const root = path.join(import.meta.dirname, "..");
const project = path.join(root, "..");

/** The systems, as VS Code calls them: what Go calls each, and what people call those on which our tests do not run. */
const targets = {
  "linux-x64": { go: ["linux", "amd64"] },
  "linux-arm64": { go: ["linux", "arm64"], untested: "Linux on ARM" },
  "darwin-x64": { go: ["darwin", "amd64"], untested: "macOS on Intel" },
  "darwin-arm64": { go: ["darwin", "arm64"], untested: "macOS on Apple silicon" },
  "win32-x64": { go: ["windows", "amd64"], untested: "Windows" },
};

/** Runs a program in the given folder, for the given system, and returns what it printed. */
function run(folder, { go: [GOOS, GOARCH] }, program, ...args) {
  return execFileSync(program, args, {
    cwd: folder,
    env: { ...process.env, GOOS, GOARCH, CGO_ENABLED: "0" },
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
function goModules(target) {
  const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} (Go)\t{{.Dir}}{{end}}{{end}}";
  const list = run(project, target, "go", "list", "-deps", "-f", format, "./server/cmd/execre");
  const modules = [...new Set(list.split("\n").filter(Boolean))].map((line) => line.split("\t"));
  const go = run(project, target, "go", "env", "GOVERSION").trim();
  return [[`The Go standard library, ${go}`, goRoot(target)], ...modules];
}

function goRoot(target) {
  const folder = run(project, target, "go", "env", "GOROOT").trim();
  // Debian keeps the licence elsewhere than the toolchain.
  return existsSync(path.join(folder, "LICENSE")) ? folder : path.dirname(folder);
}

/** Puts all that is shipped for a system into a new folder. Returns how many works of others that is. */
function stage(folder, target, packages) {
  mkdirSync(folder);
  // vsce takes of the folder what the list lets through; here it is enough to have no less than that.
  for (const [, entry] of readFileSync(path.join(root, ".vscodeignore"), "utf8").matchAll(/^!([^*\s]*[^*/\s])/gm)) {
    if (existsSync(path.join(root, entry)) && !entry.startsWith("bin/")) {
      cpSync(path.join(root, entry), path.join(folder, entry), { recursive: true });
    }
  }
  cpSync(path.join(root, ".vscodeignore"), path.join(folder, ".vscodeignore"));
  for (const name of ["LICENSE", "CHANGELOG.md"]) {
    cpSync(path.join(project, name), path.join(folder, name));
  }
  cpSync(path.join(project, "server/testdata/problems/coupon"), path.join(folder, "bundled/coupon"), {
    recursive: true,
    // Neither the solution, for those who are to find it, nor what a check here left behind.
    filter: (file) => !["truth.json", ".execre"].includes(path.basename(file)),
  });
  if (target.untested !== undefined) {
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const texts = JSON.parse(readFileSync(path.join(folder, "package.nls.json"), "utf8"));
    manifest.description = `${texts.description} (untested on ${target.untested})`;
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  }
  const program = path.join(folder, "bin", target.go[0] === "windows" ? "execre.exe" : "execre");
  run(project, target, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, "./server/cmd/execre");
  const parts = [...packages, ...goModules(target)].sort(([a], [b]) => (a < b ? -1 : 1));
  const notices = parts.map(([name, from]) => `${name}\n\n${licence(from)}`);
  writeFileSync(
    path.join(folder, "THIRD-PARTY-NOTICES.txt"),
    ["ExeCRE contains these works of others.", ...notices].join(`\n\n${"-".repeat(100)}\n\n`) + "\n",
  );
  return parts.length;
}

function sizeOf(...files) {
  return files.map((file) => statSync(file).size).reduce((sum, size) => sum + size, 0);
}

function assertBelow(limit, what, size) {
  if (size > limit) {
    throw new Error(`${what} has ${size} bytes, more than ${limit}`);
  }
}

const packages = npmPackages(await bundleExtension());
mkdirSync(path.join(project, "bin"), { recursive: true });
const scratch = mkdtempSync(path.join(project, "bin/stage-"));
try {
  for (const [name, target] of Object.entries(targets)) {
    if (name === "linux-x64" || process.argv.includes("--all")) {
      pack(name, target);
    }
  }
} finally {
  rmSync(scratch, { recursive: true });
}

function pack(name, target) {
  const folder = path.join(scratch, name);
  const vsix = path.join(project, `bin/execre-${name}.vsix`);
  const notices = stage(folder, target, packages);
  const bundle = sizeOf(...readdirSync(path.join(folder, "dist")).map((file) => path.join(folder, "dist", file)));
  assertBelow(BUNDLE, "the bundle", bundle);
  const vsce = path.join(root, "node_modules/.bin/vsce");
  // No dependencies: everything is in the bundle.
  const how = ["--no-dependencies", "--allow-missing-repository"];
  run(folder, target, vsce, "package", "--target", name, ...how, "--out", vsix);
  const size = sizeOf(vsix);
  assertBelow(LIMIT, vsix, size);
  const parts = [`${(size / 1e6).toFixed(1)} MB`, `bundle ${Math.ceil(bundle / 1e3)} kB`, `${notices} notices`];
  console.log(`bin/execre-${name}.vsix: ${parts.join(", ")}${target.untested === undefined ? "" : ", untested"}`);
}
