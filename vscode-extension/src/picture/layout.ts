/**
 * Where the map has what: rows are programs, columns are inputs, and a column may be wider than a pixel or share one with
 * others. Plain values in, plain values out; lengths are in pixels of the screen.
 */
import type { Matrix } from "../protocol";

/** What a cell says that is no answer of a class. */
export const CRASH = -1;
export const TOO_SLOW = -2;
export const NOT_RUN = -3;
export const FAILED = -4;

/** A cell of the map: the row is an index of Matrix.candidates, the column one of the shown columns. */
export interface Position {
  row: number;
  column: number;
}

/** The columns to show, as indices of Matrix.inputs: all, or those on which the programs do not all do the same. */
export function columnsOf({ inputs, candidates }: Matrix, onlyDifferent: boolean): Uint32Array {
  const all = Uint32Array.from(inputs, (_, index) => index);
  return onlyDifferent ? all.filter((input) => differ(candidates, input)) : all;
}

function differ(candidates: Matrix["candidates"], input: number): boolean {
  let first = NOT_RUN;
  for (const { cells } of candidates) {
    const code = cells[input] ?? NOT_RUN;
    if (code === NOT_RUN || code === first) {
      continue;
    }
    if (first !== NOT_RUN) {
      return true;
    }
    first = code;
  }
  return false;
}

/** A row of the map. */
export interface Band {
  top: number;
  height: number;
}

/** The rows from top to bottom, with a gap before each program that behaves otherwise than the one before. */
export function bandsOf(classes: readonly number[], { height, gap }: { height: number; gap: number }): Band[] {
  let top = 0;
  return classes.map((one, row) => {
    if (row > 0) {
      top += height + (one === classes[row - 1] ? Math.round(gap / 3) : gap);
    }
    return { top, height };
  });
}

/** Where a map of these rows ends. */
export function heightOf(bands: readonly Band[]): number {
  const last = bands.at(-1);
  return last === undefined ? 0 : last.top + last.height;
}

/** The columns from `first` to before `end` of which a pixel shows something: one, or several that are narrower than it. */
export function columnsAt(pixel: number, width: number, count: number): { first: number; end: number } {
  const first = Math.min(Math.floor((pixel * count) / width), count - 1);
  return { first, end: Math.max(first + 1, Math.min(Math.floor(((pixel + 1) * count) / width), count)) };
}

/** The pixels that show a column, at least one: those of which columnsAt has it. */
export function pixelsOf(column: number, width: number, count: number): { left: number; width: number } {
  const right = Math.ceil(((column + 1) * width) / count);
  const left = Math.min(Math.ceil((column * width) / count), right - 1);
  return { left, width: right - left };
}

/** How much a cell deserves the pixel that it shares with others: a crash the most, the answer of most programs the least. */
function weight(code: number): number {
  switch (code) {
    case NOT_RUN:
      return 0;
    case CRASH:
      return Number.MAX_SAFE_INTEGER;
    case TOO_SLOW:
      return Number.MAX_SAFE_INTEGER - 1;
    case FAILED:
      return Number.MAX_SAFE_INTEGER - 2;
    default:
      return code + 1;
  }
}

/** Of the columns from `first` to before `end` the one that a shared pixel shows in a row. */
export function mostTelling(cells: readonly number[], columns: Uint32Array, first: number, end: number): number {
  let best = first;
  let most = -1;
  for (let column = first; column < end; column++) {
    const here = weight(cells[columns[column] ?? 0] ?? NOT_RUN);
    if (here > most) {
      best = column;
      most = here;
    }
  }
  return best;
}

/** The cell at a point of the map; undefined in a gap or outside. */
export function cellAt(
  matrix: Matrix,
  columns: Uint32Array,
  bands: readonly Band[],
  { x, y, width }: { x: number; y: number; width: number },
): Position | undefined {
  const row = bands.findIndex(({ top, height }) => y >= top && y < top + height);
  const cells = matrix.candidates[row]?.cells;
  if (cells === undefined || columns.length === 0 || x < 0 || x >= width) {
    return undefined;
  }
  const { first, end } = columnsAt(Math.floor(x), width, columns.length);
  return { row, column: mostTelling(cells, columns, first, end) };
}

/**
 * Where a key leads from a cell, as in a spreadsheet: arrows by one, with Ctrl sideways to the next cell that says something
 * else; Page by a tenth; Home and End in the row, with Ctrl in the map. Undefined for other keys.
 */
export function moved(
  { key, ctrl }: { key: string; ctrl: boolean },
  from: Position,
  matrix: Matrix,
  columns: Uint32Array,
): Position | undefined {
  const lastRow = matrix.candidates.length - 1;
  const last = columns.length - 1;
  const clamp = (row: number, column: number): Position => ({
    row: Math.max(0, Math.min(row, lastRow)),
    column: Math.max(0, Math.min(column, last)),
  });
  const { row, column } = from;
  const page = Math.max(1, Math.round(columns.length / 10));
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const step = key === "ArrowLeft" ? -1 : 1;
      return clamp(row, ctrl ? nextChange(matrix.candidates[row]?.cells ?? [], columns, column, step) : column + step);
    }
    case "ArrowUp":
      return clamp(ctrl ? 0 : row - 1, column);
    case "ArrowDown":
      return clamp(ctrl ? lastRow : row + 1, column);
    case "PageUp":
      return clamp(row, column - page);
    case "PageDown":
      return clamp(row, column + page);
    case "Home":
      return clamp(ctrl ? 0 : row, 0);
    case "End":
      return clamp(ctrl ? lastRow : row, last);
    default:
      return undefined;
  }
}

function nextChange(cells: readonly number[], columns: Uint32Array, from: number, step: number): number {
  const code = (column: number): number | undefined => cells[columns[column] ?? -1];
  let column = from + step;
  while (column > 0 && column < columns.length - 1 && code(column) === code(from)) {
    column += step;
  }
  return column;
}
