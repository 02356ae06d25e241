/** Cuts points into stored parts, and reads parts and windows of points. @module */

import { keys } from "@/lib/store/keys.ts";
import type { Entry, Key, Store } from "@/lib/store/store.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { decodePoints, encodePoints, type PartPath, partPathOf } from "./chunk_encoding.ts";

export interface Part {
  readonly key: Key;
  readonly bytes: Uint8Array;
  /** UTC month, 0 for January 1970. */
  readonly month: number;
  readonly startS: number;
}

/** A part with its decoded points. */
export interface OpenPart extends Part {
  readonly points: readonly Point[];
  /** Judgement of the register where it begins; null for another kind, and until it is judged. */
  readonly path: PartPath | null;
}

/** The judgement to store with consecutive points; null for a series that is no register. */
type PathOf = (points: readonly Point[]) => PartPath | null;

const NO_PATH: PathOf = () => null;

/** Sizes up to here waste no page of the file… */
export const SMALL_BYTES = 950;
/** …nor do sizes from here on: no part has a size in between. */
export const BIG_BYTES = 8192;
/** Maximum size of a big part, under the 64 KiB of a value. */
const LARGEST_BYTES = 60 * 1024;

export function isPartSize(bytes: number): boolean {
  return bytes <= SMALL_BYTES || (bytes >= BIG_BYTES && bytes <= LARGEST_BYTES);
}

/** The UTC month of a second, 0 for January 1970. */
export function utcMonthOf(epochS: number): number {
  const date = new Date(epochS * 1000);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** Groups points or readings by UTC month; computes the calendar once for each run of one month. */
export function byUtcMonth<T extends { readonly epochS: number }>(
  items: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  const months = new Map<number, T[]>();
  let [fromS, toS] = [0, 0];
  let group: T[] = [];
  for (const item of items) {
    if (item.epochS < fromS || item.epochS >= toS) {
      const month = utcMonthOf(item.epochS);
      [fromS, toS] = [utcMonthStart(month), utcMonthStart(month + 1)];
      group = months.get(month) ?? [];
      months.set(month, group);
    }
    group.push(item);
  }
  return months;
}

export function utcMonthStart(month: number): number {
  return Date.UTC(1970 + Math.floor(month / 12), month % 12) / 1000;
}

export function partKey(projectId: string, seriesId: string, startS: number): Key {
  const month = utcMonthOf(startS);
  return keys.points(projectId, seriesId, month, startS - utcMonthStart(month));
}

/** A part from its entry, without its points. */
export function partOf(entry: Entry): Part {
  const [month, second] = entry.key.slice(-2);
  if (typeof month !== "number" || typeof second !== "number") {
    throw new TypeError(`Not a part of a series: ${entry.key.join("/")}`);
  }
  const bytes = entry.value instanceof Uint8Array ? entry.value : new Uint8Array();
  return { key: entry.key, bytes, month, startS: utcMonthStart(month) + second };
}

export function openPartOf(entry: Entry): OpenPart {
  const part = partOf(entry);
  return { ...part, points: decodePoints(part.bytes), path: partPathOf(part.bytes) };
}

/**
 * Splits the points of one UTC month into parts of valid sizes: small ones until they make a big one.
 *
 * @param points in time order, all of one month
 */
export function cutParts(
  { projectId, seriesId }: { readonly projectId: string; readonly seriesId: string },
  points: readonly Point[],
  pathOf: PathOf = NO_PATH,
): Part[] {
  return cutBytes(points, pathOf).map(({ startS, bytes }) => ({
    key: partKey(projectId, seriesId, startS),
    bytes,
    month: utcMonthOf(startS),
    startS,
  }));
}

interface Cut {
  readonly startS: number;
  readonly bytes: Uint8Array;
}

function cutBytes(points: readonly Point[], pathOf: PathOf): Cut[] {
  const [first] = points;
  if (first === undefined) return [];
  const bytes = encodePoints(points, pathOf(points));
  if (isPartSize(bytes.length)) return [{ startS: first.epochS, bytes }];
  if (bytes.length < BIG_BYTES) return smallCuts(points, bytes.length, pathOf);
  const pieces = Math.ceil(bytes.length / (LARGEST_BYTES * 0.9));
  const size = Math.ceil(points.length / pieces);
  return Array.from({ length: pieces }, (_, at) => points.slice(at * size, (at + 1) * size))
    .flatMap((piece) => cutBytes(piece, pathOf));
}

/** Parts filled one after the other, so that parts already written do not change. */
function smallCuts(points: readonly Point[], totalBytes: number, pathOf: PathOf): Cut[] {
  const cuts: Cut[] = [];
  const usual = Math.max(1, Math.floor(points.length * (SMALL_BYTES - 50) / totalBytes));
  let rest = points;
  while (rest.length > 0) {
    let part = rest.slice(0, usual);
    let bytes = encodePoints(part, pathOf(part));
    while (bytes.length > SMALL_BYTES && part.length > 1) {
      part = part.slice(0, Math.floor(part.length * 0.8));
      bytes = encodePoints(part, pathOf(part));
    }
    cuts.push({ startS: part[0]?.epochS ?? 0, bytes });
    rest = rest.slice(part.length);
  }
  return cuts;
}

/** Points read on each side of a change, for the reading before the newest one, and the start of a day. */
export const CONTEXT_POINTS = 8;

/** Parts read together on each side. */
const BATCH = 4;

/**
 * The points of a series around a moment, read outwards only as far as requested.
 *
 * Points are read in whole parts, so there may be more than requested.
 */
export class PointsWindow {
  #parts: OpenPart[] = [];
  #points: readonly Point[] | null = null;
  #before: AsyncIterator<Entry> | null;
  #after: AsyncIterator<Entry> | null;

  /**
   * @param pivotS reading starts from the parts just before and just after this second
   * @param lastS second of the series' newest point: nothing is read beyond it
   */
  constructor(
    store: Store,
    projectId: string,
    seriesId: string,
    { pivotS, lastS }: { readonly pivotS: number; readonly lastS: number },
  ) {
    const prefix = keys.points.under(projectId, seriesId);
    const pivot = partKey(projectId, seriesId, pivotS);
    const options = { batchSize: BATCH };
    this.#before = lastS === -Infinity
      ? null
      : store.list({ prefix, end: pivot }, { ...options, reverse: true })[Symbol.asyncIterator]();
    this.#after = lastS < pivotS
      ? null
      : store.list({ prefix, start: pivot }, options)[Symbol.asyncIterator]();
  }

  /** Every part read so far, in time order. */
  get parts(): readonly OpenPart[] {
    return this.#parts;
  }

  /** Every point read so far, in time order. */
  get points(): readonly Point[] {
    this.#points ??= this.#parts.length === 1
      ? this.#parts[0]?.points ?? []
      : this.#parts.flatMap(({ points }) => points);
    return this.#points;
  }

  /** True when there is no point before those read. */
  get reachedStart(): boolean {
    return this.#before === null;
  }

  /** True when there is no point after those read. */
  get reachedEnd(): boolean {
    return this.#after === null;
  }

  /** Reads every point from `fromS` to `toS`, and `context` more on each side where they exist. */
  async reach(fromS: number, toS: number, context: number): Promise<void> {
    while (this.#before !== null && this.#countBefore(fromS) < context) {
      const part = await nextPart(this.#before);
      if (part === null) this.#before = null;
      else this.#parts.unshift(part);
      this.#points = null;
    }
    while (this.#after !== null && this.#countFrom(toS) < context) {
      const part = await nextPart(this.#after);
      if (part === null) this.#after = null;
      else this.#parts.push(part);
      this.#points = null;
    }
  }

  #countBefore(atS: number): number {
    let count = 0;
    for (const { points } of this.#parts) {
      for (const { epochS } of points) {
        if (epochS >= atS) return count;
        count++;
      }
    }
    return count;
  }

  #countFrom(atS: number): number {
    let count = 0;
    for (let at = this.#parts.length - 1; at >= 0; at--) {
      const points = this.#parts[at]?.points ?? [];
      for (let position = points.length - 1; position >= 0; position--) {
        if ((points[position]?.epochS ?? 0) < atS) return count;
        count++;
      }
    }
    return count;
  }
}

async function nextPart(entries: AsyncIterator<Entry>): Promise<OpenPart | null> {
  const next = await entries.next();
  return next.done === true ? null : openPartOf(next.value);
}
