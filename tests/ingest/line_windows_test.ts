import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { ByteBudget } from "@/lib/base/memory_budget.ts";
import { LinesReader, type LineWindow, lineWindows } from "@/lib/ingest/influx_lines.ts";
import { parseLines } from "./parse_lines.ts";
import { readingsOf } from "./readings_of.ts";

const MIB = 1_024 * 1_024;
const OPTIONS = { precision: "s", nowS: 1_000 } as const;
const encoder = new TextEncoder();

/** The windows of a body received in parts of a given size. */
function windowsOf(bytes: Uint8Array<ArrayBuffer>, partBytes: number): LineWindow[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += partBytes) {
    parts.push(bytes.subarray(at, at + partBytes));
  }
  const budget = new ByteBudget(64 * MIB);
  const held = budget.open();
  held.grow(bytes.length);
  const windows = [...lineWindows(parts, held)];
  strictEqual(budget.heldBytes, 0);
  return windows;
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

Deno.test("lineWindows() returns a small body in one window", () => {
  const bytes = encoder.encode("a b=1\nc d=2");
  deepStrictEqual(windowsOf(bytes, 4), [{ bytes, isLast: true }]);
  deepStrictEqual(windowsOf(new Uint8Array(), 4), [{ bytes: new Uint8Array(), isLast: true }]);
});

Deno.test("lineWindows() splits a long body into windows of about a mebibyte", () => {
  const bytes = encoder.encode(LINES.join("\n"));
  const windows = windowsOf(bytes, 65_536);
  ok(windows.length > 2);
  for (const window of windows.slice(0, -1)) ok(window.bytes.length < MIB + 65_536);
  deepStrictEqual(
    windows.map(({ isLast }) => isLast),
    windows.map((_, at) => at === windows.length - 1),
  );
  strictEqual(
    windows.map((window) => new TextDecoder().decode(window.bytes, { stream: true })).length,
    windows.length,
  );
});

Deno.test("LinesReader reads windows as parseLines() reads the whole text", () => {
  const text = LINES.join("\n");
  const whole = parseLines(encoder.encode(text), OPTIONS);
  for (const partBytes of [1_013, 70_000, 3 * MIB]) {
    const reader = readOf(windowsOf(encoder.encode(text), partBytes));
    strictEqual(reader.columns.count, whole.columns.count);
    for (const name of ["lines", "seconds", "values"] as const) {
      deepStrictEqual(reader.columns[name], whole.columns[name]);
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

Deno.test("LinesReader frees each window once it is read", () => {
  const windows = Array.from({ length: 3 }, (_, at) => ({
    bytes: encoder.encode("a value=1 1\n".repeat(30_000)).slice(),
    isLast: at === 2,
  }));
  const reader = readOf(windows);
  strictEqual(reader.columns.count, 90_000);
  deepStrictEqual(windows.map(({ bytes }) => bytes.length), [0, 0, 0]);
  const whole = { bytes: encoder.encode("a value=1 1").slice(), isLast: true };
  readOf([whole]).release();
  strictEqual(whole.bytes.length, 0);
});
