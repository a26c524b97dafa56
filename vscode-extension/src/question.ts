/** The buttons of the question in the sidebar. */
import * as vscode from "vscode";
import type { Ask } from "./inputs";
import { JUDGE_METHOD, type Judgement } from "./protocol";
import { argumentOf } from "./subject";
import { oneLine } from "./text";
import { ANSWER } from "./views/tree";

/** The command that keeps what a row says to the question. */
export function questionCommands(request: Ask): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand(ANSWER, async (row?: unknown) => {
      const argument = argumentOf(row);
      const judgement = argument?.judgement && (await complete(argument.judgement));
      if (judgement === undefined) {
        return;
      }
      try {
        await request(JUDGE_METHOD, { folder: argument?.folder, ...judgement });
      } catch (error) {
        void vscode.window.showErrorMessage(`ExeCRE: ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  ];
}

/** A judgement with the answer that it lacks; undefined if the person leaves the question open. */
async function complete(judgement: Judgement): Promise<Judgement | undefined> {
  const { input, output, invalid, several } = judgement;
  if (output !== undefined || invalid === true || several === true) {
    return judgement;
  }
  const written = await vscode.window.showInputBox({
    title: vscode.l10n.t("What is right for {0}?", oneLine(input)),
    prompt: vscode.l10n.t("The whole output, with \\n where a new line begins."),
    ignoreFocusOut: true,
  });
  return written === undefined ? undefined : { ...judgement, output: `${written.replaceAll("\\n", "\n").trimEnd()}\n` };
}
