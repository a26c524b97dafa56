import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const source = readFileSync("package.json", "utf8");
const texts = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;
const manifest = JSON.parse(source) as {
  activationEvents: string[];
  contributes: {
    commands: { command: string }[];
    views: Record<string, { id: string }[]>;
    viewsWelcome: { view: string }[];
    walkthroughs: {
      id: string;
      steps: { description: string; media: { svg: string }; completionEvents: string[] }[];
    }[];
  };
};
const ours = new Set(manifest.contributes.commands.map(({ command }) => command));
const views = Object.values(manifest.contributes.views).flat();

/** The commands that a text links to. */
function links(text: string): string[] {
  return [...text.matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command ?? "");
}

describe("the manifest", () => {
  it("has a text for every key, and no other texts", () => {
    const keys = [...source.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? "");
    assert.deepEqual([...new Set(keys)].sort(), Object.keys(texts).sort());
  });

  it("starts the extension in folders with a problem, by commands and for its own editors, never in every window", () => {
    for (const event of manifest.activationEvents) {
      assert.match(event, /^workspaceContains:|^onWebviewPanel:execre\./);
    }
  });

  it("has three views at most", () => {
    assert(views.length <= 3, views.map(({ id }) => id).join(", "));
  });

  it("links only to commands and views that there are", () => {
    for (const [key, text] of Object.entries(texts)) {
      for (const command of links(text).filter((one) => one.startsWith("execre."))) {
        const exists = ours.has(command) || views.some(({ id }) => command === `${id}.focus`);
        assert(exists, `${command} in ${key}`);
      }
    }
    for (const { view } of manifest.contributes.viewsWelcome) {
      assert(
        views.some(({ id }) => id === view),
        view,
      );
    }
  });

  it("has one walkthrough, each step with an action that completes it and a picture in the colours of the theme", () => {
    const [walkthrough, ...more] = manifest.contributes.walkthroughs;
    assert(walkthrough !== undefined && more.length === 0);
    for (const { description, media, completionEvents } of walkthrough.steps) {
      const actions = links(texts[description.slice(1, -1)] ?? "");
      const completed = completionEvents.map((event) => event.replace(/^onView:(.*)/, "onCommand:$1.focus"));
      assert.deepEqual(
        completed,
        actions.map((command) => `onCommand:${command}`),
      );
      const svg = readFileSync(media.svg, "utf8");
      assert(svg.includes("var(--vscode-"), media.svg);
      assert(!/(fill|stroke)="?(#|[a-z]+")/.test(svg.replaceAll('fill="none"', "")), `a fixed colour in ${media.svg}`);
    }
  });

  it("ships every picture that it names", () => {
    const shipped = readFileSync(".vscodeignore", "utf8");
    for (const [, image = ""] of source.matchAll(/"(images\/[^"]+)"/g)) {
      assert(existsSync(image), image);
      const folder = `!${path.posix.dirname(image)}/*${path.posix.extname(image)}`;
      assert(
        [`!${image}`, folder].some((line) => shipped.split("\n").includes(line)),
        image,
      );
    }
  });
});

describe("the source", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const code = (file: string): string => readFileSync(path.join("src", file), "utf8");

  it("is started for each kind of editor that it can restore", () => {
    const restored = files.flatMap((file) => {
      const [, kind] = /registerWebviewPanelSerializer\((\w+|"[^"]+"),/.exec(code(file)) ?? [];
      const [, name = kind] = new RegExp(`const ${kind ?? ""} = ("[^"]+")`).exec(code(file)) ?? [];
      return kind === undefined ? [] : [`onWebviewPanel:${String(name).slice(1, -1)}`];
    });
    assert.deepEqual(
      restored,
      manifest.activationEvents.filter((event) => event.startsWith("onWebviewPanel:")),
    );
  });

  it("has messages that can be translated", () => {
    for (const file of files) {
      const bare =
        /show(?:Error|Warning|Information)Message\(\s*(["'][^"']*["']|`(?:[^`$]|\$(?!\{))*[a-z]{2,}[^`]*`)/.exec(
          code(file).replaceAll("`ExeCRE: $", "`$"),
        );
      assert.equal(bare?.[0], undefined, file);
    }
  });

  it("loads the language client late, which is most of the time that loading takes", () => {
    for (const file of files) {
      const values = [...code(file).matchAll(/import (?!type)[^;]*? from "([^"]+)"/g)].map(([, from]) => from);
      assert(
        file === "client.ts" || !values.some((from) => /(^vscode-languageclient|\/client$)/.test(from ?? "")),
        file,
      );
    }
  });

  it("speaks to nobody over the network", () => {
    for (const file of files) {
      assert.doesNotMatch(code(file), /from "(node:)?(https?|net|tls|dgram|undici)"|\bfetch\(|\bWebSocket\b/, file);
    }
  });
});
