// The page of the picture in Debian's Chromium without VS Code: what VS Code gives to a webview is given by this file.
import { Buffer } from "node:buffer";
import path from "node:path";
import { URL } from "node:url";
import esbuild from "esbuild";
import { chromium } from "playwright-core";
import { bundleExtension } from "../../scripts/build.mjs";
import { ensureDebian } from "../codeserver.mjs";

const root = path.join(import.meta.dirname, "../..");
const origin = "http://picture.test";
const nonce = "bm9uY2U";

/** The variables of VS Code's default themes that the page uses. */
export const themes = {
  light: {
    class: "vscode-light",
    "editor-background": "#ffffff",
    "sideBar-background": "#f8f8f8",
    foreground: "#3b3b3b",
    focusBorder: "#005fb8",
    "textLink-foreground": "#005fb8",
    "button-background": "#005fb8",
    "button-foreground": "#ffffff",
  },
  dark: {
    class: "vscode-dark",
    "editor-background": "#1f1f1f",
    "sideBar-background": "#181818",
    foreground: "#cccccc",
    focusBorder: "#0078d4",
    "textLink-foreground": "#4daafc",
    "button-background": "#0078d4",
    "button-foreground": "#ffffff",
  },
  "high contrast": {
    class: "vscode-high-contrast",
    "editor-background": "#000000",
    "sideBar-background": "#000000",
    foreground: "#ffffff",
    focusBorder: "#f38518",
    "textLink-foreground": "#21a6ff",
    "button-background": "#000000",
    "button-foreground": "#ffffff",
    "button-border": "#6fc3df",
  },
  "high contrast light": {
    class: "vscode-high-contrast vscode-high-contrast-light",
    "editor-background": "#ffffff",
    "sideBar-background": "#ffffff",
    foreground: "#292929",
    focusBorder: "#006bbd",
    "textLink-foreground": "#0f4a85",
    "button-background": "#0f4a85",
    "button-foreground": "#ffffff",
  },
};

export async function launch() {
  await bundleExtension();
  return chromium.launch({
    executablePath: ensureDebian("chromium", "chromium"),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}

/**
 * Opens the page as the extension makes it, under its own content security policy. window.sent has what it says to the
 * extension, window.violations what the policy has refused.
 */
export async function openPage(
  browser,
  { theme = "light", place = "editor", viewport = { width: 1200, height: 900 } },
) {
  const { pageHtml } = await hostModule("src/picture/html.ts");
  const html = pageHtml({
    cspSource: origin,
    script: `${origin}/picture.js`,
    style: `${origin}/picture.css`,
    nonce,
    place,
    texts: undefined,
  });
  const page = await browser.newPage({ viewport });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.route(`${origin}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    return name === ""
      ? route.fulfill({ body: html, contentType: "text/html" })
      : route.fulfill({ path: path.join(root, "dist", name) });
  });
  await page.addInitScript(() => {
    window.sent = [];
    window.violations = [];
    window.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    );
    let state;
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => window.sent.push(message),
      getState: () => state,
      setState: (next) => (state = next),
    });
  });
  await page.goto(`${origin}/`);
  await setTheme(page, theme);
  return { page, errors };
}

/** Changes the theme as VS Code does. */
export function setTheme(page, theme) {
  return page.evaluate(({ class: name, ...variables }) => {
    const { style } = document.documentElement;
    style.setProperty("--vscode-font-family", "sans-serif");
    style.setProperty("--vscode-font-size", "13px");
    for (const [key, value] of Object.entries({ "button-border": "transparent", ...variables })) {
      style.setProperty(`--vscode-${key}`, value);
    }
    document.body.className = name;
  }, themes[theme]);
}

/** Says something to the page as the extension does, and waits until it has drawn. */
export function tell(page, message) {
  return page.evaluate(
    (data) =>
      new Promise((done) => {
        window.dispatchEvent(new MessageEvent("message", { data }));
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
    message,
  );
}

/** A module of the extension that needs of vscode only texts. */
export async function hostModule(file) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    alias: { vscode: "./src/page/l10n.ts" },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/**
 * A picture of so many programs and inputs: those of class k > 0 answer otherwise on every (37 + 10 k)th input, and some
 * crash or take too long. The same each time.
 */
export function samplePicture({ programs, inputs, classes = 6 }) {
  const sizes = Array.from({ length: inputs }, (_, index) => Math.round(2 + (index / inputs) ** 4 * 1e5));
  const candidates = Array.from({ length: programs }, (_, index) => {
    const one = Math.min(classes - 1, Math.max(0, index - (programs - classes)));
    const slow = 1 + (index % 4);
    return {
      file: `${["fast", "brute", "greedy", "recursive_with_a_long_name"][index % 4]}${index}.cpp`,
      class: one,
      cells: sizes.map((_, input) => {
        if (one > 0 && input % (37 + 10 * one) === one) {
          return input % 3 === 0 && one === 3 ? -1 : one;
        }
        return one === 4 && input > inputs * 0.97 ? -2 : one === 5 && input % 101 === 7 ? -4 : 0;
      }),
      times: sizes.map((size, input) =>
        one === 4 && input > inputs * 0.97 ? -1 : Number((0.8 + (size ** (1 + slow / 8) * slow) / 4e3).toFixed(2)),
      ),
    };
  });
  return {
    problem: "coupon",
    folder: "file:///coupon",
    state: "final",
    matrix: {
      run: 1,
      state: "final",
      inputs: sizes.map((size, index) => ({ id: index + 1, size, source: index < 2 ? "sample" : "generated" })),
      candidates,
      limit: 2000,
    },
    programs: candidates.map(({ file, class: one }, index) => ({
      file,
      trusted: index === 0,
      message: one === 0 ? "agrees" : "differs",
      alpha: one === 0 ? 0.98 : 0.9 - one / 10,
      interval: one === 0 ? [0.96, 0.99] : [0.85 - one / 10, 0.95 - one / 10],
      alphaText: one === 0 ? "0.98 (0.96–0.99)" : "0.80 (0.75–0.85)",
    })),
  };
}
