// Bundles the extension into dist/extension.js and the page of the picture into dist/picture.*, or with --tests the unit tests into dist/test/.
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const root = path.join(import.meta.dirname, "..");
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20", // what VS Code 1.91 runs, the oldest that package.json admits
  format: "cjs",
  logLevel: "warning",
};

/** Bundles extension and page, and returns the source files that went in, relative to the extension's folder. */
export async function bundleExtension() {
  const page = await bundlePage();
  const result = await esbuild.build({
    ...common,
    entryPoints: ["src/main.ts"],
    outfile: "dist/extension.js",
    external: ["vscode"],
    minify: true,
    legalComments: "none", // package.mjs writes the licences into a file of their own
    metafile: true,
  });
  return [...Object.keys(result.metafile.inputs), ...page];
}

/** Bundles the page of the picture, which runs in a browser, and returns its source files. */
async function bundlePage() {
  const result = await esbuild.build({
    ...common,
    platform: "browser",
    target: "chrome120", // that of VS Code 1.91 is 122
    format: "iife",
    entryPoints: ["src/page/picture.ts", "src/page/picture.css"],
    outdir: "dist",
    alias: { vscode: "./src/page/l10n.ts" },
    minify: true,
    metafile: true,
  });
  return Object.keys(result.metafile.inputs);
}

async function bundleTests() {
  rmSync(path.join(root, "dist/test"), { recursive: true, force: true });
  await esbuild.build({
    ...common,
    entryPoints: readdirSync(path.join(root, "test"))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `test/${name}`),
    outdir: "dist/test",
    alias: { vscode: "./test/vscode.ts" },
    logOverride: { "import-is-undefined": "silent" }, // it has only what tests reach
    sourcemap: "inline",
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await (process.argv.includes("--tests") ? bundleTests() : bundleExtension());
}
