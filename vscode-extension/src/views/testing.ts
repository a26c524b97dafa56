/** The Test Explorer: runs are checks by the server, and what a check says is published, whoever asked for it. */
import * as vscode from "vscode";
import type { CommandArgument, ReportParams } from "../protocol";
import { testOf, type Failed, type Test } from "./tests";
import { whole } from "../text";

/** A check that goes on, and who waits for its end. */
interface Check {
  /** The last run of the problem when the check was asked for. */
  after: number;
  /** Whether a report said that it goes on. */
  begun: boolean;
  /** Of the user; without one a run is shown that nobody asked for, such as that of a save. */
  runs: Map<vscode.TestRun, vscode.TestRunRequest>;
  own?: vscode.TestRun;
  /** The tests that failed already. */
  failed: Set<vscode.TestItem>;
  waiting: (() => void)[];
}

export class TestsView implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("execre", "ExeCRE");
  private readonly debuggable = new vscode.TestTag("input");
  /** What can be debugged. */
  private readonly subjects = new WeakMap<vscode.TestItem, CommandArgument>();
  /** The reports that were taken already, by problem. */
  private readonly taken = new Map<string, ReportParams>();
  private readonly checks = new Map<string, Check>();
  /** What was last published of a problem. */
  private readonly published = new Map<string, string>();

  /** Shows the reports of the map, which is read anew after each update(). */
  constructor(
    private readonly reports: ReadonlyMap<string, ReportParams>,
    private readonly log: vscode.LogOutputChannel,
    debug: (argument: CommandArgument) => Promise<void>,
  ) {
    const { Run, Debug } = vscode.TestRunProfileKind;
    const check = this.controller.createRunProfile(
      vscode.l10n.t("Check"),
      Run,
      (request, token) => this.run(request, token),
      true,
    );
    // The server checks what is saved without being asked: there is nothing to be done when it is switched on.
    check.supportsContinuousRun = true;
    this.controller.createRunProfile(
      vscode.l10n.t("Debug with the Input"),
      Debug,
      async (request) => {
        const subject = (request.include ?? [])
          .map((item) => this.subjectOf(item))
          .find((found) => found !== undefined);
        if (subject !== undefined) {
          await debug(subject);
        }
      },
      true,
      this.debuggable,
    );
  }

  update(): void {
    for (const folder of [...this.taken.keys()].filter((known) => !this.reports.has(known))) {
      this.taken.delete(folder);
      this.forget(folder);
    }
    for (const [folder, params] of this.reports) {
      if (this.taken.get(folder) !== params) {
        this.taken.set(folder, params);
        try {
          this.take(params);
        } catch (error) {
          this.log.error(`the tests of ${folder}: ${String(error)}`);
        }
      }
    }
  }

  dispose(): void {
    [...this.checks.keys()].forEach((folder) => {
      this.finish(folder);
    });
    this.controller.dispose();
  }

  /** Has the server check the problems of the tests, and waits for what it says. */
  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (request.continuous === true) {
      return;
    }
    const roots = new Set((request.include ?? itemsOf(this.controller.items)).map(rootOf));
    const run = this.controller.createTestRun(request, undefined, false);
    const ends = [...roots].map(({ id: folder }) => {
      const check = this.expect(folder);
      check.runs.set(run, request);
      return new Promise<void>((resolve) => check.waiting.push(resolve));
    });
    const stopped = new Promise<void>((resolve) => {
      token.onCancellationRequested(resolve);
    });
    for (const { id: folder } of roots) {
      await vscode.commands.executeCommand("execre.check", { folder });
      if (!this.reports.has(folder)) {
        this.finish(folder); // the server has ended
      }
    }
    await Promise.race([Promise.all(ends), stopped]);
    if (token.isCancellationRequested) {
      for (const { id: folder } of roots) {
        this.checks.get(folder)?.runs.delete(run);
        await vscode.commands.executeCommand("execre.stop", { folder });
      }
    }
    run.end();
  }

  private expect(folder: string): Check {
    const report = this.reports.get(folder);
    const check = this.checks.get(folder) ?? {
      after: report?.run ?? 0,
      begun: report?.state === "running",
      runs: new Map(),
      failed: new Set(),
      waiting: [],
    };
    this.checks.set(folder, check);
    return check;
  }

  private take(params: ReportParams): void {
    const { folder, state, run } = params;
    const test = testOf(params);
    const root = this.show(test, this.controller.items, { folder });
    if (state === "running") {
      this.proceed(folder, root, test);
      return;
    }
    const check = this.checks.get(folder);
    if (check !== undefined && !check.begun && run <= check.after) {
      return; // the check that was asked for is still to come
    }
    this.publish(folder, root, test, check);
    this.finish(folder);
    if (state === "stale") {
      this.controller.invalidateTestResults(root);
    }
  }

  /** Shows that a check goes on, and who has failed already. */
  private proceed(folder: string, root: vscode.TestItem, test: Test): void {
    const check = this.expect(folder);
    const begins = !check.begun || (check.runs.size === 0 && check.own === undefined);
    check.begun = true;
    if (check.runs.size === 0) {
      check.own ??= this.createRun(root);
    }
    for (const run of runsOf(check)) {
      each(root, test, (item, { children, result }) => {
        if (result !== undefined && !check.failed.has(item)) {
          check.failed.add(item);
          run.failed(item, []); // the message comes with the last report
        } else if (begins && children.length === 0) {
          run.started(item);
        }
      });
    }
  }

  /** Publishes all that a check says. What the user did not ask for is published beside it when it is new. */
  private publish(folder: string, root: vscode.TestItem, test: Test, check: Check | undefined): void {
    const results = JSON.stringify(test);
    const isNew = results !== this.published.get(folder);
    this.published.set(folder, results);
    const runs = check === undefined ? [] : runsOf(check);
    const isAsked = [...(check?.runs.values() ?? [])].some((request) => includes(request, root));
    if (isNew && !isAsked && check?.own === undefined) {
      const own = this.createRun(root);
      this.say(own, root, test);
      own.end();
    }
    runs.forEach((run) => {
      this.say(run, root, test);
    });
  }

  /** A run that nobody asked for: nothing is opened because of it. */
  private createRun(root: vscode.TestItem): vscode.TestRun {
    return this.controller.createTestRun(
      new vscode.TestRunRequest([root], undefined, undefined, true),
      root.label,
      false,
    );
  }

  private say(run: vscode.TestRun, root: vscode.TestItem, test: Test): void {
    each(root, test, (item, { output, result }) => {
      if (output !== undefined) {
        run.appendOutput(inTerminal(`${item.label}: ${output}\n`), undefined, item);
      }
      switch (result?.state) {
        case undefined:
          break;
        case "passed":
          run.passed(item);
          break;
        case "skipped":
          run.skipped(item);
          break;
        case "failed":
        case "errored":
          run.appendOutput(inTerminal(`${item.label}: ${result.message}\n`), undefined, item);
          run[result.state](item, messageOf(result));
      }
    });
  }

  /** Ends what is shown of a check. */
  private finish(folder: string): void {
    const check = this.checks.get(folder);
    this.checks.delete(folder);
    check?.own?.end();
    check?.waiting.forEach((resolve) => {
      resolve();
    });
  }

  private forget(folder: string): void {
    this.finish(folder);
    this.controller.items.delete(folder);
    this.published.delete(folder);
  }

  /** Makes the items those of the test; what is not new stays what it is. */
  private show(test: Test, into: vscode.TestItemCollection, about: CommandArgument): vscode.TestItem {
    const uri = test.uri === undefined ? undefined : vscode.Uri.parse(test.uri, true);
    let item = into.get(test.id);
    if (item === undefined || item.uri?.toString() !== uri?.toString()) {
      item = this.controller.createTestItem(test.id, test.label ?? test.id, uri);
      into.add(item);
    }
    const isProgram = about.file === undefined && uri !== undefined;
    const argument = isProgram ? { ...about, file: test.id } : about;
    if (isProgram) {
      item.range = new vscode.Range(0, 0, 0, 0);
    }
    if (test.label !== undefined) {
      item.label = test.label;
    }
    const ids = new Set(test.children.map(({ id }) => id));
    itemsOf(item.children)
      .filter(({ id }) => !ids.has(id))
      .forEach(({ id }) => {
        item.children.delete(id);
      });
    test.children.forEach((child, index) => {
      this.show(child, item.children, argument).sortText = String(index).padStart(5, "0");
    });
    // While nothing is said, what could be debugged before still can.
    if (test.result !== undefined) {
      const input = "input" in test.result ? test.result.input : undefined;
      if (input === undefined) {
        this.subjects.delete(item);
      } else {
        this.subjects.set(item, { ...argument, input });
      }
    }
    item.tags = this.subjectOf(item) === undefined ? [] : [this.debuggable];
    return item;
  }

  /** What is debugged with a test: its input, or the first below it. */
  private subjectOf(item: vscode.TestItem): CommandArgument | undefined {
    const below = itemsOf(item.children);
    return this.subjects.get(item) ?? below.map((child) => this.subjectOf(child)).find((found) => found !== undefined);
  }
}

function messageOf({ message, place, expected, got }: Failed): vscode.TestMessage {
  const shown =
    expected === undefined || got === undefined
      ? new vscode.TestMessage(message)
      : vscode.TestMessage.diff(message, whole(expected), whole(got));
  if (place !== undefined) {
    shown.location = new vscode.Location(vscode.Uri.parse(place.uri, true), new vscode.Position(place.line - 1, 0));
  }
  return shown;
}

/** A test's output is shown by a terminal. */
function inTerminal(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}

/** Whether all of a problem was asked for. */
function includes({ include, exclude }: vscode.TestRunRequest, root: vscode.TestItem): boolean {
  return (include ?? [root]).includes(root) && (exclude ?? []).length === 0;
}

function runsOf({ runs, own }: Check): vscode.TestRun[] {
  return [...runs.keys(), ...(own === undefined ? [] : [own])];
}

function itemsOf(items: vscode.TestItemCollection): vscode.TestItem[] {
  return [...items].map(([, item]) => item);
}

function rootOf(item: vscode.TestItem): vscode.TestItem {
  return item.parent === undefined ? item : rootOf(item.parent);
}

/** Calls for an item and all below it. */
function each(item: vscode.TestItem, test: Test, call: (item: vscode.TestItem, test: Test) => void): void {
  call(item, test);
  for (const child of test.children) {
    const below = item.children.get(child.id);
    if (below !== undefined) {
      each(below, child, call);
    }
  }
}
