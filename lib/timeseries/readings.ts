/** Points and readings of series, their slots, the ids they are stored under, and the bounds of their times and values. @module */

import { canonicalQuantity, canonicalUnit } from "./canonical_units.ts";
import { type DataKind, dataUnit, type DataUnitId } from "./units.ts";

/**
 * One reading: a value at a second.
 *
 * `value` is in the series' own unit. A text state is in `text`, with value 0.
 */
export interface Point {
  /** Seconds since 1970-01-01T00:00:00Z, whole. */
  readonly epochS: number;
  readonly value: number;
  readonly text?: string;
}

/** A write to a series: a point, or the removal of the slot of that second. @spec series.slots */
export type Reading = Point | { readonly epochS: number; readonly removed: true };

/** Length of the slot that stores one instant, register or state. */
export const SLOT_S = 300;

export function slotOf(epochS: number): number {
  return Math.floor(epochS / SLOT_S);
}

/**
 * The points of a series after readings arrived, applied in their order of arrival.
 *
 * A five-minute slot stores the latest reading of an instant or a state, and the first and latest readings of an
 * index: the register is then known on both sides of the start of an hour or a day. A consumption stores every
 * distinct second. A reading at the same second replaces the stored one. A removal empties its slot. Idempotent.
 *
 * @spec series.slots
 * @param points stored, in time order; not changed
 * @returns the new content, in time order
 */
export function mergeReadings(
  points: readonly Point[],
  readings: readonly Reading[],
  kind: DataKind,
): readonly Point[] {
  if (comeAfter(points, readings, kind)) return [...points, ...readings];
  const slotS = slotLength(kind);
  const slotAt = ({ epochS }: Reading) => Math.floor(epochS / slotS);
  const touched = new Map<number, readonly Point[]>();
  for (const reading of readings) touched.set(slotAt(reading), []);
  const others = points.filter((point) => {
    const known = touched.get(slotAt(point));
    if (known !== undefined) touched.set(slotAt(point), [...known, point]);
    return known === undefined;
  });
  const select = kind === "index" ? firstAndLatest : latest;
  for (const reading of readings) {
    const known = touched.get(slotAt(reading)) ?? [];
    touched.set(slotAt(reading), "removed" in reading ? [] : select(known, reading));
  }
  return [...others, ...[...touched.values()].flat()].sort((a, b) => a.epochS - b.epochS);
}

function slotLength(kind: DataKind): number {
  return kind === "consumption" ? 1 : SLOT_S;
}

/** New content of a slot of an instant, a state or a consumption. */
function latest(selected: readonly Point[], reading: Point): readonly Point[] {
  return reading.epochS >= (selected[0]?.epochS ?? -Infinity) ? [reading] : selected;
}

/** New content of a slot of an index. */
function firstAndLatest([first, last]: readonly Point[], reading: Point): readonly Point[] {
  if (first === undefined || reading.epochS === first.epochS) {
    return last ? [reading, last] : [reading];
  }
  if (reading.epochS < first.epochS) return [reading, last ?? first];
  return last === undefined || reading.epochS >= last.epochS ? [first, reading] : [first, last];
}

/** The common case: points only, in order, after the last stored one, with no slot over its capacity. */
function comeAfter(
  points: readonly Point[],
  readings: readonly Reading[],
  kind: DataKind,
): readings is readonly Point[] {
  const slotS = slotLength(kind);
  const most = kind === "index" ? 2 : 1;
  const slotAt = (point: Point | undefined) => Math.floor((point?.epochS ?? -Infinity) / slotS);
  let [slot, lastS] = [slotAt(points.at(-1)), points.at(-1)?.epochS ?? -Infinity];
  let inSlot = slotAt(points.at(-2)) === slot ? 2 : 1;
  for (const reading of readings) {
    const next = Math.floor(reading.epochS / slotS);
    inSlot = next === slot ? inSlot + 1 : 1;
    if ("removed" in reading || reading.epochS <= lastS || inSlot > most) return false;
    [slot, lastS] = [next, reading.epochS];
  }
  return true;
}

/**
 * The id under which a series' readings are stored.
 *
 * @param houseId dwelling of the readings; null for a facility
 */
export function storedSeriesId(seriesId: string, houseId: string | null): string {
  return houseId === null ? seriesId : `${seriesId}@${houseId}`;
}

/** The id of a series from that of its readings, as returned by {@link storedSeriesId}. */
export function seriesOfStored(storedId: string): string {
  return storedId.split("@")[0] ?? storedId;
}

/** The dwelling of stored readings, from their id; null for those of a facility. */
export function houseOfStored(storedId: string): string | null {
  return storedId.split("@")[1] ?? null;
}

/** Whether stored readings are those of a dwelling, from their id. */
export function isOfHouse(storedId: string): boolean {
  return storedId.includes("@");
}

/** Readings of one series that arrive together; a later reading at the same second replaces the earlier one. */
export interface SeriesBatch {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly readings: readonly Reading[];
}

/** Maximum lead of a sender's clock over the server's. @spec series.plausible */
export const FUTURE_S = 600;

/** Maximum age of a reading in years, unless a user confirms older ones. */
export const READING_YEARS = 10;

/** Seconds of a mean year: a window does not follow the calendar. */
const YEAR_S = 31_557_600;

/** The allowed seconds of a reading, bounds included. */
export interface TimeWindow {
  readonly oldestS: number;
  readonly newestS: number;
}

/** Why the time of a reading is refused. */
export type TimeFault = "too-old" | "future";

/** The window of readings received at an instant, seconds since 1970. */
export function timeWindow(nowS: number, years: number): TimeWindow {
  return { oldestS: Math.max(0, nowS - years * YEAR_S), newestS: nowS + FUTURE_S };
}

/** Why the time of a reading is refused; null when valid. Also refuses a value that is not a second. */
export function timeFault(epochS: number, { oldestS, newestS }: TimeWindow): TimeFault | null {
  if (epochS >= oldestS && epochS <= newestS && Number.isSafeInteger(epochS)) return null;
  return epochS > newestS ? "future" : "too-old";
}

/**
 * Whether a date is too old: before the window, or before 1970 once confirmed.
 *
 * @param acceptOld whether the user confirmed the date
 */
export function isTooOld(epochS: number, { oldestS }: TimeWindow, acceptOld: boolean): boolean {
  return epochS < (acceptOld ? 0 : oldestS);
}

/** Allowed values of a series, bounds included. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Bounds of a value of unknown unit: beyond any meter or sensor. */
export const ANY_BOUNDS: Bounds = { min: -1e15, max: 1e15 };

/** Registers and consumptions are never negative. */
const REGISTER: Bounds = { min: 0, max: 1e9 };
/** Bounds of a register or a consumption in an unknown unit. */
const ANY_COUNT: Bounds = { min: 0, max: ANY_BOUNDS.max };
const PIPE: Bounds = { min: -60, max: 300 };

/** Far beyond real values: a value outside is an error of the sender, never a rare reading. */
const OWN_BOUNDS: Partial<Readonly<Record<DataUnitId, Bounds>>> = {
  TEMP: { min: -60, max: 150 },
  HUM: { min: -10, max: 110 },
  CO2: { min: 0, max: 100_000 },
  IRRA: { min: -100, max: 3_000 },
  TEXT: { min: -100, max: 100 },
  DJU: { min: 0, max: 20_000 },
  TDEP: PIPE,
  TRET: PIPE,
};

/**
 * The allowed values of a series, in its own unit.
 *
 * @param importedUnit unit of its values when it differs from the catalogue's, otherwise null
 */
export function plausibleBounds(id: DataUnitId, importedUnit: string | null): Bounds {
  const { unit, sum } = dataUnit(id);
  const bounds = OWN_BOUNDS[id] ?? (sum ? REGISTER : ANY_BOUNDS);
  if (importedUnit === null || importedUnit === unit) return bounds;
  if (canonicalUnit(importedUnit) !== canonicalUnit(unit)) return sum ? ANY_COUNT : ANY_BOUNDS;
  const each = canonicalQuantity(1, importedUnit) / canonicalQuantity(1, unit);
  return { min: bounds.min / each, max: bounds.max / each };
}

export function isWithin(value: number, { min, max }: Bounds): boolean {
  return value >= min && value <= max;
}
