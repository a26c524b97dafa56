import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { registerCommands, serverCommandMiddleware } from "../src/commands";
import type { Context } from "../src/context";
import type { CounterexampleView } from "../src/views/counterexample";
import { registered, shown, Uri, window, workspace } from "./vscode";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  contributes: { commands: { command: string }[] };
};
const palette = manifest.contributes.commands.map(({ command }) => command);

describe("commands", () => {
  let setServerRuns: (runs: boolean) => void;
  let disposables: { dispose: () => unknown }[];
  const reports = new Map([["file:///coupon", {}]]);
  const context = {
    reports,
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
    assert.deepEqual([...registered.keys()].sort(), ["execre.restartServer", "execre.showOutput"]);
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

  it("of the palette are about the problem of the file in front", async () => {
    for (const command of ["execre.check", "execre.inferSchema"]) {
      window.activeTextEditor = { document: { uri: Uri.file("/coupon/candidates/a.py") } };
      assert.deepEqual(await sent(command, []), [{ folder: "file:///coupon" }]);
      window.activeTextEditor = { document: { uri: Uri.file("/other/a.py") } };
      assert.deepEqual(await sent(command, []), [{ folder: "file:///other" }]);
      window.activeTextEditor = undefined;
      workspace.workspaceFolders = [{ uri: Uri.file("/first") }, { uri: Uri.file("/second") }];
      assert.deepEqual(await sent(command, []), [{ folder: "file:///first" }]);
    }
  });

  it("of a code action keep their argument", async () => {
    const argument = { folder: "file:///guessed" };
    assert.deepEqual(await sent("execre.inferSchema", [argument]), [argument]);
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
