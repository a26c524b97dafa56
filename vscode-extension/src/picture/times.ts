/**
 * Run time against input size, both on logarithmic axes: of each program the slowest run among inputs of about one size,
 * which shows how its time grows and where it meets the limit.
 */
import type { Matrix } from "../protocol";
import { TOO_SLOW } from "./layout";

/** The least time that is told apart from none, in milliseconds: below, clocks say more about themselves. */
const LEAST = 0.1;

/** An axis from `low` to `high`, which are greater than 0, with marks that people read easily. */
export interface Axis {
  low: number;
  high: number;
  ticks: number[];
}

/** A dot of the curve of a program. */
export interface Dot {
  /** Bytes. */
  size: number;
  /** CPU milliseconds. */
  time: number;
  /** It took too long, so that the time is that after which it was stopped, or the limit. */
  stopped: boolean;
}

export interface Chart {
  x: Axis;
  y: Axis;
  /** By the index of the program, by size; empty of a program without times. */
  curves: Dot[][];
}

/** The chart, with at most so many dots for each program; undefined while nothing was timed. */
export function chartOf({ inputs, candidates, limit }: Matrix, dots: number): Chart | undefined {
  const sizes = inputs.map(({ size }) => Math.max(1, size));
  const x = axis(Math.min(...ends(sizes)), Math.max(...ends(sizes)));
  const binOf = sizes.map((size) => Math.min(dots - 1, Math.floor(position(size, x) * dots)));
  const curves = candidates.map(({ cells, times }) => {
    const bins: (Dot | undefined)[] = [];
    sizes.forEach((size, index) => {
      const stopped = cells[index] === TOO_SLOW;
      const measured = times[index] ?? -1;
      if (measured < 0 && !(stopped && limit)) {
        return;
      }
      const time = Math.max(LEAST, measured < 0 ? (limit ?? 0) : measured);
      const bin = binOf[index] ?? 0;
      const known = bins[bin];
      if (known === undefined || time > known.time) {
        bins[bin] = { size, time, stopped };
      }
    });
    return bins.filter((dot) => dot !== undefined);
  });
  const times = curves.flat().map(({ time }) => time);
  if (times.length === 0) {
    return undefined;
  }
  return { x, y: axis(Math.min(...times), Math.max(...times, limit ?? 0)), curves };
}

/** The first and last of what is sorted, of which an empty list has 1. */
function ends(sorted: readonly number[]): [number, number] {
  return [sorted[0] ?? 1, sorted.at(-1) ?? 1];
}

/** An axis that holds both values and is at least a factor of ten long. */
export function axis(least: number, most: number): Axis {
  let low = least;
  let high = most;
  if (high / low < 10) {
    const middle = Math.sqrt(low * high);
    low = middle / Math.sqrt(10);
    high = middle * Math.sqrt(10);
  }
  const ticks: number[] = [];
  const factors = high / low <= 100 ? [1, 2, 5] : [1];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    ticks.push(...factors.map((factor) => Number(`${String(factor)}e${String(power)}`)));
  }
  return { low, high, ticks: thinned(ticks.filter((tick) => tick >= low && tick <= high)) };
}

/** At most seven of the marks, evenly spaced. */
function thinned(ticks: number[]): number[] {
  const every = Math.ceil(ticks.length / 7);
  return ticks.filter((_, index) => index % every === 0);
}

/** A mark with its label along an axis, in pixels: the middle of the label, and how long it is. */
export interface Mark {
  value: number;
  at: number;
  length: number;
}

const APART = 8; // pixels between two labels, so that they are read as two

/** As many of the marks of an axis, evenly spaced, as have room for their labels. */
export function withRoom(marks: readonly Mark[]): Mark[] {
  for (let every = 1; every < marks.length; every++) {
    const some = marks.filter((_, index) => index % every === 0);
    if (some.every((mark, index) => isApart(some[index - 1], mark))) {
      return some;
    }
  }
  return marks.slice(0, 1);
}

function isApart(before: Mark | undefined, mark: Mark): boolean {
  return before === undefined || mark.at - before.at >= (before.length + mark.length) / 2 + APART;
}

/** Where a value is on an axis, from 0 to 1. */
export function position(value: number, { low, high }: Axis): number {
  return Math.log(value / low) / Math.log(high / low);
}
