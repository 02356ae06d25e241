import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { ByteBudget } from "../../../lib/backend/byte_budget.ts";
import { LinesReader, parseLines } from "../../../lib/backend/ingest/influx_lines.ts";
import { type TextWindow, textWindows } from "../../../lib/backend/ingest/text_windows.ts";

const MIB = 1_024 * 1_024;
const encoder = new TextEncoder();

/** The windows of a body that arrives in parts of so many bytes. */
function windowsOf(bytes: Uint8Array<ArrayBuffer>, partBytes: number): TextWindow[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += partBytes) {
    parts.push(bytes.subarray(at, at + partBytes));
  }
  const budget = new ByteBudget(64 * MIB);
  const held = budget.open();
  held.grow(bytes.length);
  const windows = [...textWindows(parts, held)];
  strictEqual(budget.heldBytes, 0);
  return windows;
}

function readOf(windows: readonly TextWindow[]): LinesReader {
  const reader = new LinesReader("s", 1_000);
  for (const window of windows) {
    reader.add(window);
    while (reader.read(1_000));
  }
  return reader;
}

/** Three MiB of lines, one of which holds a text of two lines now and then. */
const LINES = Array.from(
  { length: 40_000 },
  (_, at) =>
    at % 100 === 99
      ? `état,serial=${at} value="a\nb" ${at}`
      : `température,house=A${at % 40},serial=${at} value=${at / 10},other="é € 😀" ${at}`,
);

Deno.test("textWindows() gives a small body whole, in one window", () => {
  deepStrictEqual(windowsOf(encoder.encode("a b=1\nc d=2"), 4), [
    { text: "a b=1\nc d=2", isLossy: false, isLast: true },
  ]);
  deepStrictEqual(windowsOf(new Uint8Array(), 4), [{ text: "", isLossy: false, isLast: true }]);
});

Deno.test("textWindows() makes the same windows of the same bytes, however they arrive", () => {
  const bytes = encoder.encode(LINES.join("\n"));
  const windows = windowsOf(bytes, 65_536);
  ok(windows.length > 2);
  strictEqual(windows.map(({ text }) => text).join(""), LINES.join("\n"));
  for (const { text } of windows.slice(0, -1)) ok(text.endsWith("\n"));
  for (const partBytes of [1_013, 100_000, bytes.length]) {
    deepStrictEqual(windowsOf(bytes, partBytes), windows);
  }
});

Deno.test("textWindows() cuts a line longer than a window between two characters", () => {
  const text = "€".repeat(MIB);
  const windows = windowsOf(encoder.encode(text), 50_000);
  ok(windows.every(({ isLossy }) => !isLossy));
  strictEqual(windows.map((window) => window.text).join(""), text);
});

Deno.test("LinesReader reads windows as parseLines() reads the whole text", () => {
  const text = LINES.join("\n");
  const whole = parseLines(text, "s", 1_000);
  const reader = readOf(windowsOf(encoder.encode(text), 70_000));
  deepStrictEqual(reader.readings.length, whole.readings.length);
  deepStrictEqual(reader.readings.at(-1), whole.readings.at(-1));
  deepStrictEqual([reader.badCount, whole.badCount], [0, 0]);
});

Deno.test("LinesReader refuses a line that is too long, and reads the ones around it", () => {
  const long = `x,tag=${"y".repeat(3 * MIB)} value=1`;
  const text = `a value=1 1\n${long}\nb value=2 2\nbad\nc value=3 3`;
  const reader = readOf(windowsOf(encoder.encode(text), 100_000));
  deepStrictEqual(reader.readings.map(({ line, value }) => [line, value]), [[1, 1], [3, 2], [
    5,
    3,
  ]]);
  deepStrictEqual(reader.bad.map(({ line }) => line), [2, 4]);
});

Deno.test("LinesReader names the lines that are not UTF-8, and keeps the others", () => {
  const latin1 = Uint8Array.from(
    "a value=1 1\ntempérature value=2 2\nb value=3 3",
    (char) => char.charCodeAt(0),
  );
  const reader = readOf(windowsOf(latin1, 10));
  deepStrictEqual(reader.readings.map(({ line }) => line), [1, 3]);
  deepStrictEqual(reader.bad, [{ line: 2, message: "not UTF-8 text: send it in UTF-8" }]);
});
