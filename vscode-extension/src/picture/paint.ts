/**
 * Draws the map into the pixels of an image. A cell has the colour of the class whose answer it is, and a shape that says
 * the same without colour, in columns of a single pixel too: as many thin lines as the class's letter counts, from A
 * without any; hollow: a crash; the lower half: too slow; the middle: another failure; a thin line: not executed.
 */
import type { Matrix } from "../protocol";
import type { Palette, Rgb } from "./colours";
import { columnsAt, CRASH, FAILED, mostTelling, NOT_RUN, pixelsOf, TOO_SLOW, type Band } from "./layout";

/** The lines that tell classes apart, besides their colours: there are so many kinds, from 0 on. */
const LINES = 5;

/** Whether the cell has ink at a height from its top. `unit` is the width of a thin line. */
export function hasInk(code: number, y: number, { height, unit }: { height: number; unit: number }): boolean {
  switch (code) {
    case CRASH:
      return y < height / 4 || y >= height - height / 4;
    case TOO_SLOW:
      return y >= height / 2;
    case FAILED:
      return y >= height / 3 && y < (2 * height) / 3;
    case NOT_RUN:
      return y >= Math.floor((height - unit) / 2) && y < Math.floor((height + unit) / 2);
    default: {
      const lines = code % LINES;
      for (let line = 1; line <= lines; line++) {
        const top = Math.round((line * height) / (lines + 1) - unit / 2);
        if (y >= top && y < top + unit) {
          return false;
        }
      }
      return true;
    }
  }
}

export function colourOf(code: number, palette: Palette): Rgb {
  switch (code) {
    case CRASH:
      return palette.crash;
    case TOO_SLOW:
      return palette.tooSlow;
    case FAILED:
    case NOT_RUN:
      return palette.neutral;
    default:
      return palette.classes[code % palette.classes.length] ?? palette.neutral;
  }
}

export interface Drawing {
  matrix: Matrix;
  columns: Uint32Array;
  bands: readonly Band[];
  palette: Palette;
  width: number;
  /** The width of a thin line. */
  unit: number;
}

/** A column that is wider than so many thin lines has an empty one at its end. */
const SEPARATE = 6;

/** Draws into the RGBA pixels of an image of this width, one number a pixel, which has to be transparent. */
export function paint(pixels: Uint32Array, { matrix, columns, bands, palette, width, unit }: Drawing): void {
  if (columns.length === 0) {
    return;
  }
  // Codes are counted from 0 here: what is no answer first, then the classes, and at last the empty end of a column.
  const lowest = Math.min(CRASH, TOO_SLOW, NOT_RUN, FAILED);
  const classes = matrix.candidates.reduce((most, { cells }) => cells.reduce((a, b) => Math.max(a, b), most), 0) + 1;
  const empty = classes - lowest;
  const firsts = new Uint32Array(width);
  const afters = new Uint32Array(width);
  for (let pixel = 0; pixel < width; pixel++) {
    const { first, end } = columnsAt(pixel, width, columns.length);
    firsts[pixel] = first;
    afters[pixel] = end;
  }
  const ends = separators(width, columns.length, unit);
  const kinds = new Uint16Array(width);
  const colours = new Uint32Array(empty + 1);
  bands.forEach(({ top, height }, row) => {
    const cells = matrix.candidates[row]?.cells ?? [];
    for (let x = 0; x < width; x++) {
      const column = mostTelling(cells, columns, firsts[x] ?? 0, afters[x] ?? 0);
      const code = cells[columns[column] ?? 0] ?? NOT_RUN;
      kinds[x] = ends[x] === 1 ? empty : code - lowest;
    }
    // Many lines of a row are the same, and copying one is faster than drawing it.
    const drawn = new Map<string, number>();
    for (let y = 0; y < height; y++) {
      for (let code = lowest; code < classes; code++) {
        colours[code - lowest] = hasInk(code, y, { height, unit }) ? pack(colourOf(code, palette)) : 0;
      }
      const start = (top + y) * width;
      const like = drawn.get(colours.join());
      if (like !== undefined) {
        pixels.copyWithin(start, like, like + width);
        continue;
      }
      drawn.set(colours.join(), start);
      for (let x = 0; x < width; x++) {
        pixels[start + x] = colours[kinds[x] ?? empty] ?? 0;
      }
    }
  });
}

/** 1 for each pixel that is at the end of a column, where columns are wide. */
function separators(width: number, count: number, unit: number): Uint8Array {
  const ends = new Uint8Array(width);
  if (width / count >= SEPARATE * unit) {
    for (let column = 0; column < count - 1; column++) {
      const { left, width: wide } = pixelsOf(column, width, count);
      ends.fill(1, left + wide - unit, left + wide);
    }
  }
  return ends;
}

const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** A pixel of an image without transparency. */
export function pack([red, green, blue]: Rgb): number {
  const value = littleEndian
    ? (255 << 24) | (blue << 16) | (green << 8) | red
    : (red << 24) | (green << 16) | (blue << 8) | 255;
  return value >>> 0;
}
