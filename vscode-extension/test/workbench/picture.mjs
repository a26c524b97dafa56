// Steps in the workbench about the picture; called by walk.mjs, and by itself of no use. The problem in front has been
// checked.
import path from "node:path";
import { act, click, container, picturePage, row } from "./page.mjs";

/** `at` is what walk.mjs has, and the page. */
export async function picture(at) {
  const { page, results, sees, timeout } = at;
  await container(page, "ExeCRE");
  const small = picturePage(page, "view");
  await sees("the picture in the sidebar", small.locator("#map"));
  await page.screenshot({ path: path.join(results, "picture-view.png") });

  const problem = await sees("the problem in the sidebar", row(page, "Candidates", /coupon/));
  const button = page.locator('.pane-header[aria-label^="Candidates"] .action-label[aria-label^="Show the Picture"]');
  const editor = page.locator(".tab", { hasText: "Picture" });
  await click("an editor for the picture", button, editor, { over: problem, timeout });
  const large = picturePage(page, "editor");
  await sees("the picture in an editor", large.locator("#map"));
  await sees("what it shows, in words", large.getByText(/^8 programs on \d+ inputs: \d+ behaviours\./));
  const different = large.getByRole("checkbox", { name: "Only inputs on which programs differ" });
  await click("only such inputs", different, () => different.isChecked(), { timeout });
  await page.screenshot({ path: path.join(results, "picture.png") });

  // The last row of a program that was executed is of the smallest class, so that it differs somewhere.
  const map = large.locator("#map");
  const answer = large.getByText(/, (sample|input|earlier counterexample) \d+, \d+ bytes: /);
  const position = () =>
    map.evaluate((element) => ({
      x: element.querySelector("canvas").offsetLeft + 3,
      y: element.clientHeight - 8,
    }));
  const look = async (timeout) => map.hover({ position: await position(), timeout });
  await act("the answer under the pointer", look, answer, timeout);
  const input = page.locator(".tab", { hasText: /^coupon, \S/ });
  const open = async (timeout) => map.click({ position: await position(), timeout });
  await act("the input with all outputs", open, input, timeout);
  // An editor writes spaces that do not break.
  const line = (text) => page.locator(".editor-instance .view-line", { hasText: text });
  await sees("who gives which answer", line(/──\sA:\s.*\.(py|cpp)/));
  await sees("who gives another one", line(/──\s([B-H]:\s)?\w+\.(py|cpp)/));
  await page.screenshot({ path: path.join(results, "picture-cell.png") });

  const enter = async () => {
    await map.focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Enter");
  };
  const focused = page.locator(".editor-instance .monaco-editor.focused .view-line");
  await act("that Enter leads into the input", enter, focused, timeout);
}

/**
 * A window that is loaded anew has again what it had. In a browser VS Code writes that down every few seconds, so this is not
 * called just after the other steps.
 */
export async function restored({ page, sees, check }) {
  await page.locator(".tab", { hasText: "Picture" }).click();
  const large = picturePage(page, "editor");
  await sees("the picture in front", large.locator("#map"));
  await page.reload({ waitUntil: "domcontentloaded" });
  await sees("the picture after a reload of the window", large.locator("#map"), check);
  await sees("that it shows what it showed", large.getByText(/^8 programs on \d+ inputs: \d+ behaviours\./), check);
  await sees("how it showed it", large.locator("#different:checked"));
}
