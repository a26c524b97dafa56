// Bundles the extension into dist/extension.js, or with --tests the unit tests into dist/test/.
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

/** Bundles the extension and returns the source files that went in, relative to the extension's folder. */
export async function bundleExtension() {
  const result = await esbuild.build({
    ...common,
    entryPoints: ["src/main.ts"],
    outfile: "dist/extension.js",
    external: ["vscode"],
    minify: true,
    legalComments: "none", // package.mjs writes the licences into a file of their own
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
    sourcemap: "inline",
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await (process.argv.includes("--tests") ? bundleTests() : bundleExtension());
}
