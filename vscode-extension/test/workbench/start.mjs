// Steps in the workbench about beginning, about inputs and about the question; called by walk.mjs, and by itself of no use.
//
// In the window that is open: the status bar, the view Inputs. In a window with an empty folder: what a newcomer does, with
// nothing to read but the walkthrough. In a folder that is not trusted: that nothing runs before it is.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeSettings } from "../codeserver.mjs";
import { act, assert, buttonOf, click, command, container, expand, lens, pick, row, startedFrom } from "./page.mjs";
import { status, tab, unfold, until, webview } from "./page.mjs";
import { restored } from "./picture.mjs";

/** `at` is what walk.mjs has, and the page with its workspace. */
export async function start(at) {
  await statusBar(at);
  await inputs(at);
  await restored(at);
  await activation(at);
  await at.page.close();
  await untrusted({ ...at, page: await newcomer(at) });
}

/** The item names the trusted reference, and a click shows the view. */
async function statusBar({ page, sees }) {
  const item = await sees("the trusted reference in the status bar", status(page, /ExeCRE: \S+\.(py|cpp)$/));
  await page.keyboard.press("Control+Shift+E");
  await sees("the explorer", page.locator(".explorer-folders-view"));
  await item.click();
  await sees("the view after a click in the status bar", row(page, "Candidates", "coupon"));
}

/** A sample is added, is there for the server, and is deleted. */
async function inputs({ page, workspace, results, sees, gone, timeout, check }) {
  await expand(page, "Inputs");
  await sees("the first sample with its answer", row(page, "Inputs", /^1.*→/));
  await sees("a counterexample among the inputs", row(page, "Inputs", /receipt\.cpp.*→ Yes, not No/));
  await command(page, "ExeCRE: Add a Sample");
  // An editor writes spaces that do not break.
  for (const [file, text, typed] of [
    ["4.in", "30 3", /30\s3/],
    ["4.out", "Yes", "Yes"],
  ]) {
    await (await sees(`an editor for ${file}`, tab(page, file))).click();
    assert(!existsSync(path.join(workspace, "samples", file)), `${file} is there before it is saved`);
    const editor = (state) => page.locator(`.monaco-editor${state}[data-uri$="/samples/${file}"]`).first();
    await editor("").click({ position: { x: 100, y: 300 } }); // below a hint of what to do with it
    await sees(`the cursor in ${file}`, editor(".focused"));
    await page.keyboard.insertText(`${text}\n`);
    await sees(`what is typed in ${file}`, editor("").locator(".view-line", { hasText: typed }));
    await page.keyboard.press("Control+S");
    await sees(`${file} saved`, page.locator(`.tab[data-resource-name="${file}"]:not(.dirty)`));
    // It is there before all of it is.
    const as = () => readFileSync(path.join(workspace, "samples", file), "utf8");
    await until(`${file} as it was typed`, () => as() === `${text}\n`, timeout);
  }
  // The cursor is in the answer now, and the next sample is not opened beside that.
  const groups = () =>
    page
      .locator(".editor-group-container")
      .evaluateAll((all) =>
        all.map((group) => [...group.querySelectorAll(".tab")].map((one) => one.dataset.resourceName)),
      );
  const before = await groups();
  await command(page, "ExeCRE: Add a Sample");
  await sees("an editor for the next answer", tab(page, "5.out"));
  const after = await groups();
  const together = (...files) =>
    after.filter((group) => group.includes(files[1])).every((group) => group.includes(files[0]));
  const same = after.length === before.length && together("4.in", "5.in") && together("4.out", "5.out");
  assert(same, `the groups of editors are ${after.map((group) => `[${group.join(", ")}]`).join(" ")}`);
  const added = await sees("the new sample in the view", row(page, "Inputs", /^4.*30 3 → Yes/), check);
  await page.screenshot({ path: path.join(results, "inputs.png") });
  // The list has changed for the last time, so that the click is about a row that stays.
  await sees("the end of the check", status(page, /ExeCRE: \S+\.(py|cpp)$/), check);
  await sees("the counterexamples of that check", row(page, "Inputs", /receipt\.cpp.*30 3 → Yes, not No/));
  const confirm = page.locator(".monaco-dialog-box").getByText("Delete Permanently");
  await click("that there is no trash here", buttonOf(added, "Delete"), confirm, { over: added, timeout });
  await confirm.click();
  await gone("the sample", row(page, "Inputs", /^4.*30 3/));
  assert(
    !readdirSync(path.join(workspace, "samples")).some((file) => file.startsWith("4.")),
    "its files are still there",
  );
}

/** How long the extension took to start, as VS Code measures it, beside others that started on the same machine. */
async function activation({ page, say, sees }) {
  await command(page, "Developer: Show Running Extensions");
  await sees("the extension among those that run", running(page));
  const extensions = page.locator(".runtime-extensions-editor .extension");
  const read = (all) =>
    all.map((one) => [".name", ".activation-time"].map((part) => one.querySelector(part).textContent));
  const times = (await extensions.evaluateAll(read)).map(([name, time]) => `${name} ${time.replace(/^.*: /, "")}`);
  say(`     to load and start: ${times.join(", ")}`);
  await page.keyboard.press("Control+F4");
}

/** From an empty folder to a counterexample with the walkthrough alone, then a problem of one's own; returns the page. */
async function newcomer({ scratch, results, say, sees, gone, open, timeout, check }) {
  const folder = path.join(scratch, "empty");
  mkdirSync(folder);
  const page = await open(folder);
  await command(page, "Welcome: Open Walkthrough");
  await pick(page, "Get Started with ExeCRE");
  const began = Date.now();
  const action = (text) => page.locator(".getting-started-step .button-container .monaco-button", { hasText: text });
  const step = (text) => page.locator(".getting-started-step", { hasText: text });
  await (await sees("the walkthrough", action("Try the Bundled Problem"))).click();
  await sees("a program of the bundled problem", tab(page, "checkout.py"));
  assert(existsSync(path.join(folder, "coupon/samples/1.in")), "the bundled problem is not in the folder");
  await sees("the first step done", step("Open a problem").locator(".codicon-getting-started-step-checked"));
  await page.screenshot({ path: path.join(results, "walkthrough.png") });
  await click("the second step", step("See whom to trust"), action("Show the Candidates"), { timeout });
  const candidates = row(page, "Candidates", "checkout.py");
  await click("the candidates", action("Show the Candidates"), candidates, { timeout: check });
  await sees("the wrong program in the sidebar", row(page, "Candidates", /checkout\.py.*differs on/), check);
  const show = action("Show Where It Goes Wrong");
  await click("the third step", step("See where one goes wrong"), show, { timeout });
  await drawn(page, timeout);
  // The list closes when the walkthrough takes the focus back, as it may when it marks the step as done.
  const choose = async (patience) => {
    await show.click({ timeout: patience });
    await pick(page, "checkout.py", { timeout: patience });
  };
  await act("the counterexample", choose, page.locator(".monaco-diff-editor .view-line"), timeout);
  say(`     from the walkthrough to the first counterexample: ${Math.round((Date.now() - began) / 1000)} s`);
  await page.screenshot({ path: path.join(results, "newcomer.png") });

  await command(page, "ExeCRE: New Problem");
  await page.locator(".quick-input-widget input[type=text]").fill("Two Sums");
  await page.keyboard.press("Enter");
  await pick(page, "Python");
  await sees("the new program", tab(page, "solution.py"));
  await sees("a place for the statement", tab(page, "statement.md"));
  const made = readdirSync(path.join(folder, "Two-Sums")).filter((file) => !file.startsWith("."));
  assert(made.sort().join() === "execre.toml,solution.py,statement.md", `made: ${made.join()}`);
  await gone("any error message", page.locator(".notification-toast .codicon-error"));
  return page;
}

/** The drawing of a step has the colours of the theme, which is a light one. What it may not use is black. */
async function drawn(page, timeout) {
  const drawing = 'svg[viewBox^="0 0 440"]';
  const shapes = webview(page).locator(`${drawing} :is(rect, text)`);
  const fill = (all) => all.map((shape) => shape.computedStyleMap().get("fill").toString());
  const fills = async () => {
    const found = await shapes.evaluateAll(fill);
    return found.length > 0 && found;
  };
  const seen = await until("the drawing of the step", fills, timeout);
  assert(!seen.includes("rgb(0, 0, 0)"), `the drawing of the step is ${seen.join(", ")}`);
}

// Two programs agree, which is too few to be trusted: the smallest input that divides the three is "15 1".
const undecided = {
  "input.schema": "N M\n---\n1 <= N <= 20\n1 <= M <= 20\n",
  "execre.toml": "inputs = 20\n",
  "sum.py": "print(sum(map(int, input().split())))\n",
  "plain.py": "n, m = map(int, input().split())\nprint(n + m)\n",
  "product.py": "n, m = map(int, input().split())\nprint(n + m if n < 15 else n * m)\n",
};

/**
 * Where the folder is not trusted, the extension is not started and leaves nothing; once it is trusted, it is. What it says
 * then is a question, whose answer is kept and decides.
 */
async function untrusted({ page: earlier, home, scratch, results, sees, open, timeout, check }) {
  const folder = path.join(scratch, "untrusted");
  mkdirSync(folder);
  for (const [file, text] of Object.entries(undecided)) {
    writeFileSync(path.join(folder, file), text);
  }
  const before = startedFrom(home);
  assert(before.length > 0, "no server runs for the folder that is trusted");
  await earlier.close(); // it would not change, but say that it should be reloaded
  writeSettings(home, { "security.workspace.trust.enabled": true });
  const page = await open(folder);
  const restricted = await sees("that the window is restricted", status(page, "Restricted Mode"));
  await page.locator('.explorer-folders-view .monaco-list-row[aria-label^="plain.py"]').dblclick();
  await command(page, "Developer: Show Running Extensions");
  await sees("the extensions that run", page.locator(".runtime-extensions-editor .extension"));
  assert((await running(page).count()) === 0, "the extension runs in a folder that is not trusted");
  assert((await status(page, "ExeCRE").count()) === 0, "the status bar speaks of a folder that is not trusted");
  const started = () => startedFrom(home).filter((id) => !before.includes(id));
  assert(started().length === 0, "a server runs in a folder that is not trusted");
  assert(!existsSync(path.join(folder, ".execre")), "something ran in a folder that is not trusted");
  await page.screenshot({ path: path.join(results, "untrusted.png") });
  await restricted.click();
  await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).click();
  await sees("the status bar once the folder is trusted", status(page, "ExeCRE"));
  await until("a server, once the folder is trusted", () => started().length > 0, timeout);

  await container(page, "ExeCRE");
  await tab(page, "plain.py").click();
  const problem = await sees("that nothing is trusted", row(page, "Candidates", /untrusted.*nothing trusted/), check);
  await unfold(problem, timeout);
  await sees("the question", row(page, "Candidates", "What is right for 15 1?"));
  const answer = await sees("who says what", row(page, "Candidates", /^16.*plain\.py, sum\.py/));
  await sees("that no one may be right", row(page, "Candidates", "another answer…"));
  await sees("that several may be", row(page, "Candidates", "several are right"));
  await sees("the question in the lens", lens(page, /undecided: 1[56] or 1[56]/));
  await page.screenshot({ path: path.join(results, "question.png") });
  const judged = path.join(folder, "samples/judged-1.out");
  const button = buttonOf(answer, "This Is the Right Answer");
  await click("that the answer is kept", button, () => existsSync(judged), { over: answer, timeout });
  await sees("that the answer decides", row(page, "Candidates", /untrusted.*trusted: (plain|sum)\.py/), check);
  await sees("that the other one is wrong", row(page, "Candidates", /product\.py.*differs on/));
  const kept = readFileSync(judged, "utf8");
  assert(kept.trim() === "16", `kept as the answer: ${kept}`);
}

function running(page) {
  return page.locator(".runtime-extensions-editor .extension", { hasText: "ExeCRE" });
}
