// Before a program begins, puts the file of EXECRE_STDIN in the place of its stdin: for debuggers that cannot redirect.
import { closeSync, openSync } from "node:fs";

closeSync(0);
// What is opened next gets the smallest number that is free. To import process would open process.stdin too early.
openSync(globalThis.process.env.EXECRE_STDIN);
