/**
 * The page of the picture: draws what the extension sends, and tells it what somebody looks at and opens. Runs in a webview
 * without any rights; what can be thought without a page is in src/picture/.
 */
import { hex, paletteFor, parseColour } from "../picture/colours";
import {
  bandsOf,
  cellAt,
  columnsAt,
  columnsOf,
  CRASH,
  FAILED,
  heightOf,
  moved,
  NOT_RUN,
  pixelsOf,
  TOO_SLOW,
  type Band,
  type Position,
} from "../picture/layout";
import { parsePageState } from "../picture/messages";
import type { FromPage, PageState, PictureData, Program, ToPage } from "../picture/messages";
import { colourOf, paint } from "../picture/paint";
import { chartOf, position, withRoom, type Chart, type Dot, type Mark } from "../picture/times";
import { cellWords, chartWords, codeWords, letterOf, sizeWords, summary, timeWords, type Peek } from "../picture/words";
import type { Matrix } from "../protocol";
import { l10n, texts } from "./l10n";

/** What VS Code gives to the script of a webview. */
declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: PageState): void;
};

const ROW = 16; // pixels that a row is high
const GAP = 6; // pixels between classes
const LABEL = 0.4; // share of the width that names may take
const LOOK = 200; // milliseconds that somebody looks at a cell before its answer is fetched
const DOTS = 48; // of a curve
const MARGIN = 12; // pixels to the right of the chart
const TEXT = 11; // pixels that its labels are high, as in picture.css

const host = acquireVsCodeApi();
Object.assign(texts, JSON.parse(document.body.dataset["texts"] ?? "{}"));

const map = byId("map");
const canvas = byId("canvas") as HTMLCanvasElement;
const different = byId("different") as HTMLInputElement;
different.checked = parsePageState(host.getState()).different ?? false;

/** What is shown; undefined while there is nothing. */
let data: PictureData | undefined;
let columns: Uint32Array = new Uint32Array();
let bands: Band[] = [];
let palette = paletteFor([255, 255, 255], false);
/** Where the canvas begins, and how wide it is, in pixels of CSS. */
let left = 0;
let width = 0;
/** The cell that keys move. */
let cursor: Position | undefined;
/** The cell under the pointer. */
let hovered: Position | undefined;
/** Answers that were fetched, of the run that is shown, by input. */
const peeks = new Map<number, Peek>();
let looking: ReturnType<typeof setTimeout> | undefined;
/** What was said last to screen readers. */
let said = "";

window.addEventListener("message", ({ data: message }: MessageEvent<ToPage>) => {
  switch (message.kind) {
    case "picture":
      showPicture(message.data);
      break;
    case "nothing":
      showNothing(message);
      break;
    case "peek":
      if (message.run === data?.matrix.run) {
        peeks.set(message.input, message.peek);
        showCell();
      }
      break;
  }
});

different.addEventListener("change", () => {
  if (data !== undefined) {
    showColumns(data, inputsOf(data));
  }
});

byId("check").addEventListener("click", () => {
  host.postMessage({ kind: "check" });
});

map.addEventListener("pointermove", (event) => {
  hovered = cellUnder(event);
  showCell();
});
map.addEventListener("pointerleave", () => {
  hovered = undefined;
  showCell();
});
map.addEventListener("click", (event) => {
  const cell = cellUnder(event);
  if (cell !== undefined) {
    moveTo(cell);
    open(cell, false);
  }
});
map.addEventListener("focus", () => {
  if (cursor === undefined && columns.length > 0) {
    moveTo({ row: 0, column: 0 });
  }
});
map.addEventListener("keydown", (event) => {
  if (data === undefined || cursor === undefined || event.altKey || event.shiftKey) {
    return;
  }
  if (event.key === "Enter" || event.key === " ") {
    open(cursor, event.key === "Enter");
  } else {
    const to = moved({ key: event.key, ctrl: event.ctrlKey || event.metaKey }, cursor, data.matrix, columns);
    if (to === undefined) {
      return;
    }
    moveTo(to);
  }
  event.preventDefault();
});

new ResizeObserver(() => {
  if (data !== undefined && map.clientWidth !== left + width) {
    draw(data);
  }
}).observe(document.body);
// VS Code changes the class and the variables when the theme changes.
const theme = new MutationObserver(() => {
  if (data !== undefined) {
    draw(data);
  }
});
theme.observe(document.body, { attributeFilter: ["class"] });
theme.observe(document.documentElement, { attributeFilter: ["style"] });

host.postMessage({ kind: "ready" });

function showNothing({ text, check }: { text: string; check: boolean }): void {
  data = undefined;
  byId("problem").textContent = document.title;
  byId("picture").hidden = true;
  byId("nothing").hidden = false;
  byId("why").textContent = text;
  byId("check").hidden = !check;
}

function showPicture(next: PictureData): void {
  if (next.matrix.run !== data?.matrix.run || next.problem !== data.problem) {
    peeks.clear();
  }
  const before = data?.problem === next.problem ? inputsOf(data) : [];
  data = next;
  byId("nothing").hidden = true;
  byId("picture").hidden = false;
  byId("problem").textContent = next.problem;
  const words = summary(next);
  byId("summary").textContent = words;
  const news = `${next.problem}: ${words}`;
  if (next.state !== "running" && news !== said) {
    said = news;
    byId("news").textContent = news;
  }
  showRows(next);
  showColumns(next, before);
}

/** A cell by what it shows, whatever else is in the map. */
interface Shown {
  file: string | undefined;
  input: number | undefined;
}

/** What cursor and pointer are at, so that they stay there when more is known. */
function inputsOf({ matrix }: PictureData): Shown[] {
  return [cursor, hovered].map((cell) => ({
    file: cell && matrix.candidates[cell.row]?.file,
    input: cell && matrix.inputs[columns[cell.column] ?? -1]?.id,
  }));
}

/** Makes the rows of the map and of the table. */
function showRows({ matrix, programs }: PictureData): void {
  bands = bandsOf(
    matrix.candidates.map((row) => row.class),
    { height: ROW, gap: GAP },
  );
  map.querySelectorAll(".row").forEach((row) => {
    row.remove();
  });
  matrix.candidates.forEach(({ file, class: one }, row) => {
    const head = element("div", { class: "head", role: "rowheader" }, [
      element("span", { class: "letter" }, [one < 0 ? "–" : letterOf(one)]),
      element("span", { class: "file", title: file }, [file]),
    ]);
    const line = element("div", { class: "row", role: "row", "aria-rowindex": String(row + 1) }, [head]);
    const { top, height } = bands[row] ?? { top: 0, height: 0 };
    Object.assign(line.style, { top: `${String(top)}px`, height: `${String(height)}px` });
    head.style.lineHeight = `${String(height)}px`;
    map.append(line);
  });
  map.setAttribute("aria-rowcount", String(matrix.candidates.length));
  map.style.height = `${String(heightOf(bands))}px`;
  byId("programs").replaceChildren(table(matrix, programs));
}

/** Chooses the columns, and draws. */
function showColumns(shown: PictureData, before: readonly Shown[]): void {
  host.setState({ different: different.checked, folder: shown.folder });
  const { matrix } = shown;
  columns = columnsOf(matrix, different.checked);
  byId("none").hidden = columns.length > 0;
  map.setAttribute("aria-colcount", String(columns.length + 1));
  const sizes = [0, Math.floor((columns.length - 1) / 2), columns.length - 1].map(
    (column) => matrix.inputs[columns[column] ?? -1]?.size,
  );
  ["smallest", "middle", "largest"].forEach((id, index) => {
    const size = sizes[index];
    byId(id).textContent = size === undefined ? "" : sizeWords(size);
  });
  [cursor, hovered] = before.map(({ file, input }) => {
    const row = matrix.candidates.findIndex((candidate) => candidate.file === file);
    const column = columns.findIndex((index) => matrix.inputs[index]?.id === input);
    return row < 0 || column < 0 ? undefined : { row, column };
  });
  draw(shown);
}

/** Draws all that depends on the theme or the width. */
function draw(shown: PictureData): void {
  const style = getComputedStyle(document.body);
  const background = parseColour(style.backgroundColor) ?? [255, 255, 255];
  palette = paletteFor(background, /high-contrast/.test(document.body.className));
  const heads = [...map.querySelectorAll<HTMLElement>(".head")];
  heads.forEach((head) => {
    head.style.maxWidth = "";
  });
  const names = heads.map(({ offsetWidth }) => offsetWidth);
  left = Math.ceil(Math.min(map.clientWidth * LABEL, Math.max(0, ...names))) + 8;
  heads.forEach((head) => {
    head.style.maxWidth = `${String(left - 8)}px`;
  });
  width = Math.max(1, map.clientWidth - left);
  byId("axis").style.marginLeft = `${String(left)}px`;
  drawMap(shown.matrix);
  drawLegend(shown.matrix);
  drawTimes(shown.matrix);
  moveTo(cursor);
}

function drawMap(matrix: Matrix): void {
  const scale = window.devicePixelRatio;
  const unit = Math.max(1, Math.round(scale));
  canvas.width = Math.max(1, Math.floor(width * scale));
  canvas.height = Math.max(1, Math.ceil(heightOf(bands) * scale));
  Object.assign(canvas.style, {
    left: `${String(left)}px`,
    width: `${String(width)}px`,
    height: `${String(canvas.height / scale)}px`,
  });
  const scaled = bands.map(({ top, height }) => ({ top: Math.round(top * scale), height: Math.floor(height * scale) }));
  drawInto(canvas, matrix, columns, scaled, unit);
}

function drawInto(
  to: HTMLCanvasElement,
  matrix: Matrix,
  shown: Uint32Array,
  rows: readonly Band[],
  unit: number,
): void {
  const image = new ImageData(to.width, to.height);
  const pixels = new Uint32Array(image.data.buffer);
  paint(pixels, { matrix, columns: shown, bands: rows, palette, width: to.width, unit });
  to.getContext("2d")?.putImageData(image, 0, 0);
}

/** What the colours and shapes mean that are there. */
function drawLegend({ candidates, inputs, run, state }: Matrix): void {
  const there = new Set<number>();
  for (const { cells } of candidates) {
    cells.forEach((code) => there.add(code));
  }
  const classes = [...there].filter((code) => code >= 0).sort((a, b) => a - b);
  const others = [CRASH, TOO_SLOW, FAILED, NOT_RUN].filter((code) => there.has(code));
  const scale = window.devicePixelRatio;
  const items = [...classes, ...others].map((code) => {
    const swatch = element("canvas", { "aria-hidden": "true" }) as HTMLCanvasElement;
    swatch.width = Math.round(12 * scale);
    swatch.height = Math.round(ROW * scale);
    Object.assign(swatch.style, { width: "12px", height: `${String(ROW)}px` });
    const one = { file: "", class: code, cells: [code], times: [-1] };
    const matrix = { run, state, inputs: inputs.slice(0, 1), candidates: [one] };
    drawInto(swatch, matrix, Uint32Array.of(0), [{ top: 0, height: swatch.height }], Math.max(1, Math.round(scale)));
    return element("li", {}, [swatch, code < 0 ? codeWords(code) : l10n.t("answer of {0}", letterOf(code))]);
  });
  byId("legend").replaceChildren(...items);
}

function cellUnder({ clientX, clientY }: MouseEvent): Position | undefined {
  if (data === undefined) {
    return undefined;
  }
  const box = canvas.getBoundingClientRect();
  const scale = canvas.width / box.width;
  const point = { x: (clientX - box.left) * scale, y: clientY - box.top, width: canvas.width };
  return cellAt(data.matrix, columns, bands, point);
}

function moveTo(to: Position | undefined): void {
  cursor = to;
  map.querySelector(".cell")?.remove();
  map.removeAttribute("aria-activedescendant");
  const row = to && map.querySelectorAll(".row")[to.row];
  if (data !== undefined && to !== undefined && row !== undefined) {
    const scale = canvas.width / width;
    const { left: x, width: wide } = pixelsOf(to.column, canvas.width, columns.length);
    // Another id each time: a screen reader says what it has not said before.
    const id = `cell-${String(to.row)}-${String(to.column)}`;
    const label = cellWords(data.matrix, columns, to);
    const cell = element("div", { class: "cell", id, role: "gridcell", "aria-label": label });
    cell.setAttribute("aria-colindex", String(to.column + 2));
    Object.assign(cell.style, {
      left: `${String(left + x / scale)}px`,
      top: "0",
      width: `${String(Math.max(2, wide / scale))}px`,
      height: `${String(ROW)}px`,
    });
    row.append(cell);
    map.setAttribute("aria-activedescendant", id);
  }
  showCell();
}

/** Says under the map what somebody looks at, the pointer first, and fetches the answer when they do for a while. */
function showCell(): void {
  const cell = hovered ?? cursor;
  clearTimeout(looking);
  light(cell?.row);
  const about = byId("about");
  if (data === undefined || cell === undefined) {
    about.textContent = "";
    return;
  }
  const { matrix } = data;
  const input = matrix.inputs[columns[cell.column] ?? -1]?.id ?? -1;
  const peek = peeks.get(input);
  const words = cellWords(matrix, columns, cell, peek);
  const sharing = sharedWith(cell.column);
  about.textContent =
    hovered !== undefined && sharing > 1 ? `${words} ${l10n.t("({0} inputs are here)", sharing)}` : words;
  if (peek === undefined) {
    looking = setTimeout(() => {
      host.postMessage({ kind: "peek", run: matrix.run, input });
    }, LOOK);
  } else if (hovered === undefined) {
    map.querySelector(".cell")?.setAttribute("aria-label", words);
  }
}

/** How many columns are in the pixel of one. */
function sharedWith(column: number): number {
  const { left: pixel } = pixelsOf(column, canvas.width, columns.length);
  const { first, end } = columnsAt(pixel, canvas.width, columns.length);
  return end - first;
}

function open({ column }: Position, focus: boolean): void {
  const input = data?.matrix.inputs[columns[column] ?? -1];
  if (data !== undefined && input !== undefined) {
    host.postMessage({ kind: "open", run: data.matrix.run, input: input.id, focus });
  }
}

/** Makes a program stand out in the map, the table and the chart. */
function light(row: number | undefined): void {
  for (const lines of [map.querySelectorAll(".row"), byId("programs").querySelectorAll("tbody tr")]) {
    lines.forEach((line, index) => line.classList.toggle("lit", index === row));
  }
  byId("times")
    .querySelectorAll(".program")
    .forEach((curve) => {
      curve.classList.toggle("some", row !== undefined);
      curve.classList.toggle("lit", curve.getAttribute("data-row") === String(row));
    });
}

/** The programs with their figures: what the map and the chart show, for those who rather read. */
function table(matrix: Matrix, programs: readonly Program[]): HTMLElement {
  const titles = [
    l10n.t("Program"),
    l10n.t("α, 90 % interval"),
    l10n.t("Class"),
    l10n.t("Other answers than A"),
    l10n.t("Crashes"),
    l10n.t("Too slow"),
    l10n.t("Slowest"),
  ];
  const heads = titles.map((title, index) =>
    element("th", { scope: "col", ...(index === 1 ? { class: "alpha" } : {}) }, [title]),
  );
  const lines = matrix.candidates.map(({ file, class: one, cells, times }, row) => {
    const program = programs[row];
    const button = element("button", { class: "program", type: "button", title: program?.message ?? "" }, [file]);
    button.addEventListener("click", () => {
      host.postMessage({ kind: "program", file });
    });
    const count = (wanted: (code: number) => boolean): string => String(cells.filter(wanted).length);
    const slowest = times.reduce((most, time) => Math.max(most, time), -1);
    const line = element("tr", {}, [
      element("th", { scope: "row" }, [button, ...(program?.trusted === true ? [` ${l10n.t("(trusted)")}`] : [])]),
      element("td", { class: "alpha" }, program === undefined || program.alpha === null ? ["–"] : alpha(program)),
      element("td", {}, [one < 0 ? "–" : letterOf(one)]),
      element("td", {}, [count((code) => code > 0)]),
      element("td", {}, [count((code) => code === CRASH)]),
      element("td", {}, [count((code) => code === TOO_SLOW)]),
      element("td", {}, [slowest < 0 ? "–" : timeWords(slowest)]),
    ]);
    const on = (): void => {
      light(row);
    };
    const off = (): void => {
      light((hovered ?? cursor)?.row);
    };
    line.addEventListener("pointerenter", on);
    line.addEventListener("pointerleave", off);
    line.addEventListener("focusin", on);
    line.addEventListener("focusout", off);
    return line;
  });
  return element("table", {}, [element("thead", {}, [element("tr", {}, heads)]), element("tbody", {}, lines)]);
}

/** α as a dot on a scale from 0 to 1, with its interval as a bar, and in digits. */
function alpha({ alpha: value, interval, alphaText }: Program): Node[] {
  const x = (share: number): string => String(5 + 80 * share);
  const line = (name: string, from: number, to: number): Element =>
    svg("line", { class: name, x1: x(from), x2: x(to), y1: "6", y2: "6" });
  const parts = [
    line("scale", 0, 1),
    ...(interval === null ? [] : [line("bar", interval[0], interval[1])]),
    svg("circle", { class: "dot", cx: x(value ?? 0), cy: "6", r: "3.5" }),
  ];
  return [svg("svg", { viewBox: "0 0 90 12", "aria-hidden": "true" }, parts), document.createTextNode(alphaText)];
}

function drawTimes(matrix: Matrix): void {
  const chart = chartOf(matrix, DOTS);
  byId("times-section").hidden = chart === undefined;
  if (chart === undefined) {
    return;
  }
  const box = byId("times").getBoundingClientRect();
  const area = { left: 52, right: Math.max(80, box.width - MARGIN), top: 10, bottom: 170 };
  const x = (size: number): number => area.left + position(size, chart.x) * (area.right - area.left);
  const y = (time: number): number => area.bottom - position(time, chart.y) * (area.bottom - area.top);
  const { limit } = matrix;
  byId("times").replaceChildren(
    ...axes(chart, area, x, y),
    ...(limit
      ? [
          svg("line", { class: "limit", x1: area.left, x2: area.right, y1: y(limit), y2: y(limit) }),
          svg("text", { x: area.right, y: y(limit) - 3, "text-anchor": "end" }, [
            l10n.t("limit {0}", timeWords(limit)),
          ]),
        ]
      : []),
    ...matrix.candidates.map((row, index) => curve(row, index, chart, x, y)),
  );
  const words = chartWords(chart, matrix);
  byId("times").setAttribute("aria-label", words);
  byId("times-about").textContent = words;
}

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

type Scale = (value: number) => number;

function axes(chart: Chart, { left: start, right, top, bottom }: Area, x: Scale, y: Scale): Element[] {
  const wide = right + MARGIN;
  const sizes = chart.x.ticks.map((value): Mark => {
    const length = widthOf(sizeWords(value));
    return { value, at: Math.min(x(value), wide - length / 2), length };
  });
  return [
    ...chart.y.ticks.flatMap((time) => [
      svg("line", { class: "grid", x1: start, x2: right, y1: y(time), y2: y(time) }),
      svg("text", { x: start - 5, y: y(time) + 4, "text-anchor": "end" }, [timeWords(time)]),
    ]),
    ...withRoom(sizes).flatMap(({ value, at }) => [
      svg("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: bottom }),
      svg("text", { class: "size", x: at, y: bottom + 16, "text-anchor": "middle" }, [sizeWords(value)]),
    ]),
  ];
}

/** How wide a label of the chart is, in pixels. */
function widthOf(label: string): number {
  const pen = document.createElement("canvas").getContext("2d");
  if (pen === null) {
    return 0;
  }
  pen.font = `${String(TEXT)}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(label).width;
}

/** Dashes tell classes apart as thin lines do in the map. */
const dashes = ["none", "8 2", "8 2 2 2", "8 2 2 2 2 2", "2 3"];

function curve(
  { file, class: one }: Matrix["candidates"][number],
  row: number,
  chart: Chart,
  x: Scale,
  y: Scale,
): Element {
  const dots = chart.curves[row] ?? [];
  const colour = hex(colourOf(one < 0 ? NOT_RUN : one, palette));
  const points = dots.map(({ size, time }) => `${x(size).toFixed(1)},${y(time).toFixed(1)}`).join(" ");
  const dash = dashes[Math.max(0, one) % dashes.length] ?? "none";
  // One element for all dots and one for all crosses: thousands of elements would take longer to draw than the map.
  const at = ({ size, time }: Dot): string => `M${x(size).toFixed(1)},${y(time).toFixed(1)}`;
  const ran = dots.filter(({ stopped }) => !stopped).map((dot) => `${at(dot)}h0`);
  const crosses = dots.filter(({ stopped }) => stopped).map((dot) => `${at(dot)}m-4,-4l8,8m0,-8l-8,8`);
  return svg("g", { class: "program", "data-row": row }, [
    svg("title", {}, [file]),
    svg("polyline", { class: "curve", points, stroke: colour, "stroke-dasharray": dash }),
    svg("path", { class: "dots", d: ran.join(""), stroke: colour }),
    ...(crosses.length > 0
      ? [svg("path", { class: "crosses", d: crosses.join(""), stroke: hex(palette.tooSlow) })]
      : []),
  ]);
}

function element(name: string, attributes: Record<string, string>, children: (Node | string)[] = []): HTMLElement {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => {
    made.setAttribute(key, value);
  });
  made.append(...children);
  return made;
}

function svg(name: string, attributes: Record<string, string | number>, children: (Node | string)[] = []): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, value]) => {
    made.setAttribute(key, String(value));
  });
  made.append(...children);
  return made;
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no ${id}`);
  }
  return found;
}
