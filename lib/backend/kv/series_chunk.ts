import type { Point } from "../../domain/series/types.ts";
import {
  ByteReader,
  ByteWriter,
  decimalPlaces,
  MOST_PLACES,
  scaled,
  unscaled,
} from "./series_bytes.ts";

/**
 * A run of points as bytes, exactly and small: about two bytes a point for a sensor of one decimal.
 *
 * Times are steps, or steps of steps when senders are never on time. Values are decimals as whole
 * numbers, each as its difference from the one before; else Float32 or Float64, whichever is exact.
 *
 * @param points in time order, at least one
 */
export function encodePoints(points: readonly Point[]): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(FORMAT);
  writer.count(points.length);
  writeTimes(writer, points);
  writeValues(writer, points.map(({ value }) => value));
  writeTexts(writer, points);
  return writer.sealed();
}

/**
 * The points of a run.
 *
 * @throws DamagedValue when the bytes are not what was written
 */
export function decodePoints(bytes: unknown): Point[] {
  const reader = new ByteReader(bytes);
  if (reader.byte() !== FORMAT) throw new TypeError("A series value has a format of another time");
  const count = reader.count();
  const times = readTimes(reader, count);
  const values = readValues(reader, count);
  const texts = readTexts(reader);
  const points = new Array<Point>(count);
  for (let at = 0; at < count; at++) {
    const text = texts?.get(at);
    const point = { epochS: times[at] ?? 0, value: values[at] ?? 0 };
    points[at] = text === undefined ? point : { ...point, text };
  }
  return points;
}

const FORMAT = 1;
const RUNS = 0;
const STEPS_OF_STEPS = 1;
const FLOAT32 = MOST_PLACES + 1;
const FLOAT64 = MOST_PLACES + 2;

function writeTimes(writer: ByteWriter, points: readonly Point[]): void {
  const steps = points.slice(1).map(({ epochS }, at) => epochS - (points[at]?.epochS ?? 0));
  writer.whole(points[0]?.epochS ?? 0);
  const runs = runsOf(steps);
  if (runs.length * 3 <= steps.length + 3) {
    writer.byte(RUNS);
    for (const { step, times } of runs) {
      writer.count(step);
      writer.count(times);
    }
    return;
  }
  writer.byte(STEPS_OF_STEPS);
  let before = 0;
  for (const step of steps) {
    writer.whole(step - before);
    before = step;
  }
}

function readTimes(reader: ByteReader, count: number): Float64Array {
  const times = new Float64Array(count);
  let time = times[0] = reader.whole();
  const mode = reader.byte();
  let step = 0;
  let left = 0;
  for (let at = 1; at < count; at++) {
    if (mode === STEPS_OF_STEPS) {
      step += reader.whole();
    } else if (left-- === 0) {
      step = reader.count();
      left = reader.count() - 1;
    }
    times[at] = time += step;
  }
  return times;
}

function runsOf(steps: readonly number[]): { step: number; times: number }[] {
  const runs: { step: number; times: number }[] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run?.step === step) run.times++;
    else runs.push({ step, times: 1 });
  }
  return runs;
}

function writeValues(writer: ByteWriter, values: readonly number[]): void {
  const places = commonPlaces(values);
  if (places === null) {
    const exact32 = values.every((value) => Object.is(Math.fround(value), value));
    writer.byte(exact32 ? FLOAT32 : FLOAT64);
    for (const value of values) exact32 ? writer.float32(value) : writer.float64(value);
    return;
  }
  const wholes = values.map((value) => scaled(value, places));
  const steps = wholes.slice(1).map((whole, at) => whole - (wholes[at] ?? 0));
  const unit = steps.reduce(divisor, 0) || 1;
  writer.byte(places);
  writer.count(unit);
  writer.whole(wholes[0] ?? 0);
  for (const step of steps) writer.whole(step / unit);
}

function readValues(reader: ByteReader, count: number): Float64Array {
  const values = new Float64Array(count);
  const places = reader.byte();
  if (places >= FLOAT32) {
    for (let at = 0; at < count; at++) {
      values[at] = places === FLOAT32 ? reader.float32() : reader.float64();
    }
    return values;
  }
  const unit = reader.count();
  let whole = reader.whole();
  values[0] = unscaled(whole, places);
  for (let at = 1; at < count; at++) {
    whole += reader.whole() * unit;
    values[at] = unscaled(whole, places);
  }
  return values;
}

/** Decimal places that every value has at most; null when one has too many. */
function commonPlaces(values: readonly number[]): number | null {
  let most = 0;
  for (const value of values) {
    const places = decimalPlaces(value, most);
    if (places === null) return null;
    most = places;
  }
  return values.every((value) => decimalPlaces(value, most) === most) ? most : null;
}

function divisor(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

function writeTexts(writer: ByteWriter, points: readonly Point[]): void {
  const words = [...new Set(points.flatMap(({ text }) => text === undefined ? [] : [text]))];
  writer.count(words.length);
  if (words.length === 0) return;
  for (const word of words) writer.text(word);
  const rank = new Map(words.map((word, at) => [word, at + 1]));
  writer.count(points.length);
  for (const { text } of points) writer.count(text === undefined ? 0 : rank.get(text) ?? 0);
}

function readTexts(reader: ByteReader): ReadonlyMap<number, string> | null {
  const wordCount = reader.count();
  if (wordCount === 0) return null;
  const words = Array.from({ length: wordCount }, () => reader.text());
  const texts = new Map<number, string>();
  const count = reader.count();
  for (let at = 0; at < count; at++) {
    const word = words[reader.count() - 1];
    if (word !== undefined) texts.set(at, word);
  }
  return texts;
}
