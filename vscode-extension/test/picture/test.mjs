// The page of the picture in a real browser, in four themes: node test/picture/test.mjs [PART OF A TEST'S NAME]
//
// What a user sees, hovers, presses and clicks; that axe finds nothing; that colours stand out; that the content security
// policy holds. Screenshots are in .tools/picture/ of the project.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { hostModule, launch, openPage, samplePicture, setTheme, tell, themes } from "./page.mjs";

const screenshots = path.join(import.meta.dirname, "../../../.tools/picture");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { contrast, parseColour } = await hostModule("src/picture/colours.ts");
const data = samplePicture({ programs: 8, inputs: 200 });
const picture = { kind: "picture", data };

mkdirSync(screenshots, { recursive: true });
const browser = await launch();
try {
  for (const theme of Object.keys(themes)) {
    for (const place of ["view", "editor"]) {
      await check(`${theme}, in the ${place}`, { theme, place }, (page) => looksGood(page, `${theme}-${place}`));
    }
  }
  await check("nothing to show", {}, nothingToShow);
  await check("the keyboard", {}, keyboard);
  await check("the mouse", {}, mouse);
  await check("what goes on", {}, live);
  await check("names that look like markup", {}, markup);
  await check("a change of theme", {}, changeOfTheme);
  await check("the labels of the chart", {}, labels);
  console.log("passed");
} finally {
  await browser.close();
}

/** Runs a test on a page of its own, on which nothing may go wrong. */
async function check(name, options, test) {
  if (!name.includes(process.argv[2] ?? "")) {
    return;
  }
  const width = options.place === "view" ? 320 : 1000;
  const { page, errors } = await openPage(browser, { ...options, viewport: { width, height: 900 } });
  try {
    await test(page);
    assert.deepEqual(errors, [], "errors of the page");
    assert.deepEqual(await page.evaluate(() => window.violations), [], "what the content security policy refused");
  } catch (error) {
    error.message = `${name}: ${error.message}`;
    throw error;
  }
  await page.close();
  process.stdout.write(`ok   ${name}\n`);
}

/** What the page has said to the extension, of a kind. */
function sent(page, kind) {
  return page.evaluate((wanted) => window.sent.filter((message) => message.kind === wanted), kind);
}

function active(page) {
  return page.evaluate(() => {
    const id = document.querySelector("#map").getAttribute("aria-activedescendant");
    return id === null ? undefined : document.getElementById(id).getAttribute("aria-label");
  });
}

async function looksGood(page, name) {
  await tell(page, picture);
  await page.locator("#map").focus();
  await page.keyboard.press("ArrowRight");
  await page.screenshot({ path: path.join(screenshots, `${name.replaceAll(" ", "-")}.png`), fullPage: true });

  // By CDP and not by a script element, which the policy refuses.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(
    violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)]),
    [],
    "what axe has found",
  );

  const seen = await page.evaluate(() => {
    const colours = new Set();
    for (const canvas of document.querySelectorAll("canvas")) {
      const { data: pixels } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at + 3] > 0) {
          colours.add(`rgb(${pixels[at]}, ${pixels[at + 1]}, ${pixels[at + 2]})`);
        }
      }
    }
    for (const mark of document.querySelectorAll("#times polyline, #times path")) {
      colours.add(getComputedStyle(mark).stroke);
    }
    const style = (selector, property) => getComputedStyle(document.querySelector(selector))[property];
    return {
      background: style("body", "backgroundColor"),
      graphics: [...colours],
      strong: [
        style("#times .limit", "stroke"),
        style(".bar", "stroke"),
        style("#map", "outlineColor"),
        /rgb\([^)]*\)/.exec(style(".cell", "boxShadow").split("px").slice(4).join("px"))[0],
      ],
      outline: style("#map", "outlineStyle"),
      moving: document.getAnimations().length,
    };
  });
  const background = parseColour(seen.background);
  const least = name.startsWith("high") ? 4.5 : 3;
  assert(seen.graphics.length >= 8, "all classes, crash and time-out are drawn");
  for (const colour of seen.graphics) {
    assert(contrast(parseColour(colour), background) >= least, `${colour} on ${seen.background}`);
  }
  for (const colour of seen.strong) {
    assert(contrast(parseColour(colour), background) >= 3, `${colour} on ${seen.background}`);
  }
  assert.equal(seen.outline, "solid", "no ring around what has the focus");
  assert.equal(seen.moving, 0, "something moves");
}

async function nothingToShow(page) {
  await tell(page, { kind: "nothing", text: "Nothing of coupon has been executed yet.", check: true });
  assert.equal(await page.locator("#why").textContent(), "Nothing of coupon has been executed yet.");
  await page.getByRole("button", { name: "Check This Problem" }).click();
  assert.equal((await sent(page, "check")).length, 1);
  await page.evaluate(axe);
  assert.deepEqual((await page.evaluate(() => window.axe.run())).violations, []);
  await tell(page, { kind: "nothing", text: "coupon is being checked…", check: false });
  assert.equal(await page.getByRole("button").count(), 0);
  await tell(page, picture);
  assert.equal(await page.locator("#nothing").isVisible(), false);
}

async function keyboard(page) {
  await tell(page, picture);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "different");
  await page.keyboard.press("Tab");
  assert.equal(await active(page), "fast0.cpp, a sample, 2 bytes: answers as A");
  await page.keyboard.press("ArrowRight");
  assert.equal(await active(page), "fast0.cpp, a sample, 2 bytes: answers as A");
  assert.equal(await page.locator(".cell").getAttribute("aria-colindex"), "3");
  for (let row = 0; row < 3; row++) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Control+ArrowRight");
  assert.match(await active(page), /^recursive_with_a_long_name3.cpp, an input, \d+ bytes: answers as A$/);
  await page.keyboard.press("Control+ArrowRight");
  assert.match(await active(page), /answers as B$/);
  const input = Number(await page.locator(".cell").getAttribute("aria-colindex")) - 1;
  await waitFor(async () => (await sent(page, "peek")).filter((message) => message.input === input));
  assert.deepEqual(await page.evaluate(() => window.sent.filter(({ kind }) => kind === "open")), []);

  const outputs = { "recursive_with_a_long_name3.cpp": "7" };
  await tell(page, { kind: "peek", run: 1, input, peek: { name: "input 46", outputs } });
  assert.match(await page.locator("#about").textContent(), /input 46, \d+ bytes: answers 7, as B$/);
  assert.match(await active(page), /answers 7, as B$/);

  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  assert.deepEqual(await sent(page, "open"), [
    { kind: "open", run: 1, input, focus: true },
    { kind: "open", run: 1, input, focus: false },
  ]);

  // The same cell after a change of the columns.
  await page.locator("#different").focus();
  await page.keyboard.press("Space");
  assert.match(await active(page), /input 46, .* answers 7, as B$|answers as B$/);
  const columns = Number(await page.locator("#map").getAttribute("aria-colcount"));
  assert(columns > 2 && columns < 100, `${columns} columns on which programs differ`);

  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "fast0.cpp");
  await page.keyboard.press("Enter");
  assert.deepEqual(await sent(page, "program"), [{ kind: "program", file: "fast0.cpp" }]);
}

async function mouse(page) {
  await tell(page, picture);
  const box = await page.locator("#canvas").boundingBox();
  const fourth = await page.getByRole("row", { name: "recursive_with_a_long_name3.cpp" }).first().boundingBox();
  // Class B answers input 48 otherwise, the first one: the columns are numbered from 0.
  const at = { x: box.x + ((48.5 - 0) * box.width) / 200, y: fourth.y + 8 };
  await page.mouse.move(at.x, at.y);
  assert.match(
    await page.locator("#about").textContent(),
    /^recursive_with_a_long_name3.cpp, an input, .* answers as B$/,
  );
  assert.equal(await page.locator("#times .program.lit").getAttribute("data-row"), "3");
  await waitFor(async () => (await sent(page, "peek")).filter(({ input }) => input === 49));
  const outputs = { "recursive_with_a_long_name3.cpp": "7" };
  await tell(page, { kind: "peek", run: 1, input: 49, peek: { name: "input 47", outputs } });
  const answer = /^recursive_with_a_long_name3.cpp, input 47, \d+ bytes: answers 7, as B$/;
  assert.match(await page.locator("#about").textContent(), answer);
  await tell(page, picture);
  assert.match(await page.locator("#about").textContent(), answer, "more is known, and the pointer is where it was");
  await page.mouse.click(at.x, at.y);
  assert.deepEqual(await sent(page, "open"), [{ kind: "open", run: 1, input: 49, focus: false }]);
  assert.match(await active(page), /^recursive_with_a_long_name3.cpp, .* answers (7, )?as B$/);
  await page.mouse.move(box.x + box.width / 2, fourth.y - 40);
  await page.mouse.move(5, 5);
  assert.match(await page.locator("#about").textContent(), /^recursive_with_a_long_name3.cpp/, "back at the cell");
  await page.getByRole("button", { name: "brute1.cpp" }).click();
  assert.deepEqual(await sent(page, "program"), [{ kind: "program", file: "brute1.cpp" }]);
}

async function live(page) {
  const news = () => page.locator("#news").textContent();
  const part = samplePicture({ programs: 8, inputs: 20 });
  await tell(page, { kind: "picture", data: { ...part, state: "running" } });
  assert.equal(await news(), "", "a check that goes on is not told again and again");
  assert.match(await page.locator("#summary").textContent(), /The check goes on\.$/);
  await page.locator("#map").focus();
  await page.keyboard.press("End");
  const before = await active(page);
  await tell(page, picture);
  assert.match(await news(), /^coupon: 8 programs on 200 inputs: 6 behaviours\./);
  assert.equal(await page.locator(".cell").getAttribute("aria-colindex"), "21", "the same input");
  assert.equal((await active(page)).split(",")[0], before.split(",")[0]);
  assert.equal(await page.evaluate(() => document.activeElement.id), "map");
  await tell(page, { kind: "picture", data: { ...data, problem: "another" } });
  assert.equal(await active(page), undefined, "another problem begins anew");
}

async function markup(page) {
  const name = "<img src=x onerror=alert(1)>.py";
  const [first, ...others] = data.matrix.candidates;
  const candidates = [{ ...first, file: name }, ...others];
  const programs = [{ ...data.programs[0], file: name, message: '"><b>' }, ...data.programs.slice(1)];
  await tell(page, {
    kind: "picture",
    data: { ...data, problem: name, matrix: { ...data.matrix, candidates }, programs },
  });
  assert.equal(await page.locator("h1").textContent(), name);
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.locator("tbody th").first().textContent(), `${name} (trusted)`);
}

async function changeOfTheme(page) {
  await tell(page, picture);
  const pixel = () =>
    page.evaluate(() => [...document.querySelector("#canvas").getContext("2d").getImageData(1, 1, 1, 1).data].join());
  const light = await pixel();
  await setTheme(page, "dark");
  await waitFor(async () => ((await pixel()) === light ? [] : [true]));
  await page.setViewportSize({ width: 500, height: 900 });
  await waitFor(async () => {
    const { width } = await page.locator("#canvas").boundingBox();
    return width < 500 ? [true] : [];
  });
}

async function labels(page) {
  await tell(page, picture);
  for (const width of [1600, 700, 420, 320, 200]) {
    await page.setViewportSize({ width, height: 900 });
    await tell(page, picture);
    const boxes = await page
      .locator("#times .size")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    assert(boxes.length > 1, `${width} pixels: ${boxes.length} labels`);
    boxes.slice(1).forEach(({ left }, index) => assert(left > boxes[index].right + 4, `${width} pixels: labels touch`));
    const chart = await page.locator("#times").boundingBox();
    assert(boxes.at(-1).right <= chart.x + chart.width + 1, `${width} pixels: the last label is cut`);
  }
  await page.screenshot({ path: path.join(screenshots, "narrow.png"), fullPage: true });
}

/** Waits until there is something in the list. */
async function waitFor(list) {
  const end = Date.now() + 10_000;
  for (;;) {
    const found = await list();
    if (found.length > 0) {
      return found;
    }
    assert(Date.now() < end, "nothing has happened for ten seconds");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
