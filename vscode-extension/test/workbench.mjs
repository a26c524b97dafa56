// The extension in the real VS Code workbench: node test/workbench.mjs [--screenshot] [EXTENSION.vsix]
//
// code-server with the packed extension shows a copy of a bundled problem in Debian's Chromium. What a user sees is read
// from the page, what a user does is done with mouse and keyboard. What a run leaves is in .tools/workbench/ of the
// project; --screenshot also renews images/editor.png, the picture in the README.
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { chromium } from "playwright-core";
import { ensureCodeServer, ensureDebian, startCodeServer } from "./codeserver.mjs";
import { start } from "./workbench/start.mjs";
import { picture } from "./workbench/picture.mjs";
import { testing } from "./workbench/testing.mjs";

const STEP = 90_000; // milliseconds that one thing may take to appear on a slow machine

const project = path.join(import.meta.dirname, "../..");
const tools = path.join(project, ".tools");
const results = path.join(tools, "workbench");
const screenshot = process.argv.includes("--screenshot");
// The picture shows the default of 500 inputs; 100 are enough to find the mistakes.
const inputs = screenshot ? 500 : 100;
const CHECK = screenshot ? 600_000 : 240_000; // milliseconds that a check of the problem may take there
const ALL = screenshot ? 1_800_000 : 900_000; // milliseconds for everything but the installation
const vsix = path.resolve(
  process.argv.slice(2).find((argument) => argument.endsWith(".vsix")) ??
    path.join(project, "bin/execre-linux-x64.vsix"),
);

// checkout.py asks for "> 25" where 25 is enough: the smallest input that shows it is "25 3".
const right = "all_rules.py";
const wrong = {
  file: "checkout.py",
  line: "total > 25",
  correction: "enough_money = total >= 25",
  counterexample: "25 3",
};

if (!existsSync(vsix)) {
  console.error(`no extension at ${vsix}: run \`make vsix\` first`);
  process.exit(2);
}
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const executablePath = ensureDebian("chromium", "chromium");
const entry = ensureCodeServer(tools);

const scratch = mkdtempSync(path.join(os.tmpdir(), "execre-workbench-"));
const workspace = path.join(scratch, "coupon");
const started = Date.now();
let server, browser, page;
try {
  await Promise.race([run(), interruption()]);
  console.log("passed");
} catch (error) {
  process.exitCode = 1;
  console.error(`FAIL ${elapsed()} ${error.message}`);
  await captureFailure().catch((failure) => console.error(`no picture of it: ${failure.message}`));
  console.error(`what was on the screen, and the logs: ${results}`);
} finally {
  await browser?.close().catch(() => {});
  await server?.stop();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();

async function run() {
  cpSync(path.join(project, "server/testdata/problems/coupon"), workspace, { recursive: true });
  rmSync(path.join(workspace, ".execre"), { recursive: true, force: true });
  writeFileSync(path.join(workspace, "execre.toml"), `inputs = ${inputs}\n`);
  const home = path.join(scratch, "home");
  server = await startCodeServer({
    entry,
    home,
    vsix,
    workspace,
    log: path.join(results, "code-server.log"),
    timeout: STEP,
  });
  browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(STEP);
  await page.goto(server.url, { waitUntil: "domcontentloaded" });
  await sees("the workbench", page.locator(".monaco-workbench"));

  const [left, beside] = [0, 1].map((index) => page.locator(".editor-group-container").nth(index));
  const explorer = (file) => page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${file}"]`);
  const lens = (group, text) => group.locator(".codelens-decoration a, .codelens-decoration span", { hasText: text });
  const squiggle = beside.locator(".squiggly-warning");
  const tab = beside.locator(`.tab[data-resource-name="${wrong.file}"]`);
  const line = (text) => beside.locator(".view-line", { hasText: text });
  const problems = (text) => page.locator(".markers-panel .monaco-list-row", { hasText: text });

  // One of those that agree is the trusted reference, and the lenses of the others name it.
  await (await sees(`${right} in the explorer`, explorer(right))).dblclick();
  const verdict = lens(left, /α=\d\.\d\d (trusted reference|agrees with)/);
  const [, trusted] =
    /agrees with (\S+)/.exec(await (await sees(`${right} with its lens`, verdict, CHECK)).textContent()) ?? [];
  if (trusted !== undefined) {
    await explorer(trusted).dblclick();
  }
  await sees("the trusted reference", lens(left, /α=\d\.\d\d trusted reference/));

  // Beside the first one, as somebody would compare them.
  await (await sees(`${wrong.file} in the explorer`, explorer(wrong.file))).click({ modifiers: ["Alt"] });
  const differs = await sees(`${wrong.file} with its lens`, lens(beside, /α=\d\.\d\d differs on \d+ of \d+ inputs/));
  await sees("the squiggle", squiggle);
  await page.keyboard.press("Control+Shift+M");
  await sees("the file among the problems", problems(wrong.file));
  await sees("the warning with its counterexample", problems(wrong.counterexample));
  await page.screenshot({ path: path.join(results, "editor.png") });
  if (screenshot) {
    copyFileSync(path.join(results, "editor.png"), path.join(import.meta.dirname, "../images/editor.png"));
  }

  // The sidebar has the same, and where it goes wrong below the program.
  const row = (text) => page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row", { hasText: text });
  await page.locator('.activitybar .action-label[aria-label^="ExeCRE"]').first().click();
  await sees("the problem in the sidebar", row(/coupon.*trusted: /));
  await (await sees(`${wrong.file} in the sidebar`, row(/checkout\.py.*α=\d\.\d\d differs on/))).hover();
  await row(wrong.file).locator(".monaco-tl-twistie").first().click();
  await sees("its counterexample in the sidebar", row(/expected .*, got /));
  await sees("that problems from the browser can come", page.locator(".tree-explorer-viewlet-tree-view .message"));
  await page.screenshot({ path: path.join(results, "sidebar.png") });

  await differs.click();
  await sees("the diff of expected and got", beside.locator(".monaco-diff-editor .view-line"));
  await page.screenshot({ path: path.join(results, "diff.png") });
  await testing({ page, results, sees, gone });

  await (await sees("the tab of the candidate, still there", tab)).click();
  await (await sees("the line that is wrong", line(wrong.line))).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText(wrong.correction);
  await sees("the correction", line(wrong.correction));
  await page.keyboard.press("Control+S");
  await sees("the file saved", beside.locator(`.tab[data-resource-name="${wrong.file}"]:not(.dirty)`));

  await sees("the lens that agrees", lens(beside, /α=\d\.\d\d (agrees with|trusted reference)/), CHECK);
  await gone("the squiggle", squiggle);
  await gone("the warning", problems(wrong.file));

  // A command of the palette is about the program in front.
  await command("ExeCRE: The Judge Said");
  const judged = page.locator(".notification-toast", { hasText: `What did the judge say of ${wrong.file}?` });
  await sees("the question what the judge said", judged);
  await judged.locator(".monaco-button", { hasText: "accepted" }).click();
  await sees("the verdict in the lens", lens(beside, /trusted reference \(declared\)/), CHECK);
  await picture({ page, results, sees, timeout: STEP });
  await gone("any error message", page.locator(".notification-toast .codicon-error"));
  await start({ browser, page, server, workspace, scratch, results, entry, vsix, sees, gone, timeout: STEP });
}

/** Runs a command of the palette. */
async function command(title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget .quick-input-box input").fill(`>${title}`);
  await page
    .locator(".quick-input-list .monaco-list-row", { hasText: title.replace(/^.*: /, "") })
    .first()
    .click();
}

/** Waits for something on the page and returns it. */
async function sees(what, locator, timeout = STEP) {
  const first = locator.first();
  try {
    await first.waitFor({ state: "visible", timeout });
  } catch (cause) {
    throw new Error(`did not see ${what}`, { cause });
  }
  console.log(`ok   ${elapsed()} ${what}`);
  return first;
}

/** Waits until nothing on the page is like that. */
async function gone(what, locator) {
  const end = Date.now() + STEP;
  while ((await locator.count()) > 0) {
    if (Date.now() > end) {
      throw new Error(`still sees ${what}`);
    }
    await delay(100);
  }
  console.log(`ok   ${elapsed()} no more ${what}`);
}

/** Rejects when everything together takes too long, or when somebody wants to stop. */
function interruption() {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`not finished after ${ALL / 1000} s`)), ALL);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.once(signal, () => reject(new Error(signal)));
    }
  });
}

/** Takes pictures of the page as it is, then with the log of the server opened as a user would open it. */
async function captureFailure() {
  if (page === undefined) {
    return;
  }
  page.setDefaultTimeout(10_000);
  await page.screenshot({ path: path.join(results, "failure.png") });
  await page.keyboard.press("Escape");
  await command("ExeCRE: Show Output");
  await page.locator(".panel .output-view .view-line").first().waitFor();
  await page.screenshot({ path: path.join(results, "server-log.png") });
}

function elapsed() {
  return `${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s`;
}
