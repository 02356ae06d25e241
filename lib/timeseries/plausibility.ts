/** Bounds of the times and values of readings. @module */

import { canonicalQuantity, canonicalUnit } from "./canonical_units.ts";
import { dataUnit, type DataUnitId } from "./units.ts";

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
