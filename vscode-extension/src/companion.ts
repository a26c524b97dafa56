/** What is said of problems from the browser, in the sidebar's message. Of vscode only the translation of texts. */
import { l10n } from "vscode";
import type { Arrival, CompanionStatus } from "./protocol";

/** Whether problems can arrive, and what has to be done; empty while nothing listens because nobody wants it to. */
export function companionText({ state, message, hint }: CompanionStatus): string {
  return state === "off"
    ? ""
    : [message, hint]
        .filter((part) => part !== "")
        .map(sentence)
        .join(" ");
}

/** What became of problems that came. */
export function arrivalText({ contest, created, missing, errors }: Arrival): string {
  const made = created.filter(({ existed }) => !existed);
  const [first] = created;
  if (contest === "" && created.length === 1 && first !== undefined && errors.length === 0) {
    return first.existed ? l10n.t("{0} is there already.", first.name) : l10n.t("{0} is made.", first.name);
  }
  const counts: [number, string][] = [
    [made.length, l10n.t("{0} made", made.length)],
    [created.length - made.length, l10n.t("{0} there already", created.length - made.length)],
    [missing, l10n.t("{0} did not arrive", missing)],
    [errors.length, l10n.t("{0} could not be made", errors.length)],
  ];
  const said = counts.filter(([count]) => count > 0).map(([, what]) => what);
  return `${contest === "" ? l10n.t("Problems from the browser") : contest}: ${said.join(", ")}.`;
}

/** A line for the log for each thing of the problems that is left out. */
export function leftOutLines({ created }: Arrival): string[] {
  return created.flatMap(({ name, leftOut }) => leftOut.map((reason) => `${name}: left out: ${reason}`));
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
