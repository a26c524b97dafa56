/** How what a report says is written in rows, tooltips and tests. Of vscode only the translation of texts. */
import { l10n } from "vscode";
import type { Candidate, Text } from "./protocol";

/** The text of the candidate's code lens. */
export function lens({ lens: said, message }: Candidate): string {
  return said ?? message;
}

/** A share with two decimals, cut and not rounded, at most 0.99: what is not certain must not look so. */
export function short(share: number): string {
  return Math.min(Math.floor(share * 100 + 1e-7) / 100, 0.99).toFixed(2);
}

const LINE = 60; // characters that a row has room for
const BLOCK = 600; // characters that a tooltip has room for

/** A text in the room that a row has. */
export function oneLine(text: Text): string {
  const line = whole(text).trim().split(/\r?\n/).join(" ⏎ ");
  return line === "" ? l10n.t("nothing") : cut(line, LINE);
}

/** A text in the room that a tooltip has. */
export function block(text: Text): string {
  return cut(whole(text).trimEnd(), BLOCK);
}

/** A text, or of one that the report has cut, how it begins. */
export function whole(text: Text): string {
  return typeof text === "string" ? text : `${text.head}…`;
}

function cut(text: string, most: number): string {
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}
