/**
 * The colours of the picture for the theme at hand. Classes are told apart by colours that people with any colour vision
 * tell apart, and each is moved towards black or white until it stands out from the background; what crashes and what takes
 * too long has colours of its own. Nothing is told by colour alone: see shapes in paint.ts.
 */

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

export interface Palette {
  /** The colour of class k is that of k modulo their number. */
  classes: readonly Rgb[];
  crash: Rgb;
  tooSlow: Rgb;
  /** Other failures, and what was not executed. */
  neutral: Rgb;
}

const onLight = {
  classes: ["#2a7de1", "#524a06", "#4a1ba6", "#4f8a66", "#4a0830", "#2a5a7d"],
  crash: "#b4350f",
  tooSlow: "#b77303",
  neutral: "#757575",
};

const onDark: typeof onLight = {
  classes: ["#4c78f2", "#f2ea58", "#bba2ff", "#55c98a", "#b0708a", "#b1f4fe"],
  crash: "#e0512a",
  tooSlow: "#ed9a21",
  neutral: "#9a9a9a",
};

/** WCAG 2 asks that graphics stand out from what is beside them by so much, in high contrast by as much as text. */
export const CONTRAST = { normal: 3, high: 4.5 } as const;

export function paletteFor(background: Rgb, highContrast: boolean): Palette {
  const { classes, crash, tooSlow, neutral } = luminance(background) < MIDDLE ? onDark : onLight;
  const least = highContrast ? CONTRAST.high : CONTRAST.normal;
  const fit = (text: string): Rgb => readable(parseColour(text) ?? BLACK, background, least);
  return { classes: classes.map(fit), crash: fit(crash), tooSlow: fit(tooSlow), neutral: fit(neutral) };
}

/** The luminance from which black stands out as much as white does. */
const MIDDLE = Math.sqrt(1.05 * 0.05) - 0.05;
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** Reads a colour as a browser gives computed ones, "rgb(1, 2, 3)" with or without transparency, or "#rrggbb". */
export function parseColour(text: string): Rgb | undefined {
  const numbers = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(text)?.slice(1).map(Number);
  const digits = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text)?.slice(1);
  const [red, green, blue] = numbers ?? digits?.map((part) => parseInt(part, 16)) ?? [];
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue];
}

/** Relative luminance as WCAG 2 defines it, from 0 to 1. */
export function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The colour, as far as needed mixed with black or white, so that it has at least this contrast, of at most 4.5. */
export function readable(colour: Rgb, background: Rgb, least: number): Rgb {
  const towards = luminance(background) < MIDDLE ? WHITE : BLACK;
  for (let share = 0; share < 1; share += 1 / 32) {
    const mixed = mix(colour, towards, share);
    if (contrast(mixed, background) >= least) {
      return mixed;
    }
  }
  return towards;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share)) as unknown as Rgb;
}

/** As CSS and SVG write it. */
export function hex(colour: Rgb): string {
  return `#${colour.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}
