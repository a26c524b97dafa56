// Steps in the workbench about the picture; called by walk.mjs, and by itself of no use. The problem in front has been
// checked.
import path from "node:path";
import { container, picturePage, row } from "./page.mjs";

/** `at` is what walk.mjs has, and the page. */
export async function picture(at) {
  const { page, results, sees, timeout } = at;
  await container(page, "ExeCRE");
  const small = await picturePage(page, "view", timeout);
  await sees("the picture in the sidebar", small.locator("#map"));
  await page.screenshot({ path: path.join(results, "picture-view.png") });

  await (await sees("the problem in the sidebar", row(page, "Candidates", /coupon/))).hover();
  const button = '.pane-header[aria-label^="Candidates"] .action-label[aria-label^="Show the Picture"]';
  await page.locator(button).click();
  const large = await picturePage(page, "editor", timeout);
  await sees("the picture in an editor", large.locator("#map"));
  await sees("what it shows, in words", large.getByText(/^8 programs on \d+ inputs: \d+ behaviours\./));
  await large.getByRole("checkbox", { name: "Only inputs on which programs differ" }).check();
  await page.screenshot({ path: path.join(results, "picture.png") });

  // The last row of a program that was executed is of the smallest class, so that it differs somewhere.
  const map = large.locator("#map");
  const position = await map.evaluate((element) => ({
    x: element.querySelector("canvas").offsetLeft + 3,
    y: element.clientHeight - 8,
  }));
  await map.hover({ position });
  await sees(
    "the answer under the pointer",
    large.getByText(/, (sample|input|earlier counterexample) \d+, \d+ bytes: /),
  );
  await map.click({ position });
  // An editor writes spaces that do not break.
  const line = (text) => page.locator(".editor-instance .view-line", { hasText: text });
  await sees("the input with all outputs", page.locator(".tab", { hasText: /^coupon, \S/ }));
  await sees("who gives which answer", line(/──\sA:\s.*\.(py|cpp)/));
  await sees("who gives another one", line(/──\s([B-H]:\s)?\w+\.(py|cpp)/));
  await page.screenshot({ path: path.join(results, "picture-cell.png") });

  await map.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  await sees("that Enter leads into the input", page.locator(".editor-instance .monaco-editor.focused .view-line"));
}
