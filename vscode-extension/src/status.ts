/** What the status bar says of the active problem. Of vscode only the translation of texts. */
import { l10n } from "vscode";
import { stemOf } from "./problem";
import type { Decision, ReportParams } from "./protocol";

export interface StatusText {
  /** With icons, as VS Code writes them: "$(verified) ExeCRE: brute.py". */
  text: string;
  /** Sentences, also for screen readers. */
  tooltip: string;
}

/** How far runs are ("inputs 120/500"), by the token of their $/progress. */
export type Running = ReadonlyMap<string | number, string>;

/** The text while the server runs. */
export function statusText(params: ReportParams | undefined, running: Running): StatusText {
  if (params === undefined) {
    return { text: "$(beaker) ExeCRE", tooltip: l10n.t("ExeCRE: no problem is checked yet.") };
  }
  const { folder, state, report, error, run } = params;
  const name = nameOfProblem(folder, params);
  if (state === "running") {
    const message = params.progress === undefined ? undefined : running.get(params.progress);
    const far = message || l10n.t("checking…");
    return { text: `$(sync~spin) ExeCRE: ${far}`, tooltip: l10n.t("ExeCRE checks {0}.", name) };
  }
  if (error !== undefined) {
    return { text: `$(alert) ExeCRE: ${l10n.t("no result")}`, tooltip: `${name}: ${error}` };
  }
  if (report === null) {
    return { text: "$(beaker) ExeCRE", tooltip: l10n.t("{0} is not checked yet.", name) };
  }
  const { icon, short, sentence } = outcome(report.decision);
  if (state === "final") {
    return { text: `$(${icon}) ExeCRE: ${short}`, tooltip: `${name}: ${sentence}` };
  }
  const old =
    run === 0 ? l10n.t("That is of the last check.") : l10n.t("That was before the last change of a program.");
  return { text: `$(history) ExeCRE: ${short}`, tooltip: `${name}: ${sentence} ${old}` };
}

/** What people call a problem. */
export function nameOfProblem(folder: string, params: ReportParams | undefined): string {
  return params?.report?.problem ?? stemOf(folder);
}

const LONGEST = 30; // characters of a program's name

function outcome({ trusted, rule, provisional, fallback }: Decision): {
  icon: string;
  short: string;
  sentence: string;
} {
  if (trusted !== null) {
    const sentence =
      rule === "declared"
        ? l10n.t("{0} is the trusted reference, because you say so.", trusted)
        : l10n.t("{0} is the trusted reference.", trusted);
    return { icon: "verified", short: shortName(trusted), sentence };
  }
  const reason = fallback ? ` ${fallback.charAt(0).toUpperCase()}${fallback.slice(1).replace(/\.?$/, ".")}` : "";
  if (provisional) {
    return {
      icon: "question",
      short: `${shortName(provisional)}?`,
      sentence: l10n.t("{0} is the reference for now, nothing is trusted.", provisional) + reason,
    };
  }
  return {
    icon: "circle-large-outline",
    short: l10n.t("nothing trusted"),
    sentence: l10n.t("There is no trusted reference, only samples judge.") + reason,
  };
}

function shortName(file: string): string {
  const characters = [...(file.split("/").at(-1) ?? file)];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : characters.join("");
}
