/** What the extension and the page of the picture say to each other. */
import type { Matrix } from "../protocol";
import type { Peek } from "./words";

/** What is shown. */
export interface PictureData {
  problem: string;
  /** What the server calls it. */
  folder: string;
  state: Matrix["state"];
  matrix: Matrix;
  /** In the order of the matrix. */
  programs: Program[];
}

/** What the report says of a program. */
export interface Program {
  file: string;
  trusted: boolean;
  /** One sentence; empty where there is no report of it yet. */
  message: string;
  /** From 0 to 1; null where it is undefined. */
  alpha: number | null;
  /** Its 5 % and 95 % quantiles. */
  interval: [number, number] | null;
  /** "0.92", or with the interval "0.92 (0.90 to 0.95)"; empty where it is undefined. */
  alphaText: string;
}

/** To the page. */
export type ToPage =
  | { kind: "picture"; data: PictureData }
  /** There is no picture, and why. `check`: a check would make one. */
  | { kind: "nothing"; text: string; check: boolean }
  | { kind: "peek"; run: number; input: number; peek: Peek };

/** From the page. */
export type FromPage =
  /** It can be shown something. */
  | { kind: "ready" }
  /** Somebody looks at an input for a while. */
  | { kind: "peek"; run: number; input: number }
  /** An input is to be opened with all outputs; `focus`: to be read at once. */
  | { kind: "open"; run: number; input: number; focus: boolean }
  /** A program is to be opened. */
  | { kind: "program"; file: string }
  | { kind: "check" };

/** What the page keeps for when it is loaded anew. */
export interface PageState {
  /** Only inputs on which programs differ are shown. */
  different?: boolean;
  /** The problem that was shown last. */
  folder?: string;
}

/** Reads what a page has kept, perhaps one of an earlier version. */
export function parsePageState(value: unknown): PageState {
  const { different, folder } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return {
    ...(typeof different === "boolean" ? { different } : {}),
    ...(typeof folder === "string" ? { folder } : {}),
  };
}

/** Reads a message from the page; undefined for anything else. */
export function parseFromPage(value: unknown): FromPage | undefined {
  if (typeof value !== "object" || value === null || !("kind" in value)) {
    return undefined;
  }
  const { kind, run, input, focus, file } = value as Record<string, unknown>;
  switch (kind) {
    case "ready":
    case "check":
      return { kind };
    case "program":
      return typeof file === "string" ? { kind, file } : undefined;
    case "peek":
      return isId(run) && isId(input) ? { kind, run, input } : undefined;
    case "open":
      return isId(run) && isId(input) && typeof focus === "boolean" ? { kind, run, input, focus } : undefined;
    default:
      return undefined;
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
