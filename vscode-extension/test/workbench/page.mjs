// What the steps in the workbench share: how to find its parts, in both generations of VS Code, and what a user does there.
import { readdirSync, readlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Runs a command of the palette. */
export async function command(page, title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget .quick-input-box input").fill(`>${title}`);
  await page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first().click();
}

/** Picks what is offered in the middle above. */
export async function pick(page, text, options) {
  await page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click(options);
}

/** Opens a view container by its icon at the left, unless it is open. */
export async function container(page, name) {
  const item = page.locator(".activitybar .action-item", { has: page.locator(`.action-label[aria-label^="${name}"]`) });
  if (!/\bchecked\b/.test(await item.first().getAttribute("class"))) {
    await item.first().click();
  }
}

/** A view of the sidebar, by the beginning of its title. */
export function pane(page, name) {
  return page.locator(".pane", { has: page.locator(`.pane-header[aria-label^="${name}"]`) });
}

export async function expand(page, name, open = true) {
  const header = pane(page, name).locator(".pane-header");
  if ((await header.getAttribute("aria-expanded")) !== String(open)) {
    await header.click();
  }
}

/** Rows of a view whose text is like that. */
export function row(page, view, text) {
  return pane(page, view).locator(".monaco-list-row", { hasText: text });
}

export function status(page, text) {
  return page.locator(".statusbar-item:visible", { hasText: text });
}

/** A toast with that text, or anything else at the lower right. */
export function toast(page, text) {
  return page.locator(".notification-toast", { hasText: text });
}

/** A tab of an editor, by the name of its file. */
export function tab(page, file) {
  return page.locator(`.tab[data-resource-name="${file}"]`);
}

/** Lenses of the editors in some part of the page. */
export function lens(part, text) {
  return part.locator(".codelens-decoration a, .codelens-decoration span", { hasText: text });
}

/** The page of the picture in the sidebar ("view") or in an editor. */
export function picturePage(page, place, timeout) {
  return webview(page, `body[data-place="${place}"]`, timeout);
}

/** The page of a webview, which is in two frames within each other, by something that it has. */
export async function webview(page, selector, timeout) {
  let found;
  await until(
    `${selector} in a webview`,
    async () => {
      for (const frame of page.frames()) {
        try {
          if ((await frame.locator(selector).count()) > 0) {
            found = frame;
          }
        } catch {
          // It has just been replaced by another one.
        }
      }
      return found !== undefined;
    },
    timeout,
  );
  return found;
}

/** Presses a button that a row has while the mouse is over it. The row may move away meanwhile, when the list changes. */
export async function pressInRow(row, name, timeout) {
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

/** The processes that were started from a program in the folder. */
export function startedFrom(folder) {
  return readdirSync("/proc").filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/exe`).startsWith(`${folder}${path.sep}`);
    } catch {
      return false;
    }
  });
}

/** Waits for something that is not on the page. */
export async function until(what, holds, timeout) {
  const end = Date.now() + timeout;
  while (!(await holds())) {
    assert(Date.now() < end, `did not see ${what}`);
    await delay(100);
  }
}

export function assert(holds, otherwise) {
  if (!holds) {
    throw new Error(otherwise);
  }
}
