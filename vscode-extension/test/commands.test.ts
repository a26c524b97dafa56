import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { registerCommands, serverCommandMiddleware } from "../src/commands";
import type { FoundServer } from "../src/config";
import type { Context } from "../src/context";
import type { CounterexampleView } from "../src/views/counterexample";
import { offered, registered, shown, Uri, window, workspace } from "./vscode";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  contributes: {
    commands: { command: string }[];
    menus: Record<string, { command: string; when: string }[]>;
  };
};
const palette = manifest.contributes.commands.map(({ command }) => command);

describe("commands", () => {
  let setServerRuns: (runs: boolean) => void;
  let disposables: { dispose: () => unknown }[];
  const candidates = [
    { file: "a.py", message: "agrees" },
    { file: "candidates/b.py", message: "differs" },
  ];
  const shared = "file:///shared/a.%2A";
  const reports = new Map([
    ["file:///coupon", { folder: "file:///coupon", report: { candidates } }],
    [
      "file:///wrong",
      { folder: "file:///wrong", report: { candidates: [{ ...candidates[0], counterexample: {} }, candidates[1]] } },
    ],
    [shared, { folder: shared, files: "file:///shared", report: { candidates: [{ file: "A.py", message: "" }] } }],
  ]);
  let found: FoundServer = { missing: "there is no program." };
  const active = { known: undefined as { folder: string } | undefined };
  const context = {
    reports,
    active,
    findServer: () => found,
    onDidChangeServer: (listener: typeof setServerRuns) => {
      setServerRuns = listener;
      return { dispose: () => undefined };
    },
  } as unknown as Context;

  beforeEach(() => {
    disposables = registerCommands(context);
  });

  afterEach(() => {
    disposables.forEach((disposable) => void disposable.dispose());
    shown.splice(0);
    window.activeTextEditor = undefined;
    workspace.workspaceFolders = undefined;
    assert.equal(registered.size, 0, "commands are left behind");
  });

  it("are all there without a server, and say so", async () => {
    setServerRuns(false);
    assert.deepEqual([...registered.keys()].sort(), [...palette].sort());
    await registered.get("execre.inferSchema")?.();
    assert.deepEqual(shown, ["The ExeCRE server is not running."]);
  });

  it("are left to the client while the server runs", () => {
    setServerRuns(false);
    setServerRuns(true);
    const left = palette.filter((command) => !registered.has(command));
    const names = ["addSample", "check", "hunt", "ignore", "inferSchema", "judge", "setChecker", "setVerdict"];
    assert.deepEqual(
      left.sort(),
      [...names, "showCounterexample", "stop"].map((name) => `execre.${name}`),
    );
  });

  const middleware = serverCommandMiddleware(context, {} as CounterexampleView);
  const sent = async (command: string, args: unknown[]): Promise<unknown> => {
    let seen: unknown;
    await middleware(command, args, (_, passed: unknown[]) => {
      seen = passed;
      return null;
    });
    return seen;
  };

  const open = (file: string): void => {
    window.activeTextEditor = { document: { uri: Uri.file(file) } };
  };

  it("of the palette are about the problem of the file in front", async () => {
    for (const command of ["execre.check", "execre.inferSchema", "execre.setChecker", "execre.judge"]) {
      open("/coupon/samples/1.in");
      assert.deepEqual(await sent(command, []), [{ folder: "file:///coupon" }]);
      open("/shared/A1.in");
      assert.deepEqual(await sent(command, []), [{ folder: shared }]);
      open("/other/a.py");
      assert.deepEqual(await sent(command, []), [{ folder: "file:///other" }]);
      window.activeTextEditor = undefined;
      workspace.workspaceFolders = [{ uri: Uri.file("/first") }, { uri: Uri.file("/second") }];
      assert.deepEqual(await sent(command, []), [{ folder: "file:///first" }]);
      active.known = { folder: shared };
      assert.deepEqual(await sent(command, []), [{ folder: shared }]);
      active.known = undefined;
      workspace.workspaceFolders = undefined;
      assert.equal(await sent(command, []), undefined, "sent without a folder");
    }
  });

  it("of the palette that show a counterexample offer the programs that have one", async () => {
    open("/wrong/input.schema");
    offered.choice = "a.py";
    assert.deepEqual(await sent("execre.showCounterexample", []), [{ folder: "file:///wrong", file: "a.py" }]);
    assert.deepEqual(offered.labels, ["a.py"]);
    open("/coupon/input.schema");
    await sent("execre.showCounterexample", []);
    assert.deepEqual(offered.labels, ["a.py", "candidates/b.py"]);
  });

  for (const command of ["execre.setVerdict", "execre.addSample", "execre.ignore"]) {
    it(`of the palette are about the program in front: ${command}`, async () => {
      open("/coupon/candidates/b.py");
      assert.deepEqual(await sent(command, []), [{ folder: "file:///coupon", file: "candidates/b.py" }]);
      open("/shared/A.py");
      assert.deepEqual(await sent(command, []), [{ folder: shared, file: "A.py" }]);
    });

    it(`of the palette ask which program where none is in front: ${command}`, async () => {
      open("/coupon/input.schema");
      offered.choice = "a.py";
      assert.deepEqual(await sent(command, []), [{ folder: "file:///coupon", file: "a.py" }]);
      assert.deepEqual(offered.labels, ["a.py", "candidates/b.py"]);
      offered.choice = undefined;
      assert.equal(await sent(command, []), undefined, "sent although nothing was chosen");
    });
  }

  it("of the sidebar are about their row", async () => {
    open("/coupon/a.py");
    const argument = { folder: "file:///other", file: "c.py" };
    const row = { id: "", label: "c.py", children: [], argument };
    assert.deepEqual(await sent("execre.ignore", [row, [row]]), [argument]);
  });

  it("of a code action keep their argument", async () => {
    const argument = { folder: "file:///guessed" };
    assert.deepEqual(await sent("execre.inferSchema", [argument]), [argument]);
  });

  it("that only the server knows are passed on as they are", async () => {
    const args = [{ folder: "file:///coupon", line: 3, loosening: "N <= 10" }];
    assert.deepEqual(await sent("execre.loosenSchema", args), args);
  });

  it("in the menus exist", () => {
    for (const [menu, items] of Object.entries(manifest.contributes.menus)) {
      for (const { command } of items) {
        assert(palette.includes(command), `${command} in ${menu}`);
      }
    }
  });

  it("import nothing without a program, or in a folder that is not trusted", async () => {
    await registered.get("execre.import")?.();
    workspace.isTrusted = false;
    found = { program: "/bin/false" };
    await registered.get("execre.import")?.();
    workspace.isTrusted = true;
    assert.deepEqual(shown, [
      "ExeCRE: there is no program.",
      "ExeCRE: nothing is run in a folder that is not trusted.",
    ]);
  });

  it("that the server refuses say why", async () => {
    const reason = "input.schema is there already and is not overwritten";
    const answer: unknown = await middleware("execre.inferSchema", [{ folder: "file:///coupon" }], () =>
      Promise.reject(new Error(reason)),
    );
    assert.equal(answer, undefined);
    assert.deepEqual(shown, [`ExeCRE: ${reason}`]);
  });
});
