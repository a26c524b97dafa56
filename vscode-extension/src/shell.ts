/** Commands as the user's shell reads them. No vscode here. */
import path from "node:path";
import type { Argv } from "./protocol";

/** The kinds of shell that differ in how they quote and redirect. */
export type Shell = "posix" | "fish" | "powershell" | "cmd";

/** The kind of the shell of this path; that of the system where the path says nothing. */
export function shellKind(file: string, platform: NodeJS.Platform): Shell {
  const name = path.win32
    .basename(file)
    .toLowerCase()
    .replace(/\.exe$/, "");
  switch (true) {
    case name === "fish":
      return "fish";
    case /^(pwsh|powershell)/.test(name):
      return "powershell";
    case name === "cmd" || (name === "" && platform === "win32"):
      return "cmd";
    default:
      return "posix"; // sh, bash, dash, zsh, ksh and those that are like them
  }
}

/** The line that runs a program with its stdin read from a file, after it was built if there is something to build. */
export function runLine(shell: Shell, { build, run, input }: { build?: Argv; run: Argv; input: string }): string {
  const word = (text: string): string => quote(shell, text);
  const call = (argv: Argv): string => {
    const words = argv.map(word);
    // What is quoted is a string to PowerShell, and no command.
    return (shell === "powershell" && words[0] !== argv[0] ? ["&", ...words] : words).join(" ");
  };
  const fed =
    shell === "powershell"
      ? `Get-Content -Raw -LiteralPath ${word(input)} | ${call(run)}` // it has no <
      : `${call(run)} < ${word(input)}`;
  if (build === undefined) {
    return fed;
  }
  return shell === "powershell" ? `${call(build)}; if ($?) { ${fed} }` : `${call(build)} && ${fed}`;
}

/** A word that the shell takes as it is, whatever is in it. */
export function quote(shell: Shell, text: string): string {
  const plain = shell === "cmd" || shell === "powershell" ? /^[\w./\\:-]+$/ : /^[\w@+:,./-][\w@%+=:,./-]*$/;
  if (plain.test(text)) {
    return text;
  }
  switch (shell) {
    case "posix":
      return `'${text.replaceAll("'", "'\\''")}'`;
    case "fish":
      return `'${text.replace(/[\\']/g, "\\$&")}'`;
    case "powershell":
      return `'${text.replace(/['‘’‚‛]/g, "$&$&")}'`; // it takes all of these for the same quote
    case "cmd":
      // No file has a " there. A % would name a variable, which no quotes prevent; with a ^ behind it there is none such.
      return `"${text.replaceAll("%", '"^%"')}"`;
  }
}
