// The whole walk through the workbench of one generation; called by ../workbench.mjs, and by itself of no use.
import { cpSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startCodeServer } from "../codeserver.mjs";
import { assert, click, command, container, lens, pane, row, status, tab, toast, unfold } from "./page.mjs";
import { picture } from "./picture.mjs";
import { start } from "./start.mjs";
import { testing } from "./testing.mjs";
import { inThemes } from "./themes.mjs";

const STEP = 90_000; // milliseconds that one thing may take to appear on a slow machine
const CHECK = 300_000; // milliseconds that a check of the problem may take there

// checkout.py asks for "> 25" where 25 is enough: the smallest input that shows it is "25 3".
const right = "all_rules.py";
const wrong = {
  file: "checkout.py",
  line: "total > 25",
  correction: "enough_money = total >= 25",
  counterexample: "25 3",
};

/** Says what it sees; the answer is whether it saw everything. */
export async function walk({ generation, browser, vsix, project, images, scratch, results, stopped }) {
  const began = Date.now();
  const say = (text) =>
    console.log(`${generation.code.padEnd(5)} ${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${text}`);
  const log = path.join(results, "code-server.log");
  const home = path.join(scratch, "home");
  let server, context;
  /** A window with the folder. */
  const open = async (folder) => {
    const page = await context.newPage();
    await page.goto(`${server.url}/?folder=${encodeURIComponent(folder)}`, { waitUntil: "domcontentloaded" });
    await sees(`a window with ${path.basename(folder)}`, page.locator(".monaco-workbench .statusbar"));
    return page;
  };
  /** Waits for something on a page and returns it. */
  const sees = async (what, locator, timeout = STEP) => {
    const first = locator.first();
    try {
      await first.waitFor({ state: "visible", timeout });
    } catch (cause) {
      throw new Error(`did not see ${what}`, { cause });
    }
    say(`ok   ${what}`);
    return first;
  };
  /** Waits until nothing on a page is like that. */
  const gone = async (what, locator) => {
    for (const end = Date.now() + STEP; (await locator.count()) > 0; await delay(50)) {
      assert(Date.now() < end, `still sees ${what}`);
    }
    say(`ok   no more ${what}`);
  };

  try {
    const steps = async () => {
      server = await startCodeServer({ ...generation, home, vsix, log, timeout: STEP });
      context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: "reduce" });
      context.setDefaultTimeout(STEP);
      const at = { generation, scratch, results, home, images, say, sees, gone, open, timeout: STEP, check: CHECK };
      const problem = path.join(project, "server/testdata/problems/coupon");
      const page = await coupon(at, problem);
      await start({ ...at, page, workspace: path.join(scratch, "coupon") });
    };
    await Promise.race([steps(), stopped]);
    say("passed");
    return true;
  } catch (error) {
    say(`FAIL ${error.message}`);
    await captureFailure(context, results).catch((failure) => say(`no picture of it: ${failure.message}`));
    return false;
  } finally {
    await context?.close().catch(() => {});
    await server?.stop();
  }
}

/** The bundled problem from its first check to a corrected program; returns the page. */
async function coupon(at, problem) {
  const { scratch, results, images, sees, gone, open, timeout, check } = at;
  const workspace = path.join(scratch, "coupon");
  cpSync(problem, workspace, { recursive: true });
  rmSync(path.join(workspace, ".execre"), { recursive: true, force: true });
  // The README's pictures show the default of 500 inputs; 100 are enough to find the mistakes.
  writeFileSync(path.join(workspace, "execre.toml"), images === undefined ? "inputs = 100\n" : "");
  const page = await open(workspace);

  const [left, beside] = [0, 1].map((index) => page.locator(".editor-group-container").nth(index));
  const explorer = (file) => page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${file}"]`);
  const squiggle = beside.locator(".squiggly-warning");
  const line = (text) => beside.locator(".view-line", { hasText: text });
  const problems = (text) => page.locator(".markers-panel .monaco-list-row", { hasText: text });

  // One of those that agree is the trusted reference, and the lenses of the others name it.
  await (await sees(`${right} in the explorer`, explorer(right))).dblclick();
  const verdict = lens(left, /α=\d\.\d\d (trusted reference|agrees with)/);
  const [, trusted] =
    /agrees with (\S+)/.exec(await (await sees(`${right} with its lens`, verdict, check)).textContent()) ?? [];
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

  // The sidebar has the same, and where it goes wrong below the program.
  await container(page, "ExeCRE");
  await sees("the problem in the sidebar", row(page, "Candidates", /coupon.*trusted: /));
  const candidate = row(page, "Candidates", /checkout\.py.*α=\d\.\d\d differs on/);
  await unfold(await sees(`${wrong.file} in the sidebar`, candidate), timeout);
  await sees("its counterexample in the sidebar", row(page, "Candidates", /expected .*, got /));
  await sees("that problems from the browser can come", pane(page, "Candidates").locator(".message"));
  await page.screenshot({ path: path.join(results, "sidebar.png") });
  await inThemes({ ...at, page, wrong });

  const diff = beside.locator(".monaco-diff-editor .view-line");
  await click("the diff of expected and got", differs, diff, { timeout });
  await page.screenshot({ path: path.join(results, "diff.png") });
  await testing({ ...at, page });

  await (await sees("the tab of the candidate, still there", tab(beside, wrong.file))).click();
  await (await sees("the line that is wrong", line(wrong.line))).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText(wrong.correction);
  await sees("the correction", line(wrong.correction));
  await page.keyboard.press("Control+S");
  await sees("the file saved", beside.locator(`.tab[data-resource-name="${wrong.file}"]:not(.dirty)`));

  await sees("the lens that agrees", lens(beside, /α=\d\.\d\d (agrees with|trusted reference)/), check);
  await gone("the squiggle", squiggle);
  await gone("the warning", problems(wrong.file));

  // A command of the palette is about the program in front.
  await command(page, "ExeCRE: The Judge Said");
  const judged = await sees(
    "the question what the judge said",
    toast(page, `What did the judge say of ${wrong.file}?`),
  );
  await judged.locator(".monaco-button", { hasText: "accepted" }).click();
  await sees("the verdict in the lens", lens(beside, /trusted reference \(declared\)/), check);
  await picture({ ...at, page });
  await gone("any error message", page.locator(".notification-toast .codicon-error"));
  await sees("the trusted reference in the status bar", status(page, /ExeCRE: \S+\.(py|cpp)$/));
  return page;
}

/** Takes pictures of the windows as they are, and of the first with the log of the server opened as a user would open it. */
async function captureFailure(context, results) {
  const pages = context?.pages() ?? [];
  for (const [index, page] of pages.entries()) {
    page.setDefaultTimeout(10_000);
    await page.screenshot({ path: path.join(results, `failure-${index + 1}.png`) });
  }
  const [page] = pages;
  if (page !== undefined) {
    await page.keyboard.press("Escape");
    await command(page, "ExeCRE: Show Output");
    await page.locator(".panel .output-view .view-line").first().waitFor();
    await page.screenshot({ path: path.join(results, "server-log.png") });
  }
}
