import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { piecesOf } from "@/lib/base/bytes.ts";
import { LinesReader, type LineWindow, lineWindows } from "@/lib/ingest/influx_lines.ts";
import { parseLines } from "./parse_lines.ts";
import { readingsOf } from "./readings_of.ts";

const MIB = 1_024 * 1_024;
const OPTIONS = { precision: "s", nowS: 1_000 } as const;
const encoder = new TextEncoder();

/** The windows of a body, of a given size. */
function windowsOf(bytes: Uint8Array<ArrayBuffer>, size: number): LineWindow[] {
  const pieces = [...piecesOf(bytes, size)];
  return pieces.map((piece, at) => ({ bytes: piece, isLast: at === pieces.length - 1 }));
}

function readOf(windows: readonly LineWindow[]): LinesReader {
  const reader = new LinesReader(OPTIONS);
  for (const window of windows) {
    reader.add(window);
    while (reader.read());
  }
  return reader;
}

/** Three MiB of lines, some of which contain a text of two lines. */
const LINES = Array.from(
  { length: 40_000 },
  (_, at) =>
    at % 100 === 99
      ? `état,serial=${at} value="a\nb" ${at}`
      : `température,house=A${at % 40},serial=${at} value=${at / 10},other="é € 😀" ${at}`,
);

Deno.test("lineWindows() splits a body into windows of a mebibyte; a small one is one window", () => {
  const lengthsOf = (length: number) =>
    [...lineWindows(new Uint8Array(length))].map(({ bytes, isLast }) => [bytes.length, isLast]);
  deepStrictEqual(lengthsOf(0), [[0, true]]);
  deepStrictEqual(lengthsOf(12), [[12, true]]);
  deepStrictEqual(lengthsOf(MIB), [[MIB, true]]);
  deepStrictEqual(lengthsOf(2 * MIB + 1), [[MIB, false], [MIB, false], [1, true]]);
});

Deno.test("LinesReader reads windows as parseLines() reads the whole text", () => {
  const text = LINES.join("\n");
  const whole = parseLines(encoder.encode(text), OPTIONS);
  for (const partBytes of [1_013, 70_000, 3 * MIB]) {
    const reader = readOf(windowsOf(encoder.encode(text), partBytes));
    strictEqual(reader.columns.count, whole.columns.count);
    for (const name of ["lines", "seconds", "values"] as const) {
      const read = (columns: typeof whole.columns) => columns[name].slice(0, columns.count);
      deepStrictEqual(read(reader.columns), read(whole.columns));
    }
    deepStrictEqual([reader.badCount, whole.badCount], [0, 0]);
  }
});

Deno.test("LinesReader refuses a line that is too long, and reads the others", () => {
  const long = `x,tag=${"y".repeat(3 * MIB)} value=1`;
  const text = `a value=1 1\n${long}\nb value=2 2\nbad\nc value=3 3`;
  const reader = readOf(windowsOf(encoder.encode(text), 100_000));
  deepStrictEqual(readingsOf(reader.columns).map(({ line, value }) => [line, value]), [[1, 1], [
    3,
    2,
  ], [5, 3]]);
  deepStrictEqual(reader.bad.map(({ line }) => line), [2, 4]);
});

Deno.test("LinesReader names the lines that are not UTF-8, and reads the others", () => {
  const latin1 = Uint8Array.from(
    "a value=1 1\ntempérature value=2 2\nb value=3 3",
    (char) => char.charCodeAt(0),
  );
  const reader = readOf(windowsOf(latin1, 10));
  deepStrictEqual(readingsOf(reader.columns).map(({ line }) => line), [1, 3]);
  deepStrictEqual(reader.bad, [{ line: 2, message: "not UTF-8 text: send it in UTF-8" }]);
});

Deno.test("LinesReader reads a bounded number of bytes at once, whatever the lines", () => {
  const longLine = `m,${"a=b,".repeat(250)}c=d v=1 1`;
  const kinds = ["", "#", "a", `${"n".repeat(1_000)},t=1 v=1`, longLine, "m v=1 1"];
  for (const line of kinds) {
    const reader = new LinesReader(OPTIONS);
    const bytes = encoder.encode(`${line}\n`.repeat(Math.ceil(MIB / (line.length + 1))));
    reader.add({ bytes, isLast: true });
    let steps = 0;
    for (let left = bytes.length; reader.read(); left = reader.bytesLeft, steps++) {
      ok(left - reader.bytesLeft <= 64 * 1_024 + line.length, line);
    }
    ok(steps >= 15, line);
    strictEqual(reader.bytesLeft, 0);
  }
});
