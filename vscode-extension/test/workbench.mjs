// The extension in the real VS Code workbench: node test/workbench.mjs [--screenshot] [VERSION] [EXTENSION.vsix]
//
// code-server with the packed extension shows copies of problems in Debian's Chromium, in two generations of VS Code at the
// same time, or in the one whose version is given. What a user sees is read from the page, what a user does is done with
// mouse and keyboard. What a run leaves is in .tools/workbench/ of the project; --screenshot also renews the pictures in the
// README, images/light.png and images/dark.png, in the current generation.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { chromium } from "playwright-core";
import { ensureCodeServer, ensureDebian, generations } from "./codeserver.mjs";
import { walk } from "./workbench/walk.mjs";

const project = path.join(import.meta.dirname, "../..");
const tools = path.join(project, ".tools");
const results = path.join(tools, "workbench");
const args = process.argv.slice(2);
const screenshot = args.includes("--screenshot");
const ALL = 1_800_000; // milliseconds for everything but the installation, on a slow machine
const vsix = path.resolve(
  args.find((argument) => argument.endsWith(".vsix")) ?? path.join(project, "bin/execre-linux-x64.vsix"),
);
const chosen = screenshot
  ? generations.slice(-1)
  : generations.filter(({ code }) => args.includes(code) || !args.some((argument) => /^[\d.]+$/.test(argument)));

if (!existsSync(vsix)) {
  console.error(`no extension at ${vsix}: run \`make vsix\` first`);
  process.exit(2);
}
if (chosen.length === 0) {
  console.error(`known are ${generations.map(({ code }) => code).join(" and ")}`);
  process.exit(2);
}
rmSync(results, { recursive: true, force: true });
const executablePath = ensureDebian("chromium", "chromium");
const installed = await Promise.all(
  chosen.map(async (generation) => ({ ...generation, ...(await ensureCodeServer(tools, generation)) })),
);

const scratch = mkdtempSync(path.join(os.tmpdir(), "execre-"));
const stopped = new Promise((_, reject) => {
  setTimeout(() => reject(new Error(`not finished after ${ALL / 1000} s`)), ALL);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => reject(new Error(signal)));
  }
});
let browser;
try {
  browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const images = screenshot ? path.join(import.meta.dirname, "../images") : undefined;
  const walks = installed.map((generation) => {
    const own = { scratch: path.join(scratch, generation.code), results: path.join(results, generation.code) };
    mkdirSync(own.scratch);
    mkdirSync(own.results, { recursive: true });
    return walk({ ...own, generation, browser, vsix, project, images, stopped });
  });
  // One that fails does not end the other, whose answer is worth knowing too.
  const ends = await Promise.all(walks);
  process.exitCode = ends.every(Boolean) ? 0 : 1;
} finally {
  await browser?.close().catch(() => {});
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
console.log(process.exitCode === 0 ? "passed" : `what was on the screen, and the logs: ${results}`);
process.exit();
