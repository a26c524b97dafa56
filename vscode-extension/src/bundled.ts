/** The problem that comes with the extension: eight programs, two of them wrong. Copies it for the user. No vscode here. */
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Where it is in the extension's folder; scripts/package.mjs puts it there. */
export const BUNDLED = "bundled/coupon";

/** A program of it that is wrong: it asks for more than 25 where 25 is enough. */
export const BUNDLED_WRONG = "checkout.py";

/**
 * Copies a problem folder into another folder, which is made if it is not there, and says where it is then. A copy of
 * earlier, whose programs may have changed, is given back as it is; beside any other folder of that name it gets a number.
 */
export function copyBundled(from: string, into: string): string {
  mkdirSync(into, { recursive: true });
  for (let number = 1; ; number++) {
    const folder = path.join(into, path.basename(from) + (number === 1 ? "" : `-${String(number)}`));
    try {
      mkdirSync(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw error;
      }
      if (isCopy(from, folder)) {
        return folder;
      }
      continue;
    }
    cpSync(from, folder, { recursive: true });
    return folder;
  }
}

/** Whether a folder has the same statement, and a program at least. */
function isCopy(from: string, folder: string): boolean {
  try {
    const [statement, copied] = [from, folder].map((one) => readFileSync(path.join(one, "statement.md"), "utf8"));
    readFileSync(path.join(folder, BUNDLED_WRONG));
    return statement === copied;
  } catch {
    return false;
  }
}
