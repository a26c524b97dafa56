// A picture of a page with less bytes. Chromium filters each line as suits photographs, but even areas are smaller as they are.
import { Buffer } from "node:buffer";
import { crc32, deflateSync, inflateSync } from "node:zlib";

/** The same picture. It has three bytes for a pixel and is not interlaced, as screenshots are. */
export function smaller(png) {
  const chunks = [...chunksOf(png)];
  const header = chunks.find(({ type }) => type === "IHDR").data;
  const [width, height, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header.readUInt32BE(8)];
  if (kind !== 0x08020000) {
    throw new Error("this picture does not have three bytes for a pixel");
  }
  const lines = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data)));
  unfilter(lines, 3 * width + 1, height);
  const data = deflateSync(lines, { level: 9, memLevel: 9 });
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function* chunksOf(png) {
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    yield { type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, end) };
    at = end + 4;
  }
}

function chunk(type, data) {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const number = (value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  return Buffer.concat([number(data.length), typed, number(crc32(typed))]);
}

/** Makes of lines, each after the number of its filter, lines without one. */
function unfilter(lines, stride, height) {
  for (let y = 0; y < height; y++) {
    const start = y * stride;
    for (let x = 1; x < stride; x++) {
      const left = x > 3 ? lines[start + x - 3] : 0;
      const above = y > 0 ? lines[start + x - stride] : 0;
      const corner = x > 3 && y > 0 ? lines[start + x - stride - 3] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][lines[start]];
      lines[start + x] += guess;
    }
    lines[start] = 0;
  }
}

/** Of the three that which is nearest to left + above - corner. */
function paeth(left, above, corner) {
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(left + above - corner - value));
  return a <= b && a <= c ? left : b <= c ? above : corner;
}
