// How long the picture takes to draw: node test/picture/bench.mjs [PROGRAMS INPUTS], 20 and 5000 where nothing else is said.
//
// In headless Chromium, which draws without a graphics card. The times are those of the processor, of the one thread that a
// page has, so that it does not matter what else the machine does. Fails when a redraw takes longer than LIMIT in the median.
import process from "node:process";
import { launch, openPage, samplePicture, setTheme } from "./page.mjs";

const LIMIT = 50; // milliseconds
const ROUNDS = 20;
const [programs = 20, inputs = 5000] = process.argv.slice(2).map(Number);

const browser = await launch();
try {
  const { page } = await openPage(browser, { viewport: { width: 1600, height: 900 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
  };
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const message = { kind: "picture", data: samplePicture({ programs, inputs }) };
  await page.evaluate((data) => (window.message = data), message);

  console.log(`${programs} programs, ${inputs} inputs, ${page.viewportSize().width} pixels wide, ${ROUNDS} rounds`);
  await report("a message with all cells: rows, map, table, chart", () =>
    page.evaluate(() => window.dispatchEvent(new MessageEvent("message", { data: window.message }))),
  );
  let theme = "light";
  const median = await report("a redraw: map, legend, chart", () => {
    theme = theme === "light" ? "dark" : "light";
    return setTheme(page, theme);
  });
  if (median > LIMIT) {
    console.log(`that is more than ${LIMIT} ms`);
    process.exitCode = 1;
  }

  async function report(what, draw) {
    const times = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = await busy();
      await draw();
      await drawn();
      times.push((await busy()) - before);
    }
    times.sort((a, b) => a - b);
    const [least, middle, most] = [0, ROUNDS / 2, ROUNDS - 1].map((at) => times[at]);
    console.log(`${what}: median ${middle.toFixed(1)} ms (${least.toFixed(1)} to ${most.toFixed(1)})`);
    return middle;
  }
} finally {
  await browser.close();
}
