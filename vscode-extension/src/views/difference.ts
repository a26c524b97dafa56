/** Texts of a counterexample side by side: what is shown, and which tokens differ. No vscode here. */

/** A text that is shown, and where in it the output begins. */
export interface Shown {
  text: string;
  /** In UTF-16 units. */
  begin: number;
}

/** What stands above an input and an output. Both sides of a diff have the same, so that it is no difference. */
export interface Titles {
  input: string;
  output: string;
  /** For the line that stands for the rest of a long input. */
  more: (lines: number) => string;
}

const LINES = 40; // of an input: what leaves room for the output
const WIDTH = 400; // characters of a line of it

/** The input, or how it begins, and below it the output. */
export function withInput(input: string, output: string, titles: Titles): Shown {
  const lines = input.replace(/\r?\n$/, "").split(/\r?\n/);
  const shown = lines.slice(0, LINES).map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line));
  const rest = lines.length > LINES ? [titles.more(lines.length - LINES)] : [];
  const head = [titles.input, ...shown, ...rest, "", titles.output, ""].join("\n");
  return { text: head + output, begin: head.length };
}

/** Where something is in a text, in UTF-16 units, the end not in it. */
export interface Span {
  start: number;
  end: number;
}

const MOST = 1000; // spans: nobody looks at more

/**
 * The tokens of two outputs that differ. Tokens that are alike at the beginning and at the end belong together, and those
 * between them in their order.
 */
export function differingTokens(expected: string, got: string): { expected: Span[]; got: Span[] } {
  const [left, right] = [tokens(expected), tokens(got)];
  const text = (whole: string, span: Span | undefined): string | undefined => span && whole.slice(span.start, span.end);
  const same = (i: number, j: number): boolean =>
    i >= 0 && j >= 0 && i < left.length && text(expected, left[i]) === text(got, right[j]);
  let head = 0;
  while (same(head, head)) {
    head++;
  }
  let tail = 0;
  while (
    left.length - tail > head &&
    right.length - tail > head &&
    same(left.length - 1 - tail, right.length - 1 - tail)
  ) {
    tail++;
  }
  const middle = (spans: Span[]): Span[] => spans.slice(head, Math.min(spans.length - tail, head + MOST));
  const [a, b] = [middle(left), middle(right)];
  const differs = (_: Span, index: number): boolean => text(expected, a[index]) !== text(got, b[index]);
  return { expected: a.filter(differs), got: b.filter(differs) };
}

function tokens(text: string): Span[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: token, index }) => ({ start: index, end: index + token.length }));
}
