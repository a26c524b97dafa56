// Steps in the workbench about the counterexample and the Test Explorer; called by walk.mjs while the diff of
// checkout.py is in front, and by itself of no use.
import path from "node:path";
import { buttonOf, click, command, container, status, toast, unfold } from "./page.mjs";

/** `at` is what walk.mjs has, and the page. */
export async function testing(at) {
  await counterexample(at);
  await explorer(at);
  await run(at);
  await at.page.keyboard.press("Control+Shift+M");
  await at.sees("the problems again", at.page.locator(".markers-panel"));
}

/** The input stands above the outputs, its spaces are seen, and it can be copied from there. */
async function counterexample({ page, results, sees, timeout }) {
  const line = (text) => page.locator(".monaco-diff-editor .view-line", { hasText: text });
  await sees("the input above, with its white space", line(/25.3/));
  await sees("what was printed", line("No"));
  await sees(
    "the tokens that differ",
    page.locator(
      ".monaco-diff-editor .ced-1-TextEditorDecorationType, .monaco-diff-editor [class*='TextEditorDecorationType']",
    ),
  );
  await page.screenshot({ path: path.join(results, "counterexample.png") });
  const copy = page.locator('.editor-actions .action-label[aria-label^="Copy the Input"]');
  await click("that the input is copied", copy, status(page, "The input is in the clipboard"), { timeout });
}

/** A program that differs failed, and its message has the diff; without the extension for it a debugger says what to install. */
async function explorer({ page, results, sees, gone, timeout, check }) {
  await container(page, "Testing");
  const problem = await sees("the problem in the Test Explorer", test(page, "coupon (Failed)"), check);
  await unfold(problem, timeout);
  await sees("a program that passed", test(page, "all_rules.py (Passed)"));
  await unfold(await sees("the program that failed", test(page, "checkout.py (Failed)")), timeout);
  await sees("a sample below it", test(page, "samples/1.in (Passed)"));
  const inputs = await sees("the verdict on the other inputs", test(page, "inputs: differs on"));
  const peek = page.locator(".peekview-widget");
  // Of a file that is open already the message is only beside its line, and a click there opens it.
  const message = page.locator(".test-message-inline-content", { hasText: "No != Yes" });
  await click("the message in the program", inputs, message.or(peek), { timeout });
  if (!(await peek.isVisible())) {
    await click("the message", message, peek, { timeout });
  }
  await sees("the diff of the message", peek.locator(".monaco-diff-editor .view-line", { hasText: "Yes" }));
  await sees("the input in the message", peek.getByText(/differs on \d+ of \d+ inputs\. Input: 25 3/));
  await page.screenshot({ path: path.join(results, "testing.png") });
  const missing = toast(page, "ms-python.debugpy");
  await click("what to install for the debugger", buttonOf(inputs, "Debug Test"), missing, { over: inputs, timeout });
  await command(page, "Notifications: Clear All Notifications");
  await gone("the message", missing);
}

/** A run is a check, and ends with all results. */
async function run({ page, sees, timeout, check }) {
  const problem = test(page, "coupon").first();
  const results = page.locator(".sidebar").getByText(/^[1-9]\d*\/[1-9]\d*$/);
  const running = test(page, "coupon (Running)").or(test(page, "coupon (Queued)"));
  await click("a run", buttonOf(problem, "Run Test"), running.or(results), { over: problem, timeout });
  await sees("the results of a run", results, check);
}

/** The row of a test, by how its label begins. */
function test(page, label) {
  return page.locator(`.test-explorer .monaco-list-row[aria-label^="${label}"]`);
}
