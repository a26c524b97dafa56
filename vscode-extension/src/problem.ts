/** Which problem a file belongs to, as far as the extension can know. No vscode here, and no look at the disk. */
import path from "node:path";

/** The innermost of the known problem folders that holds the file, else the file's own folder. All are absolute paths. */
export function problemFolder(file: string, known: readonly string[]): string {
  const holding = known.filter((folder) => {
    const relative = path.relative(folder, file);
    return relative !== "" && relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
  });
  return holding.sort((a, b) => b.length - a.length)[0] ?? path.dirname(file);
}
