/** One input with all outputs: as a document to read, and as the few words that the page shows. */
import { l10n } from "vscode";
import type { Cell, CellOutput } from "../protocol";
import { oneLine } from "../text";
import { letterOf, sizeWords, timeWords, type Peek } from "./words";

/** The document: the input, then each output with the programs that print it, the answer of most programs first. */
export function cellText(cell: Cell, problem: string): string {
  const bytes = new TextEncoder().encode(cell.input).length;
  const size = cell.cut ? l10n.t("texts over 64 KiB are cut") : sizeWords(bytes);
  return [
    `${problem}, ${cell.name} (${size})`,
    section(l10n.t("input"), cell.input),
    ...grouped(cell.outputs).map(([first, ...more]) => {
      const { class: one, error, verdict, output } = first;
      const programs = [first, ...more].map(programWords).join(", ");
      const what = verdict === "ok" ? l10n.t("{0}: {1}", letterOr(one), programs) : `${programs}: ${error}`;
      return section(what, output);
    }),
  ].join("\n\n");
}

function letterOr(one: number): string {
  return one < 0 ? "?" : letterOf(one);
}

function programWords({ file, time }: CellOutput): string {
  return time < 0 ? file : `${file} (${timeWords(time)})`;
}

function section(title: string, text: string): string {
  const line = `── ${title} `;
  return `${line.padEnd(72, "─")}\n${text.replace(/\n$/, "")}`;
}

/** What is the same to a reader stands together; classes in their order, failures last. */
function grouped(outputs: readonly CellOutput[]): [CellOutput, ...CellOutput[]][] {
  const groups = new Map<string, [CellOutput, ...CellOutput[]]>();
  for (const output of outputs) {
    const key = JSON.stringify([output.class, output.verdict, output.error, output.output]);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [output]);
    } else {
      group.push(output);
    }
  }
  const order = ({ class: one }: CellOutput): number => (one < 0 ? Number.MAX_SAFE_INTEGER : one);
  return [...groups.values()].sort(([a], [b]) => order(a) - order(b));
}

export function peekOf({ name, outputs }: Cell): Peek {
  const words = outputs.map(({ file, verdict, output, error }): [string, string] => [
    file,
    verdict === "ok" ? oneLine(output) : error,
  ]);
  return { name, outputs: Object.fromEntries(words) };
}
