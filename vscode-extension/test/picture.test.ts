import assert from "node:assert/strict";
import { mock } from "node:test";
import { cellText, peekOf } from "../src/picture/cell";
import { CONTRAST, contrast, hex, paletteFor, parseColour, readable, type Rgb } from "../src/picture/colours";
import { pictureOf } from "../src/picture/data";
import { pageHtml } from "../src/picture/html";
import {
  bandsOf,
  cellAt,
  columnsAt,
  columnsOf,
  CRASH,
  FAILED,
  heightOf,
  mostTelling,
  moved,
  NOT_RUN,
  pixelsOf,
  TOO_SLOW,
} from "../src/picture/layout";
import { parseFromPage, parsePageState, type PictureData } from "../src/picture/messages";
import { colourOf, hasInk, pack, paint } from "../src/picture/paint";
import { Refresh } from "../src/picture/refresh";
import { axis, chartOf, position, withRoom } from "../src/picture/times";
import { cellWords, chartWords, letterOf, sizeWords, summary, timeWords } from "../src/picture/words";
import type { Cell, Matrix, ReportParams } from "../src/protocol";

/** A matrix of these rows, [class, cells], with inputs of 1, 2, 3, … bytes and times of as many milliseconds. */
function matrixOf(...rows: [number, number[]][]): Matrix {
  const count = rows[0]?.[1].length ?? 0;
  const inputs = Array.from({ length: count }, (_, index) => ({
    id: 100 + index,
    size: index + 1,
    source: index === 0 ? "sample" : "generated",
  }));
  const candidates = rows.map(([one, cells], row) => ({
    file: `${String.fromCharCode(97 + row)}.py`,
    class: one,
    cells,
    times: cells.map((code, index) => (code < 0 ? -1 : index + 1)),
  }));
  return { run: 1, state: "final", inputs, candidates };
}

const example = matrixOf([0, [0, 0, 0, 0, 0]], [0, [0, 0, 0, 0, 0]], [1, [0, 1, 0, CRASH, TOO_SLOW]]);

function pictureFrom(matrix: Matrix, state: PictureData["state"] = "final"): PictureData {
  return { problem: "coupon", folder: "file:///coupon", state, matrix, programs: [] };
}

describe("the map", () => {
  it("has all inputs, or those on which programs differ, crashes too", () => {
    assert.deepEqual([...columnsOf(example, false)], [0, 1, 2, 3, 4]);
    assert.deepEqual([...columnsOf(example, true)], [1, 3, 4]);
  });

  it("takes no program for different that was not executed there", () => {
    const partly = matrixOf([0, [0, NOT_RUN, 0]], [0, [NOT_RUN, NOT_RUN, 0]], [-1, [NOT_RUN, NOT_RUN, NOT_RUN]]);
    assert.deepEqual([...columnsOf(partly, true)], []);
  });

  it("sets classes apart", () => {
    const bands = bandsOf([0, 0, 1], { height: 16, gap: 6 });
    assert.deepEqual(
      bands.map(({ top }) => top),
      [0, 18, 40],
    );
    assert.equal(heightOf(bands), 56);
    assert.equal(heightOf([]), 0);
  });

  it("shows every column in some pixel, and in every pixel some column, whatever the width", () => {
    for (const [width, count] of [
      [1, 1],
      [1, 7],
      [7, 1],
      [100, 99],
      [99, 100],
      [640, 5000],
      [1913, 37],
    ] as const) {
      const seen = new Set<number>();
      for (let pixel = 0; pixel < width; pixel++) {
        const { first, end } = columnsAt(pixel, width, count);
        assert(first >= 0 && end > first && end <= count, `${String(pixel)} of ${String(width)}`);
        for (let column = first; column < end; column++) {
          seen.add(column);
          const { left, width: wide } = pixelsOf(column, width, count);
          assert(
            left <= pixel && pixel < left + wide,
            `column ${String(column)} is at ${String(left)}+${String(wide)}`,
          );
        }
      }
      assert.equal(seen.size, count);
    }
  });

  it("shows of the inputs in one pixel the crash, else what takes too long, else the rarest answer", () => {
    const columns = Uint32Array.of(0, 1, 2, 3, 4);
    assert.equal(mostTelling([0, 1, TOO_SLOW, CRASH, 0], columns, 0, 5), 3);
    assert.equal(mostTelling([0, 1, TOO_SLOW, FAILED, 0], columns, 0, 5), 2);
    assert.equal(mostTelling([0, 1, 3, NOT_RUN, 0], columns, 0, 5), 2);
    assert.equal(mostTelling([NOT_RUN, NOT_RUN, 0, 0, 0], columns, 0, 5), 2);
  });

  it("finds the cell at a point, and none between rows", () => {
    const bands = bandsOf([0, 0, 1], { height: 16, gap: 6 });
    const columns = columnsOf(example, false);
    const at = (x: number, y: number): unknown => cellAt(example, columns, bands, { x, y, width: 50 });
    assert.deepEqual(at(0, 0), { row: 0, column: 0 });
    assert.deepEqual(at(49.5, 41), { row: 2, column: 4 });
    assert.deepEqual(at(19, 55), { row: 2, column: 1 });
    for (const [x, y] of [
      [0, 17],
      [0, 36],
      [50, 0],
      [-1, 0],
      [0, 60],
    ] as const) {
      assert.equal(at(x, y), undefined);
    }
  });

  it("finds where several inputs share a pixel the one that is drawn", () => {
    const bands = bandsOf([0, 0, 1], { height: 16, gap: 6 });
    const narrow = cellAt(example, columnsOf(example, false), bands, { x: 1, y: 50, width: 2 });
    assert.deepEqual(narrow, { row: 2, column: 3 });
  });

  const keys: [string, boolean, [number, number], [number, number]][] = [
    ["ArrowRight", false, [0, 0], [0, 1]],
    ["ArrowRight", false, [0, 4], [0, 4]],
    ["ArrowLeft", false, [0, 0], [0, 0]],
    ["ArrowDown", false, [0, 2], [1, 2]],
    ["ArrowDown", false, [2, 2], [2, 2]],
    ["ArrowUp", false, [1, 2], [0, 2]],
    ["ArrowDown", true, [0, 2], [2, 2]],
    ["ArrowUp", true, [2, 2], [0, 2]],
    ["ArrowRight", true, [2, 0], [2, 1]],
    ["ArrowRight", true, [2, 1], [2, 2]],
    ["ArrowLeft", true, [2, 3], [2, 2]],
    ["ArrowRight", true, [0, 0], [0, 4]],
    ["ArrowLeft", true, [0, 3], [0, 0]],
    ["Home", false, [1, 3], [1, 0]],
    ["End", false, [1, 3], [1, 4]],
    ["Home", true, [1, 3], [0, 0]],
    ["End", true, [1, 3], [2, 4]],
    ["PageDown", false, [1, 0], [1, 1]],
    ["PageUp", false, [1, 0], [1, 0]],
  ];
  for (const [key, ctrl, [row, column], [toRow, toColumn]] of keys) {
    it(`moves with ${ctrl ? "Ctrl+" : ""}${key} from ${String(row)},${String(column)}`, () => {
      const to = moved({ key, ctrl }, { row, column }, example, columnsOf(example, false));
      assert.deepEqual(to, { row: toRow, column: toColumn });
    });
  }

  it("leaves other keys to others", () => {
    assert.equal(
      moved({ key: "a", ctrl: false }, { row: 0, column: 0 }, example, columnsOf(example, false)),
      undefined,
    );
  });
});

describe("the drawing", () => {
  const palette = paletteFor([255, 255, 255], false);
  const codes = [0, 1, 2, 3, 4, CRASH, TOO_SLOW, FAILED, NOT_RUN];

  it("has a shape of its own for everything, in a single column of pixels too", () => {
    for (const [height, unit] of [
      [16, 1],
      [20, 1],
      [24, 2],
      [32, 2],
      [48, 3],
    ] as const) {
      const shapes = codes.map((code) =>
        Array.from({ length: height }, (_, y) => (hasInk(code, y, { height, unit }) ? "#" : ".")).join(""),
      );
      assert.equal(new Set(shapes).size, codes.length, shapes.join("\n"));
      assert(shapes.every((shape) => shape.includes("#")));
    }
  });

  it("tells classes by colour and lines together, of as many as anybody has", () => {
    const looks = Array.from({ length: 30 }, (_, one) => {
      const lines = Array.from({ length: 16 }, (_, y) => hasInk(one, y, { height: 16, unit: 1 })).join();
      return hex(colourOf(one, palette)) + lines;
    });
    assert.equal(new Set(looks).size, looks.length);
  });

  /** The pixels in the middle between top and bottom, or at a height, row by row. */
  function drawn(matrix: Matrix, width: number, y = 8): number[][] {
    const bands = bandsOf(
      matrix.candidates.map((row) => row.class),
      { height: 16, gap: 6 },
    );
    const pixels = new Uint32Array(width * heightOf(bands));
    paint(pixels, { matrix, columns: columnsOf(matrix, false), bands, palette, width, unit: 1 });
    return bands.map(({ top }) => [...pixels.subarray((top + y) * width, (top + y + 1) * width)]);
  }

  it("has in each pixel the colour of the answer there", () => {
    const [a, b] = [0, 1].map((code) => pack(colourOf(code, palette)));
    const slow = pack(palette.tooSlow);
    assert.deepEqual(drawn(example, 5, 12), [
      [a, a, a, a, a],
      [a, a, a, a, a],
      [a, b, a, pack(palette.crash), slow],
    ]);
  });

  it("leaves a crash hollow and the upper half of what takes too long empty", () => {
    assert.deepEqual(drawn(example, 5, 7)[2]?.slice(3), [0, 0]);
  });

  it("shows a crash among thousands of inputs", () => {
    const cells = Array.from({ length: 5000 }, (_, input) => (input === 1234 ? CRASH : 0));
    const row = drawn(matrixOf([0, cells]), 300, 0)[0] ?? [];
    const crash = pack(palette.crash);
    assert.deepEqual(
      row.flatMap((pixel, x) => (pixel === crash ? [x] : [])),
      [Math.floor((1234 * 300) / 5000)],
    );
  });

  it("separates wide columns", () => {
    assert.deepEqual(
      drawn(matrixOf([0, [0, 0]]), 20)[0]
        ?.map((pixel) => (pixel === 0 ? "." : "#"))
        .join(""),
      "#########.##########",
    );
  });

  it("draws nothing where there is no input", () => {
    assert.deepEqual(drawn(matrixOf([0, []]), 3), [[0, 0, 0]]);
  });
});

describe("the colours", () => {
  const backgrounds: [string, Rgb, boolean][] = [
    ["light", [255, 255, 255], false],
    ["the sidebar in light", [248, 248, 248], false],
    ["dark", [31, 31, 31], false],
    ["the sidebar in dark", [24, 24, 24], false],
    ["high contrast", [0, 0, 0], true],
    ["high contrast light", [255, 255, 255], true],
    ["Solarized Light", [253, 246, 227], false],
    ["Solarized Dark", [0, 43, 54], false],
    ["a theme in the middle", [118, 118, 118], false],
  ];
  for (const [name, background, high] of backgrounds) {
    it(`stand out from the background: ${name}`, () => {
      const { classes, crash, tooSlow, neutral } = paletteFor(background, high);
      for (const colour of [...classes, crash, tooSlow, neutral]) {
        assert(contrast(colour, background) >= (high ? CONTRAST.high : CONTRAST.normal), hex(colour));
      }
    });
  }

  // Machado, Oliveira and Fernandes 2009, severity 1, of linear RGB; the distances are those of OKLab (Ottosson 2020).
  const visions: [string, number[][]][] = [
    ["normal vision", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]], // prettier-ignore
    ["protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]], // prettier-ignore
    ["deuteranopia", [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]], // prettier-ignore
    ["tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]], // prettier-ignore
  ];
  const apply = (matrix: number[][], vector: number[]): number[] =>
    matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * (vector[index] ?? 0), 0));
  function lab(colour: Rgb, vision: number[][]): number[] {
    const linear = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)); // prettier-ignore
    const seen = apply(vision, linear).map((value) => Math.min(1, Math.max(0, value)));
    const cones = apply([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]], seen); // prettier-ignore
    return apply([[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]], cones.map(Math.cbrt)); // prettier-ignore
  }
  for (const [name, vision] of visions) {
    it(`of classes, and of crashes and what is slow, are told apart by ${name} on light and dark`, () => {
      for (const background of [
        [255, 255, 255],
        [31, 31, 31],
      ] as const) {
        const { classes, crash, tooSlow } = paletteFor(background, false);
        for (const group of [classes, [crash, tooSlow]]) {
          const seen = group.map((colour) => lab(colour, vision));
          seen.forEach((one, index) => {
            seen.slice(0, index).forEach((other, before) => {
              const distance = Math.hypot(...one.map((value, axis) => value - (other[axis] ?? 0)));
              assert(distance > 0.05, `${String(before)} and ${String(index)}: ${distance.toFixed(3)}`);
            });
          });
        }
      }
    });
  }

  it("are moved no further than they have to", () => {
    assert.deepEqual(readable([0, 0, 255], [255, 255, 255], 3), [0, 0, 255]);
    assert.deepEqual(readable([255, 255, 255], [255, 255, 255], 21), [0, 0, 0]);
    for (let grey = 0; grey < 256; grey++) {
      const background: Rgb = [grey, grey, grey];
      assert(contrast(readable([128, 128, 0], background, 4.5), background) >= 4.5, String(grey));
    }
  });

  it("are read as browsers give them", () => {
    assert.deepEqual(parseColour("rgb(1, 2, 3)"), [1, 2, 3]);
    assert.deepEqual(parseColour("rgba(1, 2, 3, 0.5)"), [1, 2, 3]);
    assert.deepEqual(parseColour("#0a0B0c"), [10, 11, 12]);
    assert.equal(parseColour("transparent"), undefined);
  });

  // https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
  it("have the contrast that WCAG defines", () => {
    assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
    assert.equal(contrast([118, 118, 118], [255, 255, 255]).toFixed(2), "4.54");
  });
});

describe("the chart of times", () => {
  it("has the slowest run of each size", () => {
    const matrix = matrixOf([0, [0, 0, 0]], [0, [0, 0, 0]]);
    matrix.inputs.forEach((input, index) => (input.size = [10, 10, 1000][index] ?? 0));
    matrix.candidates.forEach((row, index) => (row.times = index === 0 ? [5, 7, 60] : [-1, -1, -1]));
    const chart = chartOf(matrix, 48);
    assert.deepEqual(chart?.curves, [
      [
        { size: 10, time: 7, stopped: false },
        { size: 1000, time: 60, stopped: false },
      ],
      [],
    ]);
    assert.deepEqual([chart.x.low, chart.x.high], [10, 1000]);
  });

  it("has the limit in sight, and what was stopped there at the limit", () => {
    const chart = chartOf({ ...example, limit: 2000 }, 48);
    assert.deepEqual(chart?.curves[2]?.at(-1), { size: 5, time: 2000, stopped: true });
    assert(chart.y.high >= 2000);
  });

  it("is not there before anything was timed", () => {
    assert.equal(chartOf(matrixOf([0, [CRASH, NOT_RUN]]), 48), undefined);
    assert.equal(chartOf(matrixOf([0, []]), 48), undefined);
  });

  it("has axes of at least a factor of ten, with few round marks", () => {
    for (const [low, high] of [
      [1, 1],
      [0.1, 2000],
      [3, 7],
      [2, 1e6],
      [20, 5000],
    ] as const) {
      const { ticks, ...ends } = axis(low, high);
      assert(ends.low <= low && ends.high >= high && ends.high / ends.low >= 9.99);
      assert(ticks.length >= 1 && ticks.length <= 7, ticks.join());
      assert(
        ticks.every(
          (tick) => tick >= ends.low && tick <= ends.high && /^0*[125]0*$/.test(String(tick).replace(".", "")),
        ),
        ticks.join(),
      );
    }
    assert.equal(position(10, { low: 1, high: 100, ticks: [] }), 0.5);
  });

  it("has as many labels as there is room for, and none that touch", () => {
    const ticks = [1, 2, 5, 10, 20, 50, 100];
    const lengths = (length: number): number[] => {
      const marks = ticks.map((value) => ({
        value,
        at: length * position(value, { low: 1, high: 100, ticks }),
        length: 50,
      }));
      const chosen = withRoom(marks);
      chosen.slice(1).forEach(({ at }, index) => {
        assert(at - (chosen[index]?.at ?? 0) > 50, `${String(length)} pixels: ${chosen.map(String).join()}`);
      });
      return chosen.map(({ value }) => value);
    };
    assert.deepEqual(lengths(1000), ticks);
    assert.deepEqual(lengths(300), [1, 5, 20, 100]);
    assert.deepEqual(lengths(150), [1, 10, 100]);
    assert.deepEqual(lengths(80), [1, 50]);
    assert.deepEqual(lengths(40), [1]);
    assert.deepEqual(withRoom([]), []);
  });

  it("is told in words", () => {
    const matrix = { ...example, limit: 2000 };
    const chart = chartOf(matrix, 48);
    assert(chart !== undefined);
    assert.equal(
      chartWords(chart, matrix),
      "Slowest run of each program by input size, both on logarithmic axes. The slowest is c.py with 2 s. The limit is 2 s.",
    );
  });
});

describe("the words of the picture", () => {
  it("sum the map up", () => {
    assert.equal(summary(pictureFrom(example)), "3 programs on 5 inputs: 2 behaviours. Crashes: 1. Too slow: 1.");
    const alike = matrixOf([0, [0, 0]], [0, [0, 0]]);
    assert.equal(
      summary(pictureFrom(alike, "running")),
      "2 programs on 2 inputs: all behave the same. The check goes on.",
    );
    assert.equal(
      summary(pictureFrom(alike, "stale")),
      "2 programs on 2 inputs: all behave the same. A program has changed since.",
    );
  });

  it("say of a cell program, input and answer", () => {
    const columns = columnsOf(example, false);
    const words = (row: number, column: number, outputs?: Record<string, string>): string =>
      cellWords(example, columns, { row, column }, outputs && { name: "input 2", outputs });
    assert.equal(words(0, 0), "a.py, a sample, 1 byte: answers as A");
    assert.equal(words(2, 1), "c.py, an input, 2 bytes: answers as B");
    assert.equal(words(2, 1, { "c.py": "7" }), "c.py, input 2, 2 bytes: answers 7, as B");
    assert.equal(words(2, 3), "c.py, an input, 4 bytes: crashes");
    assert.equal(words(2, 3, { "c.py": "exit status 1" }), "c.py, input 2, 4 bytes: exit status 1");
    assert.equal(words(2, 9), "");
  });

  it("call classes by letters, as many as there are", () => {
    assert.deepEqual([0, 25, 26, 51, 52, 702].map(letterOf), ["A", "Z", "AA", "AZ", "BA", "AAA"]);
  });

  it("write sizes and times with at most three digits", () => {
    assert.deepEqual([1, 2, 999, 1000, 65536, 2.5e6].map(sizeWords), [
      "1 byte",
      "2 bytes",
      "999 bytes",
      "1 kB",
      "65.5 kB",
      "2.5 MB",
    ]);
    assert.deepEqual([0.12, 1.234, 999, 2000, 12345].map(timeWords), ["0.12 ms", "1.23 ms", "999 ms", "2 s", "12.3 s"]);
  });
});

describe("an input with all outputs", () => {
  const output = { verdict: "ok", error: "", time: 1.5 };
  const cell: Cell = {
    input: "25 3\n",
    name: "sample 1",
    cut: false,
    outputs: [
      { ...output, file: "b.py", output: "7\n", class: 1 },
      { ...output, file: "a.py", output: "8\n", class: 0 },
      { ...output, file: "c.py", output: "8\n", class: 0, time: -1 },
      { ...output, file: "d.py", verdict: "crash", output: "", error: "exit status 1", class: -1 },
    ],
  };

  it("is a document, equal outputs together, failures last", () => {
    const text = cellText(cell, "coupon").replace(/─+/g, "─");
    assert.equal(
      text,
      [
        "coupon, sample 1 (5 bytes)",
        "─ input ─\n25 3",
        "─ A: a.py (1.5 ms), c.py ─\n8",
        "─ B: b.py (1.5 ms) ─\n7",
        "─ d.py (1.5 ms): exit status 1 ─\n",
      ].join("\n\n"),
    );
  });

  it("keeps outputs apart that are of one class and differ in their text", () => {
    const outputs = [
      { ...output, file: "a.py", output: "1 2\n", class: 0 },
      { ...output, file: "b.py", output: "1  2\n", class: 0 },
    ];
    assert.equal(cellText({ ...cell, outputs }, "coupon").split("A: ").length, 3);
  });

  it("says that texts are cut", () => {
    assert.match(cellText({ ...cell, cut: true }, "coupon"), /^coupon, sample 1 \(texts over 64 KiB are cut\)/);
  });

  it("is for the map one line a program", () => {
    assert.deepEqual(peekOf(cell), {
      name: "sample 1",
      outputs: { "b.py": "7", "a.py": "8", "c.py": "8", "d.py": "exit status 1" },
    });
  });
});

describe("what is shown of a report", () => {
  const params: ReportParams = {
    folder: "file:///coupon",
    run: 1,
    state: "final",
    report: {
      version: 1,
      problem: "Coupon",
      decision: { trusted: "a.py", rule: "consensus" },
      candidates: [
        { file: "c.py", verdict: "differs", message: "differs", alpha: 0.926, alphaInterval: [0.9, 0.9512] },
        { file: "a.py", verdict: "trusted", message: "trusted", alpha: 0.99999, alphaInterval: null },
      ],
    },
  };

  it("has the programs in the order of the map, with α cut and not rounded", () => {
    const { problem, folder, state, programs } = pictureOf(params, example);
    assert.deepEqual([problem, folder, state], ["Coupon", "file:///coupon", "final"]);
    assert.deepEqual(
      programs.map(({ file, trusted, alphaText }) => [file, trusted, alphaText]),
      [
        ["a.py", true, "0.99"],
        ["b.py", false, ""],
        ["c.py", false, "0.92 (0.90–0.95)"],
      ],
    );
    assert.deepEqual(programs[2]?.interval, [0.9, 0.9512]);
  });

  it("is running or stale where the report or the matrix is", () => {
    assert.equal(pictureOf({ ...params, state: "stale" }, example).state, "stale");
    assert.equal(pictureOf(params, { ...example, state: "running" }).state, "running");
    assert.equal(pictureOf({ ...params, state: "running", report: null }, example).problem, "coupon");
  });
});

describe("what the page keeps", () => {
  it("is read as far as it is known", () => {
    const kept = { different: true, folder: "file:///coupon" };
    assert.deepEqual(parsePageState({ ...kept, more: 1 }), kept);
    assert.deepEqual(parsePageState({ different: "yes", folder: 1 }), {});
    assert.deepEqual(parsePageState(undefined), {});
    assert.deepEqual(parsePageState(null), {});
  });
});

describe("the page of the picture", () => {
  const source = {
    cspSource: "vscode:",
    script: "s.js",
    style: "s.css",
    nonce: "abc",
    place: "view",
    texts: {},
  } as const;

  it("allows its own script and style, and nothing else", () => {
    assert.match(pageHtml(source), /content="default-src 'none'; style-src vscode:; script-src 'nonce-abc'"/);
    assert.doesNotMatch(pageHtml(source), /style=|onclick=|javascript:|<style/);
  });

  it("escapes what is put into it", () => {
    assert.match(
      pageHtml({ ...source, texts: { a: '"><script>' } }),
      /data-texts="\{&quot;a&quot;:&quot;\\&quot;&gt;&lt;script&gt;&quot;\}"/,
    );
  });

  const messages: [string, unknown, boolean][] = [
    ["ready", { kind: "ready" }, true],
    ["an input to look at", { kind: "peek", run: 1, input: 2 }, true],
    ["an input to open", { kind: "open", run: 1, input: 2, focus: true }, true],
    ["a program", { kind: "program", file: "a.py" }, true],
    ["a check", { kind: "check" }, true],
    ["nothing", null, false],
    ["something unknown", { kind: "run", command: "rm" }, false],
    ["an input that is no number", { kind: "peek", run: 1, input: "2" }, false],
    ["no focus", { kind: "open", run: 1, input: 2 }, false],
    ["a program without a name", { kind: "program" }, false],
  ];
  for (const [name, value, good] of messages) {
    it(`${good ? "is understood" : "is not understood"}: ${name}`, () => {
      assert.deepEqual(parseFromPage(value), good ? value : undefined);
    });
  }
});

describe("asking for the picture again", () => {
  let now = 0;
  let asked: ((again: boolean) => void)[];
  let refresh: Refresh;

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    now = 0;
    asked = [];
    refresh = new Refresh({ ask: () => new Promise((resolve) => asked.push(resolve)), now: () => now });
  });

  afterEach(() => {
    refresh.dispose();
    mock.timers.reset();
  });

  /** Answers the last request, which took a while. */
  async function answer(again: boolean, took = 0): Promise<void> {
    now += took;
    asked.at(-1)?.(again);
    await new Promise(setImmediate);
  }

  it("happens only while somebody looks", () => {
    refresh.touch();
    refresh.touch();
    assert.equal(asked.length, 0);
    refresh.setSeen(true);
    assert.equal(asked.length, 1);
  });

  it("waits for the answer and then for a second, whatever happens in between", async () => {
    refresh.setSeen(true);
    refresh.touch();
    refresh.touch();
    refresh.touch();
    assert.equal(asked.length, 1);
    await answer(false);
    refresh.touch();
    mock.timers.tick(999);
    assert.equal(asked.length, 1);
    mock.timers.tick(1);
    assert.equal(asked.length, 2);
    await answer(false);
    mock.timers.tick(60_000);
    assert.equal(asked.length, 2, "nothing has happened");
  });

  it("goes on while a check does, and rests while nobody looks", async () => {
    refresh.setSeen(true);
    refresh.touch();
    await answer(true);
    mock.timers.tick(1000);
    assert.equal(asked.length, 2);
    await answer(true);
    refresh.setSeen(false);
    mock.timers.tick(60_000);
    assert.equal(asked.length, 2);
    refresh.setSeen(true);
    assert.equal(asked.length, 3);
  });

  it("leaves a slow server in peace", async () => {
    refresh.setSeen(true);
    refresh.touch();
    await answer(true, 2000);
    mock.timers.tick(7999);
    assert.equal(asked.length, 1);
    mock.timers.tick(1);
    assert.equal(asked.length, 2);
  });

  it("does not make another problem wait", async () => {
    refresh.setSeen(true);
    refresh.touch();
    await answer(false);
    refresh.restart();
    assert.equal(asked.length, 2);
  });

  it("ends", async () => {
    refresh.setSeen(true);
    refresh.touch();
    refresh.dispose();
    await answer(true);
    mock.timers.tick(60_000);
    assert.equal(asked.length, 1);
  });
});
