import assert from "node:assert/strict";
import type { Judgement } from "../src/protocol";
import { questionCommands } from "../src/question";
import { registered, shown, written } from "./vscode";

describe("the buttons of a question", () => {
  const folder = "file:///coupon";
  const input = "25 3\n";
  let sent: unknown[];
  let fails: Error | undefined;
  let commands: { dispose: () => unknown }[];

  beforeEach(() => {
    sent = [];
    fails = undefined;
    commands = questionCommands((method, params) => {
      sent.push(method, params);
      return fails ? Promise.reject(fails) : Promise.resolve(null);
    });
  });

  afterEach(() => {
    commands.forEach((command) => void command.dispose());
    shown.splice(0);
    written.text = undefined;
  });

  const press = async (judgement?: Judgement): Promise<unknown[]> => {
    await registered.get("execre.answer")?.(judgement && { argument: { folder, judgement } });
    return sent;
  };

  it("give the server what they say", async () => {
    const judgement = { input, output: "Yes\n", sure: true as const };
    assert.deepEqual(await press(judgement), ["execre/judge", { folder, ...judgement }]);
    sent = [];
    assert.deepEqual(await press({ input, several: true }), ["execre/judge", { folder, input, several: true }]);
    sent = [];
    assert.deepEqual(await press({ input, invalid: true }), ["execre/judge", { folder, input, invalid: true }]);
  });

  it("ask for another answer, of which the server says if it looks like none", async () => {
    written.text = "2\\n1 2 ";
    assert.deepEqual(await press({ input }), ["execre/judge", { folder, input, output: "2\n1 2\n" }]);
  });

  it("leave the question open where nothing is written, and from the palette", async () => {
    assert.deepEqual(await press({ input }), []);
    assert.deepEqual(await press(), []);
  });

  it("say why an answer is not taken", async () => {
    fails = new Error("this is not the question any more: ask again");
    await press({ input, several: true });
    assert.deepEqual(shown, ["ExeCRE: this is not the question any more: ask again"]);
  });
});
