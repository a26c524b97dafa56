// Steps in the workbench about beginning and about inputs; called by ../workbench.mjs, and by itself of no use.
//
// In the window that is open: the status bar, the view Inputs. In a window with an empty folder: what a newcomer does, with
// nothing to read but the walkthrough. In a workbench that asks whom to trust: that nothing runs before.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { startCodeServer } from "../codeserver.mjs";

const CHECK = 300_000; // milliseconds that a first check of the bundled problem may take on a slow machine

/** `at` is what the caller has: browser, page, server, workspace, scratch, results, entry, vsix, sees, gone and timeout. */
export async function start(at) {
  await statusBar(at);
  await inputs(at);
  await activation(at);
  await newcomer(at);
  await untrusted(at);
}

/** The item names the trusted reference, and a click shows the view. */
async function statusBar({ page, sees }) {
  const item = await sees("the trusted reference in the status bar", status(page, /ExeCRE: \S+\.(py|cpp)$/));
  await page.keyboard.press("Control+Shift+E");
  await sees("the explorer", page.locator(".explorer-folders-view"));
  await item.click();
  await sees("the view after a click in the status bar", pane(page, "Candidates").locator(".monaco-list-row"));
}

/** A sample is added, is there for the server, and is deleted. */
async function inputs({ page, workspace, results, sees, gone, timeout }) {
  await expand(page, "Inputs");
  await sees("the first sample with its answer", input(page, /^1.*→/));
  await sees("a counterexample among the inputs", input(page, /receipt\.cpp.*→ Yes, not No/));
  await command(page, "ExeCRE: Add a Sample");
  for (const [file, text] of [
    ["4.in", "30 3"],
    ["4.out", "Yes"],
  ]) {
    const tab = await sees(`an editor for ${file}`, page.locator(`.tab[data-resource-name="${file}"]`));
    assert(!existsSync(path.join(workspace, "samples", file)), `${file} is there before it is saved`);
    await tab.click();
    await page.keyboard.insertText(`${text}\n`);
    await page.keyboard.press("Control+S");
    await sees(`${file} saved`, page.locator(`.tab[data-resource-name="${file}"]:not(.dirty)`));
    assert(
      readFileSync(path.join(workspace, "samples", file), "utf8") === `${text}\n`,
      `${file} is not as it was typed`,
    );
  }
  const added = await sees("the new sample in the view", input(page, /^4.*30 3 → Yes/), CHECK);
  await page.screenshot({ path: path.join(results, "inputs.png") });
  // The list has changed for the last time, so that the click is about a row that stays.
  await sees("the end of the check", status(page, /ExeCRE: \S+\.(py|cpp)$/), CHECK);
  await sees("the counterexamples of that check", input(page, /receipt\.cpp.*30 3 → Yes, not No/));
  await pressInRow(added, "Delete", timeout);
  const dialog = page.locator(".monaco-dialog-box");
  await (await sees("that there is no trash here", dialog.getByText("Delete Permanently"))).click();
  await gone("the sample", input(page, /^4.*30 3/));
  assert(
    !readdirSync(path.join(workspace, "samples")).some((file) => file.startsWith("4.")),
    "its files are still there",
  );
}

/** How long the extension took to start, as VS Code measures it, beside others that started on the same machine. */
async function activation({ page, sees }) {
  await command(page, "Developer: Show Running Extensions");
  await sees("the extension among those that run", running(page));
  const rows = await page.locator(".runtime-extensions-editor .extension").all();
  const times = rows.map(async (row) => {
    const [name, time] = await Promise.all(
      [".name", ".activation-time"].map((part) => row.locator(part).textContent()),
    );
    return `${name} ${time.replace(/^.*: /, "")}`;
  });
  console.log(`     to load and start: ${(await Promise.all(times)).join(", ")}`);
  await page.keyboard.press("Control+F4");
}

/** From an empty folder to a counterexample with the walkthrough alone, then a problem of one's own. */
async function newcomer({ browser, server, scratch, results, sees, gone, timeout }) {
  const folder = path.join(scratch, "empty");
  mkdirSync(folder);
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(timeout);
  try {
    await page.goto(server.url.replace(/folder=.*/, `folder=${encodeURIComponent(folder)}`));
    await sees("a window with an empty folder", page.locator(".monaco-workbench .statusbar"));
    await command(page, "Welcome: Open Walkthrough");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "Get Started with ExeCRE" }).click();
    const began = Date.now();
    const action = (text) => page.locator(".getting-started-step .button-container .monaco-button", { hasText: text });
    const done = (step) =>
      page.locator(".getting-started-step", { hasText: step }).locator(".codicon-getting-started-step-checked");
    await (await sees("the walkthrough", action("Try the Bundled Problem"))).click();
    await sees("a program of the bundled problem", page.locator('.tab[data-resource-name="checkout.py"]'));
    assert(existsSync(path.join(folder, "coupon/samples/1.in")), "the bundled problem is not in the folder");
    await sees("the first step done", done("Open a problem"));
    await page.screenshot({ path: path.join(results, "walkthrough.png") });
    await page.locator(".getting-started-step", { hasText: "See whom to trust" }).click();
    await (await sees("the second step", action("Show the Candidates"))).click();
    const wrong = pane(page, "Candidates").locator(".monaco-list-row", { hasText: /checkout\.py.*differs on/ });
    await sees("the wrong program in the sidebar", wrong, CHECK);
    await page.locator(".getting-started-step", { hasText: "See where one goes wrong" }).click();
    await (await sees("the third step", action("Show Where It Goes Wrong"))).click();
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "checkout.py" }).click();
    await sees("the counterexample", page.locator(".monaco-diff-editor .view-line"));
    console.log(`     from the walkthrough to the first counterexample: ${Math.round((Date.now() - began) / 1000)} s`);
    await page.screenshot({ path: path.join(results, "newcomer.png") });

    await command(page, "ExeCRE: New Problem");
    await page.locator(".quick-input-widget input[type=text]").fill("Two Sums");
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "Python" }).click();
    await sees("the new program", page.locator('.tab[data-resource-name="solution.py"]'));
    await sees("a place for the statement", page.locator('.tab[data-resource-name="statement.md"]'));
    const made = readdirSync(path.join(folder, "Two-Sums")).filter((file) => !file.startsWith("."));
    assert(made.sort().join() === "execre.toml,solution.py,statement.md", `made: ${made.join()}`);
    await gone("any error message", page.locator(".notification-toast .codicon-error"));
  } catch (error) {
    await page.screenshot({ path: path.join(results, "failure-newcomer.png") });
    throw error;
  } finally {
    await page.close();
  }
}

/** Where the folder is not trusted, the extension is not started and leaves nothing; once it is trusted, it is. */
async function untrusted({ browser, workspace, scratch, results, entry, vsix, sees, timeout }) {
  const folder = path.join(scratch, "untrusted");
  cpSync(workspace, folder, { recursive: true, filter: (file) => path.basename(file) !== ".execre" });
  writeFileSync(path.join(folder, "execre.toml"), "inputs = 20\n");
  const home = path.join(scratch, "home-untrusted");
  const log = path.join(results, "code-server-untrusted.log");
  const server = await startCodeServer({ entry, home, vsix, workspace: folder, log, timeout, trust: true });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(timeout);
  try {
    await page.goto(server.url);
    const restricted = await sees("that the window is restricted", status(page, "Restricted Mode"));
    await page.locator('.explorer-folders-view .monaco-list-row[aria-label^="plain.py"]').dblclick();
    await command(page, "Developer: Show Running Extensions");
    await sees("the extensions that run", page.locator(".runtime-extensions-editor .extension"));
    assert((await running(page).count()) === 0, "the extension runs in a folder that is not trusted");
    assert((await status(page, "ExeCRE").count()) === 0, "the status bar speaks of a folder that is not trusted");
    assert(serversIn(home).length === 0, "a server runs in a folder that is not trusted");
    assert(!existsSync(path.join(folder, ".execre")), "something ran in a folder that is not trusted");
    await page.screenshot({ path: path.join(results, "untrusted.png") });
    await restricted.click();
    await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).click();
    // Here VS Code cannot search the folder for a problem, which it does with a program that is not installed.
    await page.locator('.activitybar .action-label[aria-label^="ExeCRE"]').first().click();
    await sees("the status bar once the folder is trusted", status(page, "ExeCRE"));
    await until("a server, once the folder is trusted", () => serversIn(home).length > 0, timeout);
  } catch (error) {
    await page.screenshot({ path: path.join(results, "failure-untrusted.png") });
    throw error;
  } finally {
    await page.close();
    await server.stop();
  }
}

function status(page, text) {
  return page.locator(".statusbar-item:visible", { hasText: text });
}

function pane(page, name) {
  return page.locator(".pane", { has: page.locator(`.pane-header[aria-label^="${name}"]`) });
}

/** Rows of the view Inputs whose text is like that. */
function input(page, text) {
  return pane(page, "Inputs").locator(".monaco-list-row", { hasText: text });
}

/** Presses a button that a row has while the mouse is over it. The row may move away meanwhile, when the list changes. */
async function pressInRow(row, name, timeout) {
  for (const end = Date.now() + timeout; ;) {
    await row.hover();
    try {
      return await row.locator(`.action-label[aria-label^="${name}"]`).click({ timeout: 2_000 });
    } catch (error) {
      if (Date.now() > end) {
        throw error;
      }
    }
  }
}

function running(page) {
  return page.locator(".runtime-extensions-editor .extension", { hasText: "ExeCRE" });
}

async function expand(page, name) {
  const header = pane(page, name).locator(".pane-header");
  if ((await header.getAttribute("aria-expanded")) !== "true") {
    await header.click();
  }
}

/** Runs a command of the palette. */
async function command(page, title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget .quick-input-box input").fill(`>${title}`);
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: title.replace(/^.*: /, "") });
  await row.first().click();
}

/** The processes of our server that were started from a folder. */
function serversIn(folder) {
  return readdirSync("/proc").filter((id) => {
    try {
      return (
        /^\d+$/.test(id) &&
        readlinkSync(`/proc/${id}/exe`).startsWith(`${folder}${path.sep}`) &&
        id !== `${process.pid}`
      );
    } catch {
      return false;
    }
  });
}

/** Waits for something that is not on the page. */
async function until(what, holds, timeout) {
  const end = Date.now() + timeout;
  while (!holds()) {
    assert(Date.now() < end, `did not see ${what}`);
    await delay(100);
  }
}

function assert(holds, otherwise) {
  if (!holds) {
    throw new Error(otherwise);
  }
}
