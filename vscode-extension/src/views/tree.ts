/** What the sidebar shows of the reports, as plain values. Of vscode only the translation of texts: candidates.ts makes
 * tree items of them. */
import { l10n } from "vscode";
import { stemOf } from "../problem";
import { filesOf, SHOW_COUNTEREXAMPLE, type Candidate, type Failure, type Guess, type Question } from "../protocol";
import type { CommandArgument, Decision, Judgement, ReportParams, Text } from "../protocol";
import { block, lens, oneLine, short } from "../text";

/** The command that keeps an answer to the question. */
export const ANSWER = "execre.answer";

/** A row of the sidebar. */
export interface Row {
  /** The same as long as it is the same thing, so that what is open stays open. */
  id: string;
  label: string;
  description?: string;
  tooltip?: string;
  icon?: { id: string; color?: string };
  /** What it says is no longer sure: shown grey. */
  faded: boolean;
  children: Row[];
  /** Whether the children are shown at first. */
  open?: boolean;
  click?: Click;
  /** Which commands the context menu has: words that package.json looks for. */
  context?: string;
  /** What these commands are about. */
  argument: CommandArgument;
}

/** What a click does: a file is opened, at a line from 1, or a command is run with the row's argument. */
export type Click = { file: string; line?: number } | { command: string };

/** The problems by name, each with its programs, the likeliest to be right first. */
export function rows(reports: Iterable<ReportParams>): Row[] {
  return [...reports]
    .map(problemRow)
    .sort((a, b) => a.label.localeCompare(b.label, "en", { numeric: true }) || (a.id < b.id ? -1 : 1));
}

function problemRow(params: ReportParams): Row {
  const { folder, report, run, state } = params;
  const earlier = state === "stale" && run === 0;
  const row: Row = {
    // Another row than that of an earlier session or without programs, so that it is open once it is checked.
    id: earlier || report === null ? `earlier ${folder}` : folder,
    label: report?.problem ?? stemOf(folder),
    description: problemDescription(params),
    icon: { id: state === "running" ? "sync~spin" : "beaker" },
    faded: state === "stale",
    children: [],
    open: !earlier,
    context: state === "running" ? "problem running" : "problem",
    argument: { folder },
  };
  if (report === null) {
    return row;
  }
  const { decision, question, guess } = report;
  row.tooltip = [row.label, ...(decision.explanation ?? [decision.fallback ?? ""]), params.error ?? ""]
    .filter((line) => line !== "")
    .join("\n");
  const place: Place = { id: row.id, files: filesOf(params), folder, faded: row.faded };
  row.children = [
    ...(question ? [questionRow(question, place)] : []),
    ...(decision.severalAnswers === true ? [severalRow(place)] : []),
    ...(guess && guess.text !== "" ? [guessRow(guess, place)] : []),
    ...[...report.candidates]
      .sort((a, b) => (b.alpha ?? -1) - (a.alpha ?? -1))
      .map((candidate) => candidateRow(candidate, place)),
  ];
  return row;
}

/** Where a row stands: what its problem is, and what it is in. */
interface Place {
  id: string;
  folder: string;
  /** The URI that the report's files are relative to. */
  files: string;
  faded: boolean;
}

function problemDescription({ state, run, report, error }: ReportParams): string {
  switch (true) {
    case state === "running":
      return l10n.t("checking…");
    case state === "stale" && report !== null:
      return run === 0 ? l10n.t("last check") : l10n.t("changed since");
    case error !== undefined:
      return error;
    case report === null:
      return "";
    default:
      return trust(report.decision);
  }
}

function trust({ trusted, rule, provisional }: Decision): string {
  if (trusted !== null) {
    return rule === "declared" ? l10n.t("trusted: {0} (declared)", trusted) : l10n.t("trusted: {0}", trusted);
  }
  return provisional ? l10n.t("provisional: {0}", provisional) : l10n.t("nothing trusted");
}

const verdictIcons: Readonly<Record<string, { id: string; color?: string }>> = {
  trusted: { id: "verified-filled", color: "testing.iconPassed" },
  agrees: { id: "pass", color: "testing.iconPassed" },
  differs: { id: "error", color: "testing.iconFailed" },
  "fails-sample": { id: "error", color: "testing.iconFailed" },
  crashes: { id: "error", color: "testing.iconErrored" },
  "does-not-compile": { id: "circle-slash", color: "testing.iconErrored" },
  "too-slow": { id: "watch", color: "testing.iconFailed" },
  "too-much-memory": { id: "warning", color: "testing.iconFailed" },
  "too-much-output": { id: "warning", color: "testing.iconFailed" },
  flaky: { id: "warning", color: "testing.iconFailed" },
};

function candidateRow(candidate: Candidate, parent: Place): Row {
  const { file, verdict, message, counterexample, smallest, suspects, noSuspects, explanation } = candidate;
  const argument = { folder: parent.folder, file };
  const place = { ...parent, id: `${parent.id} ${file}` };
  const children = [
    ...(counterexample
      ? [
          failureRow(
            "on",
            l10n.t("on {0}", oneLine(counterexample.input)),
            counterexample,
            { command: SHOW_COUNTEREXAMPLE },
            place,
            argument,
          ),
        ]
      : []),
    ...(smallest
      ? [
          failureRow(
            "smaller",
            l10n.t("smaller: {0}", oneLine(smallest.input)),
            smallest,
            { file: smallest.inputFile },
            place,
            argument,
          ),
        ]
      : []),
    ...(suspects ?? []).map(({ line, score }) => ({
      id: `${place.id} line ${String(line)}`,
      label: l10n.t("line {0}?", line),
      description: score === null ? l10n.t("may be at fault") : l10n.t("may be at fault ({0})", short(score)),
      tooltip: l10n.t("Wrong answers come from this line more often than right ones do. That is a hint and no proof."),
      icon: { id: "search" },
      faded: parent.faded,
      children: [],
      click: { file, line },
      argument,
    })),
  ];
  const canBeSample = verdict === "differs" && counterexample?.expected != null;
  return {
    id: place.id,
    label: file,
    description: lens(candidate),
    tooltip: [
      `${file}: ${message}`,
      ...(explanation ?? []),
      ...(noSuspects ? [l10n.t("No line is suspected: {0}", noSuspects)] : []),
    ].join("\n"),
    icon: verdictIcons[verdict] ?? { id: "circle-large-outline" },
    faded: parent.faded,
    children,
    click: { file },
    context: ["candidate", ...(counterexample ? ["fails"] : []), ...(canBeSample ? ["sample"] : [])].join(" "),
    argument,
  };
}

function failureRow(
  word: string,
  label: string,
  failure: Failure,
  click: Click,
  place: Place,
  argument: CommandArgument,
): Row {
  const { input, output, expected, refused } = failure;
  let description = l10n.t("got {0}", oneLine(output));
  if (refused) {
    description = refused;
  } else if (expected != null) {
    description = l10n.t("expected {0}, got {1}", oneLine(expected), oneLine(output));
  }
  return {
    id: `${place.id} ${word}`,
    label,
    description,
    tooltip: [
      titled(l10n.t("Input:"), input),
      ...(refused ? [refused] : []),
      ...(expected != null ? [titled(l10n.t("Expected:"), expected)] : []),
      titled(l10n.t("Got:"), output),
    ].join("\n"),
    icon: { id: "diff" },
    faded: place.faded,
    children: [],
    click,
    context: "counterexample",
    argument: { ...argument, input: failure.inputFile },
  };
}

function titled(title: string, text: Text): string {
  return `${title}\n${block(text)}`;
}

function questionRow({ input, answers }: Question, place: Place): Row {
  const { folder, faded } = place;
  const id = `${place.id} question`;
  return {
    id,
    label: l10n.t("What is right for {0}?", oneLine(input)),
    description: answers.map(({ output }) => oneLine(output)).join(l10n.t(" or ")),
    tooltip: titled(l10n.t("The answer would decide most. Input:"), input),
    icon: { id: "question", color: "notificationsInfoIcon.foreground" },
    faded,
    children: [
      ...answers.map(({ output, members }, index) => ({
        id: `${place.id} answer ${String(index)}`,
        label: oneLine(output),
        description: members.join(", "),
        tooltip: block(output),
        faded,
        children: [],
        argument: { folder },
        ...(typeof input === "string" && typeof output === "string"
          ? { context: "answer", argument: { folder, judgement: { input, output, sure: true as const } } }
          : {}),
      })),
      ...(typeof input === "string" ? otherAnswers(input, id, place) : []),
    ],
    open: true,
    click: { command: "execre.judge" },
    context: "question",
    argument: { folder },
  };
}

/** What can be said to a question besides what programs print. A click says it, or asks first. */
function otherAnswers(input: string, id: string, { folder, faded }: Place): Row[] {
  const answers: [string, string, Judgement][] = [
    ["other", l10n.t("another answer…"), { input }],
    ["several", l10n.t("several are right"), { input, several: true }],
    ["invalid", l10n.t("not a valid input"), { input, invalid: true }],
  ];
  return answers.map(([word, label, judgement]) => ({
    id: `${id} ${word}`,
    label,
    faded,
    children: [],
    click: { command: ANSWER },
    argument: { folder, judgement },
  }));
}

function severalRow(place: Place): Row {
  return {
    id: `${place.id} several`,
    label: l10n.t("Several answers seem right"),
    description: l10n.t("say how answers are compared"),
    icon: { id: "question", color: "notificationsInfoIcon.foreground" },
    faded: place.faded,
    children: [],
    click: { command: "execre.setChecker" },
    argument: { folder: place.folder },
  };
}

function guessRow({ text, sure, confirm }: Guess, place: Place): Row {
  const open = confirm ?? [];
  const parts = [
    ...(sure === null ? [] : [l10n.t("{0} % sure", Math.min(Math.floor(sure * 100), 99))]),
    ...(open.length === 0 ? [] : [l10n.t("{0} to confirm", open.length)]),
  ];
  return {
    id: `${place.id} guess`,
    label: l10n.t("The input format is guessed"),
    description: parts.join(", "),
    tooltip: `${text.trimEnd()}\n\n${l10n.t("A click writes it into input.schema, for you to correct.")}`,
    icon: { id: "lightbulb" },
    faded: place.faded,
    children: open.map((constraint, index) => ({
      id: `${place.id} guess ${String(index)}`,
      label: constraint,
      faded: place.faded,
      children: [],
      argument: { folder: place.folder },
    })),
    click: { command: "execre.inferSchema" },
    context: "guess",
    argument: { folder: place.folder },
  };
}
