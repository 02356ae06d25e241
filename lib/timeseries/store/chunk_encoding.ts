/** Encodes the points of a chunk and the paths of registers. @module */

import { FALL_CAUSES, type RegisterJump } from "@/lib/timeseries/meter_event.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import type {
  Excess,
  LeftPath,
  PathPoint,
  PathState,
  Rise,
} from "@/lib/timeseries/register_rules.ts";
import {
  ByteReader,
  ByteWriter,
  decimalPlaces,
  MOST_PLACES,
  POWERS,
  scaled,
} from "./value_encoding.ts";

/** The judgement of a register where a part of its readings begins. */
export interface PartPath {
  /** The state before its first reading. */
  readonly state: PathState;
  /** Second of the last reading that changed the verdict of one of its readings, or of one before; null for none. */
  readonly laterS: number | null;
}

const IS_FIRST = 1;
const IS_BROKEN = 2;
const IS_RUN_BROKEN = 4;
const HAS_LAST = 8;
const HAS_LEFT = 16;
const HAS_RUN = 32;
const HAS_EXCESS = 64;

/** A state as bytes, preceded by a CRC. */
export function encodePath(state: PathState): Uint8Array {
  const writer = new ByteWriter();
  writePath(writer, state);
  return writer.sealed();
}

/** @throws DamagedValue when the bytes are damaged */
export function decodePath(bytes: unknown): PathState {
  return readPath(new ByteReader(bytes));
}

/** True when judging goes on in the same way from both. */
export function isSamePath(one: PathState, other: PathState): boolean {
  const [a, b] = [encodePath(one), encodePath(other)];
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function writePartPath(writer: ByteWriter, { state, laterS }: PartPath): void {
  writePath(writer, state);
  writer.count(laterS === null ? 0 : laterS + 1);
}

function readPartPath(reader: ByteReader): PartPath {
  const state = readPath(reader);
  const later = reader.count();
  return { state, laterS: later === 0 ? null : later - 1 };
}

/** Seconds are before that of the last reading. */
function writePath(writer: ByteWriter, state: PathState): void {
  const { atS, last, rises, left, run, excess } = state;
  const baseS = atS ?? 0;
  writer.count(atS === null ? 0 : atS + 1);
  writer.byte(
    (state.isFirst ? IS_FIRST : 0) + (state.isBroken ? IS_BROKEN : 0) +
      (state.isRunBroken ? IS_RUN_BROKEN : 0) + (last === null ? 0 : HAS_LAST) +
      (left === null ? 0 : HAS_LEFT) + (run === null ? 0 : HAS_RUN) +
      (excess === null ? 0 : HAS_EXCESS),
  );
  if (last !== null) writePoint(writer, last, baseS);
  writer.count(rises.length);
  for (const { at, next, count } of rises) {
    writePoint(writer, at, baseS);
    writePoint(writer, next, baseS);
    writer.byte(count);
  }
  if (left !== null) writeLeft(writer, left, baseS);
  if (run !== null) {
    writePoint(writer, run.first, baseS);
    writePoint(writer, run.last, baseS);
    writer.byte(run.count);
  }
  if (excess === null) return;
  writer.byte(excess.count);
  writer.count(baseS - excess.fromS);
  writer.decimal(excess.ratePerHour);
}

function readPath(reader: ByteReader): PathState {
  const at = reader.count();
  const atS = at === 0 ? null : at - 1;
  const baseS = atS ?? 0;
  const flags = reader.byte();
  const has = (flag: number) => (flags & flag) !== 0;
  return {
    atS,
    isFirst: has(IS_FIRST),
    isBroken: has(IS_BROKEN),
    isRunBroken: has(IS_RUN_BROKEN),
    last: has(HAS_LAST) ? readPoint(reader, baseS) : null,
    rises: Array.from({ length: reader.count() }, (): Rise => ({
      at: readPoint(reader, baseS),
      next: readPoint(reader, baseS),
      count: reader.byte(),
    })),
    left: has(HAS_LEFT) ? readLeft(reader, baseS) : null,
    run: has(HAS_RUN)
      ? { first: readPoint(reader, baseS), last: readPoint(reader, baseS), count: reader.byte() }
      : null,
    excess: has(HAS_EXCESS) ? readExcess(reader, baseS) : null,
  };
}

function writePoint(writer: ByteWriter, { epochS, value }: PathPoint, baseS: number): void {
  writer.count(baseS - epochS);
  writer.decimal(value);
}

function readPoint(reader: ByteReader, baseS: number): PathPoint {
  return { epochS: baseS - reader.count(), value: reader.decimal() };
}

function writeLeft(writer: ByteWriter, { last, forkS, jump }: LeftPath, baseS: number): void {
  writePoint(writer, last, baseS);
  writer.count(baseS - forkS);
  writer.byte(jump === null ? 0 : 1 + FALL_CAUSES.indexOf(jump.cause));
  if (jump === null) return;
  writePoint(writer, jump, baseS);
  writePoint(writer, { epochS: jump.beforeS, value: jump.before }, baseS);
}

function readLeft(reader: ByteReader, baseS: number): LeftPath {
  const last = readPoint(reader, baseS);
  const forkS = baseS - reader.count();
  const cause = FALL_CAUSES[reader.byte() - 1];
  return { last, forkS, jump: cause === undefined ? null : readJump(reader, cause, baseS) };
}

function readJump(reader: ByteReader, cause: RegisterJump["cause"], baseS: number): RegisterJump {
  const { epochS, value } = readPoint(reader, baseS);
  const { epochS: beforeS, value: before } = readPoint(reader, baseS);
  return { epochS, value, beforeS, before, cause };
}

function readExcess(reader: ByteReader, baseS: number): Excess {
  return {
    count: reader.byte(),
    fromS: baseS - reader.count(),
    ratePerHour: reader.decimal(),
  };
}

/**
 * Encodes a run of points, exactly and compactly: about two bytes a point for a sensor of one decimal.
 *
 * Times are steps, or steps of steps for irregular senders. Values are decimals as whole numbers, each as its
 * difference from the previous one; else Float32 or Float64, whichever is exact.
 *
 * @param points in time order, at least one
 * @param path judgement of the register before them; null for another kind
 */
export function encodePoints(points: readonly Point[], path: PartPath | null = null): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(path === null ? FORMAT : FORMAT_WITH_PATH);
  if (path !== null) {
    const block = new ByteWriter();
    writePartPath(block, path);
    writer.block(block);
  }
  writer.count(points.length);
  writeTimes(writer, points);
  writeValues(writer, points.map(({ value }) => value));
  writeTexts(writer, points);
  return writer.sealed();
}

/** The points of a run. @throws DamagedValue when the bytes are damaged */
export function decodePoints(bytes: unknown): Point[] {
  const reader = runReader(bytes);
  const count = reader.count();
  const times = readTimes(reader, count);
  const values = readValues(reader, count);
  const texts = readTexts(reader);
  const points = new Array<Point>(count);
  for (let at = 0; at < count; at++) {
    const epochS = times[at] ?? 0;
    const value = values[at] ?? 0;
    const text = texts?.get(at);
    points[at] = text === undefined ? { epochS, value } : { epochS, value, text };
  }
  return points;
}

/** Number of points in a run, without decoding them. @throws DamagedValue when the bytes are damaged */
export function pointCountOf(bytes: unknown): number {
  return runReader(bytes).count();
}

/** Compares a run with its CRC. @throws DamagedValue when the bytes are damaged */
export const checkRun = (bytes: unknown): void => void runReader(bytes);

/**
 * The judgement of a register before a run.
 *
 * @returns null when it was written without: another kind, or an earlier version
 * @throws DamagedValue when the bytes are damaged
 */
export function partPathOf(bytes: unknown): PartPath | null {
  const reader = new ByteReader(bytes);
  if (formatOf(reader) === FORMAT) return null;
  reader.count();
  return readPartPath(reader);
}

function runReader(bytes: unknown): ByteReader {
  const reader = new ByteReader(bytes);
  if (formatOf(reader) === FORMAT_WITH_PATH) reader.skip(reader.count());
  return reader;
}

function formatOf(reader: ByteReader): number {
  const format = reader.byte();
  if (format !== FORMAT && format !== FORMAT_WITH_PATH) {
    throw new TypeError("A series value has a format of another time");
  }
  return format;
}

const FORMAT = 1;
/** A register, with its judgement where the run begins. */
const FORMAT_WITH_PATH = 2;
const RUNS = 0;
const STEPS_OF_STEPS = 1;
const FLOAT32 = MOST_PLACES + 1;
const FLOAT64 = MOST_PLACES + 2;

function writeTimes(writer: ByteWriter, points: readonly Point[]): void {
  const steps = points.slice(1).map(({ epochS }, at) => epochS - (points[at]?.epochS ?? 0));
  writer.whole(points[0]?.epochS ?? 0);
  const runs = runsOf(steps);
  if (runs.length * 2 <= steps.length + 2) {
    const usual = runs.reduce((most, run) => run.times > most.times ? run : most, NO_RUN).step;
    writer.byte(RUNS);
    writer.count(usual);
    for (const { step, times } of runs) {
      writer.whole(step - usual);
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
  if (reader.byte() === STEPS_OF_STEPS) {
    reader.wholes(times, 1);
    let step = 0;
    for (let at = 1; at < count; at++) times[at] = time += step += times[at] ?? 0;
    return times;
  }
  const usual = reader.count();
  for (let at = 1; at < count;) {
    const step = usual + reader.whole();
    for (let left = reader.count(); left > 0; left--) times[at++] = time += step;
  }
  return times;
}

interface Run {
  readonly step: number;
  times: number;
}

const NO_RUN: Run = { step: 0, times: 0 };

function runsOf(steps: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run?.step === step) run.times++;
    else runs.push({ step, times: 1 });
  }
  return runs;
}

function writeValues(writer: ByteWriter, values: readonly number[]): void {
  const places = commonPlaces(values);
  if (places === null) return writeFloats(writer, values);
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
  if (places === FLOAT32) return readFloat32s(reader, values);
  if (places === FLOAT64) {
    for (let at = 0; at < count; at++) values[at] = reader.float64();
    return values;
  }
  const unit = reader.count();
  reader.wholes(values, 0);
  const power = POWERS[places] ?? 1;
  let whole = values[0] ?? 0;
  values[0] = whole / power;
  for (let at = 1; at < count; at++) {
    whole += (values[at] ?? 0) * unit;
    values[at] = whole / power;
  }
  return values;
}

/** 32-bit values as steps between neighbours, other values as they are. */
function writeFloats(writer: ByteWriter, values: readonly number[]): void {
  if (!values.every((value) => Math.fround(value) === value)) {
    writer.byte(FLOAT64);
    for (const value of values) writer.float64(value);
    return;
  }
  writer.byte(FLOAT32);
  const ranks = new Int32Array(new Float32Array(values).buffer);
  let before = 0;
  for (const bits of ranks) {
    const position = bits < 0 ? SIGN_BIT - bits : bits;
    writer.whole(position - before);
    before = position;
  }
}

function readFloat32s(reader: ByteReader, values: Float64Array): Float64Array {
  reader.wholes(values, 0);
  const bits = new Int32Array(values.length);
  let position = 0;
  for (let at = 0; at < values.length; at++) {
    position += values[at] ?? 0;
    bits[at] = position < 0 ? SIGN_BIT - position : position;
  }
  values.set(new Float32Array(bits.buffer));
  return values;
}

/** The bits of a negative float increase as it falls: counted from this bit they are in order. */
const SIGN_BIT = -(2 ** 31);

/** Smallest number of decimal places that fits every value; null when one has too many. */
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
  const position = new Map(words.map((word, at) => [word, at + 1]));
  writer.count(points.length);
  for (const { text } of points) writer.count(text === undefined ? 0 : position.get(text) ?? 0);
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
