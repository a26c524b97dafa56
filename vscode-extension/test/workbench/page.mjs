// What the steps in the workbench share: how to find its parts, in both generations of VS Code, and what a user does there.
import { readdirSync, readlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errors } from "playwright-core";

/** Runs a command of the palette. What is written while it is still filling up may find nothing: then it is opened anew. */
export async function command(page, title) {
  let again = false;
  const open = async (timeout) => {
    if (again) {
      await page.keyboard.press("Escape");
    }
    again = true;
    await page.keyboard.press("F1");
    await offered(page).fill(`>${title}`, { timeout });
  };
  await act(`${title} in the palette`, open, rowsOf(page, title), 60_000);
  await take(page, title);
}

/** Writes into the list in the middle above, and takes what it offers. */
export async function choose(page, written, label) {
  await offered(page).fill(written);
  await rowsOf(page, label).first().waitFor();
  await take(page, label);
}

function offered(page) {
  return page.locator(".quick-input-widget .quick-input-box input");
}

function rowsOf(page, label) {
  return page.locator(`.quick-input-list .monaco-list-row[aria-label^="${label}"]`);
}

/** Takes a row of the list by keys: rows move as long as it searches. */
async function take(page, label) {
  const rows = rowsOf(page, label);
  const reach = async () => (await rows.and(page.locator(".focused")).count()) > 0 || page.keyboard.press("ArrowDown");
  await until(label, reach, 30_000);
  await page.keyboard.press("Enter");
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
export function picturePage(page, place) {
  return webview(page).locator(`body[data-place="${place}"]`);
}

/**
 * The pages of all webviews, each in a frame within a frame. VS Code may replace both at any moment, so they are looked for at
 * each use. Only a function that is evaluated there can fail because of that: until() and act() do it again.
 */
export function webview(page) {
  return page.frameLocator().locator("#active-frame").contentFrame();
}

/**
 * Does something on the page, again and again until it sees what comes of it. VS Code makes rows, lenses, buttons and webviews
 * anew when there is news of them: what is done in that moment is lost, or there is nothing to do it to. `comes`: a part of
 * the page, or a function.
 */
export async function act(what, action, comes, timeout) {
  const there = typeof comes === "function" ? comes : () => comes.first().isVisible();
  for (const end = Date.now() + timeout; ;) {
    try {
      await action(LOST);
      return await until(what, there, LOST);
    } catch (error) {
      if (!(error instanceof errors.TimeoutError || error instanceof Late || isReplaced(error))) {
        throw error;
      }
    }
    if (await there()) {
      return;
    }
    assert(Date.now() < end, `did not see ${what}`);
  }
}

const LOST = 5_000; // milliseconds after which what was done is taken for lost

/** Clicks until what comes of it is there. `over`: where the mouse has to be for the part to be there. */
export function click(what, part, comes, { over, timeout }) {
  const press = async (patience) => {
    await over?.first().hover({ timeout: patience });
    await part.first().click({ timeout: patience });
  };
  return act(what, press, comes, timeout);
}

/** The button of a row that is there while the mouse is over the row. */
export function buttonOf(row, name) {
  return row.locator(`.action-label[aria-label^="${name}"]`);
}

/** Opens a row of a tree, unless it is open. */
export async function unfold(row, timeout) {
  const open = async () => (await row.first().getAttribute("aria-expanded")) === "true";
  if (!(await open())) {
    await click("the row open", row.first().locator(".monaco-tl-twistie"), open, { timeout });
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

/** Waits for something that is looked at again and again, and returns it. It may be replaced while it is looked at. */
export async function until(what, look, timeout) {
  for (const end = Date.now() + timeout; ; await delay(100)) {
    try {
      const found = await look();
      if (found) {
        return found;
      }
    } catch (error) {
      if (!isReplaced(error)) {
        throw error;
      }
    }
    if (Date.now() > end) {
      throw new Late(`did not see ${what}`);
    }
  }
}

/** Whether that is because another frame or page has replaced the one on which a function was evaluated. */
function isReplaced({ message }) {
  return /frame (was|has been) detached|execution context was destroyed/i.test(message);
}

class Late extends Error {}

export function assert(holds, otherwise) {
  if (!holds) {
    throw new Error(otherwise);
  }
}
