/** Holds arrived readings by series, in the order of their arrivals. @module */

import { type Point, type Reading, slotOf } from "@/lib/timeseries/readings.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { decodeArrival } from "./arrival_encoding.ts";
import { type ArrivalName, inOrder, rankOf } from "./arrival_names.ts";

export interface Extent {
  readonly count: number;
  readonly spanS: number;
}

/** The number of some readings, and the time they span. */
export function extentOf(readings: readonly Reading[]): Extent {
  let [fromS, toS] = [Infinity, -Infinity];
  for (const { epochS } of readings) {
    fromS = Math.min(fromS, epochS);
    toS = Math.max(toS, epochS);
  }
  return { count: readings.length, spanS: Math.max(0, toS - fromS) };
}

/**
 * Readings that determine the content of a series of a kind: the last of those that replace each other in a slot.
 *
 * A sensor that sends each second then has one reading in five minutes, a register two.
 */
export function decidingOf(readings: readonly Reading[], kind: DataKind): readonly Reading[] {
  return readings.filter((_, at) => !isReplaced(readings, at, kind));
}

/** True when the neighbouring readings in its slot replace a reading, for any stored content. */
function isReplaced(readings: readonly Reading[], at: number, kind: DataKind): boolean {
  const epochS = secondOfPoint(readings[at]);
  const nextS = secondOfPoint(readings[at + 1]);
  if (nextS === epochS) return epochS !== null;
  if (epochS === null || nextS === null || nextS < epochS || kind === "consumption") return false;
  if (slotOf(nextS) !== slotOf(epochS)) return false;
  if (kind !== "index") return true;
  // A register stores the first reading of a slot too.
  const beforeS = secondOfPoint(readings[at - 1]);
  return beforeS !== null && beforeS < epochS && slotOf(beforeS) === slotOf(epochS);
}

/** Null for a removal or an absent reading. */
function secondOfPoint(reading: Reading | undefined): number | null {
  return reading === undefined || "removed" in reading ? null : reading.epochS;
}

/** The readings of one series, in arrival order. */
export interface SeriesReadings {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly readings: readonly Reading[];
  /** Changes with the readings: cache key of results computed from them. */
  readonly revision: string;
}

/** The newest point of some readings; "removed" when one is a removal. */
export function newestOf(readings: readonly Reading[]): Point | "removed" | null {
  let newest: Point | null = null;
  for (const reading of readings) {
    if ("removed" in reading) return "removed";
    if (newest === null || reading.epochS >= newest.epochS) newest = reading;
  }
  return newest;
}

/** True when all readings are points in time order after a given point, without a fall for a register. */
export function follow(
  readings: readonly Reading[],
  { epochS, value }: Point,
  kind: DataKind,
): boolean {
  for (const reading of readings) {
    if ("removed" in reading || reading.epochS < epochS) return false;
    if (kind === "index" && reading.value < value) return false;
    ({ epochS, value } = reading);
  }
  return true;
}

/** A stored arrival, or one just written. */
export interface ArrivedBytes extends ArrivalName {
  readonly value: unknown;
}

interface HeldSeries {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly all: Reading[];
  last: ArrivalName;
  /** As they were last returned; null once there are others. */
  returned: SeriesReadings | null;
}

/** Memory of a reading, about, besides its text. */
const BYTES_PER_READING = 64;

/** Readings of many series, in the order in which their arrivals were acknowledged. */
export class ArrivedReadings {
  readonly #series = new Map<string, HeldSeries>();
  #newest: ArrivalName | null = null;
  #readingCount = 0;
  #bytes = 0;

  get readingCount(): number {
    return this.#readingCount;
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds the readings of an arrival.
   *
   * @returns false when an arrival acknowledged later was added before: nothing is added
   * @throws DamagedValue when the bytes are damaged
   */
  add(arrival: ArrivedBytes): boolean {
    if (this.#newest !== null && inOrder(this.#newest, arrival) > 0) return false;
    const { key, versionstamp, value } = arrival;
    const last = { key, versionstamp };
    for (const { seriesId, kind, readings } of decodeArrival(value)) {
      const held = this.#series.get(seriesId) ??
        { seriesId, kind, all: [], last, returned: null };
      this.#series.set(seriesId, held);
      for (const reading of readings) held.all.push(reading);
      [held.last, held.returned] = [last, null];
      this.#readingCount += readings.length;
      this.#bytes += readings.length * BYTES_PER_READING;
    }
    this.#newest = last;
    // Its texts, and more than they take.
    this.#bytes += value instanceof Uint8Array ? value.length : 0;
    return true;
  }

  /** The readings of a series, in the order they were acknowledged; undefined when it has none. */
  of(seriesId: string): SeriesReadings | undefined {
    const held = this.#series.get(seriesId);
    return held && returnedOf(held);
  }

  *all(): Generator<SeriesReadings> {
    for (const held of this.#series.values()) yield returnedOf(held);
  }
}

function returnedOf(held: HeldSeries): SeriesReadings {
  const { seriesId, kind, all, last: { key, versionstamp } } = held;
  return held.returned ??= {
    seriesId,
    kind,
    readings: [...all],
    revision: `${all.length} ${versionstamp} ${rankOf(key)}`,
  };
}
