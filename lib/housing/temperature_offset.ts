/** Corrects the temperatures of dwellings by the offset of their modules. @module */

import { round } from "@/lib/base/rounding.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import type { RollupSlot } from "@/lib/timeseries/rollups.ts";
import { type Point, storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { readNumber } from "@/lib/ui/number_input.ts";
import type { House } from "./schema.ts";

/** Maximum offset of a module's thermometer, up or down, °C. */
export const MOST_TEMP_OFFSET_C = 10;

/** Module setting for the offset of its thermometer. @spec housing.temperature-offset */
export const TEMP_OFFSET_SETTING = "tempOffset";

/**
 * Offset of a dwelling's module above the true temperature, °C.
 *
 * @spec housing.temperature-offset
 * @param config settings of the module
 * @returns 0 when absent, not a number, or out of bounds
 */
export function tempOffsetC(config: House["config"]): number {
  const offset = readNumber(config[TEMP_OFFSET_SETTING] ?? "");
  return offset === null || Math.abs(offset) > MOST_TEMP_OFFSET_C ? 0 : offset;
}

/** Input of the correction: the residence's features, its series, its dwellings. */
interface Corrected {
  readonly features: Pick<ProjectFeatures, "tempOffset">;
  readonly series: readonly ProjectSeries[];
  readonly houses: readonly { readonly id: string; readonly config: House["config"] }[];
}

/**
 * A reader that subtracts each module's offset from the temperatures of its dwelling and returns other series
 * unchanged. Stored readings do not change.
 *
 * @spec housing.temperature-offset
 * @returns the reader itself when there is nothing to correct
 */
export function correctedReader(reader: SeriesReader, corrected: Corrected): SeriesReader {
  return offsetReader(reader, tempOffsets(corrected));
}

/** As `correctedReader()`, from offsets by stored series id. */
export function offsetReader(
  reader: SeriesReader,
  offsets: ReadonlyMap<string, number>,
): SeriesReader {
  if (offsets.size === 0) return reader;
  const slots = (id: string, read: readonly RollupSlot[]) =>
    withOffset(offsets.get(id), read, lowerSlot);
  const points = (id: string, read: readonly Point[]) =>
    withOffset(offsets.get(id), read, lowerPoint);
  const newest = (id: string, point: Point) => points(id, [point])[0] ?? point;
  return {
    months: async (id, year) => slots(id, await reader.months(id, year)),
    days: async (id, days) => slots(id, await reader.days(id, days)),
    hoursOfDays: async (id, days) =>
      (await reader.hoursOfDays(id, days)).map((hours) => slots(id, hours)),
    shortSlots: async (id, ...args) => slots(id, await reader.shortSlots(id, ...args)),
    points: async (id, range) => points(id, await reader.points(id, range)),
    async monthsOfMany(ids, year) {
      const read = await reader.monthsOfMany(ids, year);
      return new Map([...read].map(([id, months]) => [id, slots(id, months)]));
    },
    async last(id) {
      const point = await reader.last(id);
      return point === null ? null : newest(id, point);
    },
    async lastOfMany(ids) {
      const read = await reader.lastOfMany(ids);
      return new Map([...read].map(([id, point]) => [id, newest(id, point)]));
    },
    endedBefore: (...args) => reader.endedBefore(...args),
    eventsOfMany: (ids) => reader.eventsOfMany(ids),
    jumpsOfMany: (ids) => reader.jumpsOfMany(ids),
    // Only registers are judged.
    judged: (...args) => reader.judged(...args),
    registersOfMany: (ids) => reader.registersOfMany(ids),
    stateOf: (...args) => reader.stateOf(...args),
  };
}

/** Nonzero offsets by stored series id. */
export function tempOffsets({ features, series, houses }: Corrected): ReadonlyMap<string, number> {
  if (!features.tempOffset) return new Map();
  const temperatures = series.filter(({ dataUnitId }) => dataUnitId === "TEMP");
  const offsets = houses.flatMap(({ id: houseId, config }) => {
    const offsetC = tempOffsetC(config);
    return offsetC === 0
      ? []
      : temperatures.map(({ id }) => [storedSeriesId(id, houseId), offsetC] as const);
  });
  return new Map(offsets);
}

function withOffset<Read>(
  offsetC: number | undefined,
  read: readonly Read[],
  lower: (one: Read, offsetC: number) => Read,
): readonly Read[] {
  return offsetC === undefined ? read : read.map((one) => lower(one, offsetC));
}

/** Subtracts the offset of its thermometer from a reading. */
export function lowerPoint(point: Point, offsetC: number): Point {
  return { ...point, value: less(point.value, offsetC) };
}

function lowerSlot(slot: RollupSlot, offsetC: number): RollupSlot {
  const lowered = (value: number | null) => value === null ? null : less(value, offsetC);
  const { mean, min, max, last } = slot;
  return {
    ...slot,
    mean: lowered(mean),
    min: lowered(min),
    max: lowered(max),
    last: lowered(last),
  };
}

/** Rounds off binary noise: 20.1 − 0.3 is 19.8. */
function less(valueC: number, offsetC: number): number {
  return round(valueC - offsetC, 6);
}
