// Steps in the workbench about its themes, and the README's pictures; called by walk.mjs, and by itself of no use. A program
// that differs is in front, with the problems below and the views at the left.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { choose, command, expand, lens, pane, picturePage, row, tab, until } from "./page.mjs";
import { smaller } from "./png.mjs";

/** The classes that VS Code gives to the workbench and to a webview. A generation has a style of its own for what is default. */
const themes = {
  "high-contrast": { name: () => "Dark High Contrast", workbench: "hc-black", webview: "vscode-high-contrast" },
  dark: { name: (style) => `Dark ${style}`, workbench: "vs-dark", webview: "vscode-dark" },
  light: { name: (style) => `Light ${style}`, workbench: "vs", webview: "vscode-light" },
};

/** Every view shows what it has in every theme, the picture in the colours of the sidebar that it is in. */
export async function inThemes(at) {
  const { generation, page, results, images, wrong, sees, timeout } = at;
  await tab(page, wrong.file).dblclick(); // it stays, so its name is upright
  await command(page, "View: Toggle Maximize Editor Group");
  await page.setViewportSize({ width: 1200, height: 800 });
  // Room for what the rows say, for all rows, and for the map below.
  await drag(page, await edge(page.locator(".part.sidebar"), "right", timeout), { x: 510 });
  await drag(page, await edge(pane(page, "Candidates"), "bottom", timeout), { y: 366 });
  for (const [theme, { name, workbench, webview }] of Object.entries(themes)) {
    await command(page, "Preferences: Color Theme");
    await choose(page, name(generation.style), name(generation.style));
    // Nothing else has the focus, and no word is marked because the cursor is in it.
    await tab(page, wrong.file).click();
    await page.keyboard.press("Control+End");
    await sees(`the workbench in ${name(generation.style)}`, page.locator(`.monaco-workbench.${workbench}`));
    await sees("the candidates", row(page, "Candidates", wrong.file).locator(".custom-view-tree-node-item-icon"));
    await sees("the lens", lens(page, /α=\d\.\d\d differs on/));
    await sees("the squiggle", page.locator(".squiggly-warning"));
    const picture = picturePage(page, "view");
    await sees("the picture", picture.and(page.locator(`.${webview}`)).locator("#map canvas"));
    await until("the picture in the colours of the sidebar", () => matches(page, picture), timeout);
    const file = path.join(results, `${theme}.png`);
    await page.screenshot({ path: file });
    if (images !== undefined && theme !== "high-contrast") {
      writeFileSync(path.join(images, `${theme}.png`), smaller(readFileSync(file)));
    }
    await expand(page, "Inputs");
    await sees("the inputs", row(page, "Inputs", /^1.*→/));
    await page.screenshot({ path: path.join(results, `${theme}-inputs.png`) });
    await expand(page, "Inputs", false);
  }
  await page.setViewportSize({ width: 1400, height: 900 });
  await command(page, "View: Toggle Maximize Editor Group");
}

/** Where the middle of an edge is. */
async function edge(part, side, timeout) {
  const { x, y, width, height } = await until("a border", () => part.boundingBox(), timeout);
  return side === "right" ? { x: x + width, y: y + height / 2 } : { x: x + width / 2, y: y + height };
}

/** Drags a border between two parts of the workbench. */
async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x ?? from.x, to.y ?? from.y, { steps: 4 });
  await page.mouse.up();
}

/** Whether the page of the picture has the background of the sidebar, and paints in more than one colour. */
async function matches(page, picture) {
  const background = (element) => element.computedStyleMap().get("background-color").toString();
  const [outside, inside] = await Promise.all([
    page.locator(".part.sidebar").evaluate(background),
    picture.evaluate(background),
  ]);
  const colours = await picture.locator("#map canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  return outside === inside && colours > 1;
}
