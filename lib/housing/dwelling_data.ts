/** Answers the readings and statistics of one dwelling. @module */

import type { Services } from "@/lib/api/services.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { yearBefore } from "@/lib/base/period_steps.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilDays } from "@/lib/base/slots.ts";
import {
  dayBounds,
  isRunning,
  rangeBounds,
  utcInstant,
  zonedSlots,
} from "@/lib/base/time_zones.ts";
import { rangeOf } from "@/lib/facilities/readings.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { covers, type DaySpan, isWithin, type OccupancyPeriod } from "@/lib/series/day_spans.ts";
import { countedSlots, meterMarks } from "@/lib/series/range_reads.ts";
import { rangeFigures } from "@/lib/series/range_rows.ts";
import { allowedResolution, reaches, type Resolution } from "@/lib/series/resolution.ts";
import { withRhythm } from "@/lib/series/rhythms.ts";
import type { CountedSlot, RangeSlot } from "@/lib/series/schema.ts";
import { type Point, storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";
import type { Handler, Input } from "./calls.ts";
import { fineDays } from "./occupancy.ts";
import { seriesOf } from "./residence_data.ts";
import { dayMeant, occupancyPeriodAt, readHousing, seenHouses } from "./visible_readings.ts";

/** A series of one dwelling over a range. @spec housing.series */
export const getHouseRangeData: Handler<"getHouseRangeData"> = async (services, input, caller) => {
  const read = await readRange(services, input, caller);
  if (!read.ok) return read;
  const { range, found } = read;
  const [slots, events] = await Promise.all([found.slots(range), found.marks(range)]);
  const aggregates = await found.withRhythm(range, slots);
  return { ok: true, answer: { ...found.named, ...aggregates, events } };
};

/** A series of one dwelling over a range: lowest, mean and highest reading of each slot. */
export const getHouseRangeStats: Handler<"getHouseRangeStats"> = async (
  services,
  input,
  caller,
) => {
  const read = await readRange(services, input, caller);
  if (!read.ok) return read;
  const { range, found } = read;
  const slots = (await found.slots(range)).map(({ slot, value, min, max, count }) => ({
    slot,
    min,
    mean: value,
    max,
    count,
  }));
  return { ok: true, answer: { ...found.named, slots } };
};

/** Summary figures of a series of one dwelling over a whole range, with those of a year before. */
export const getHouseStats: Handler<"getHouseStats"> = async (services, input, caller) => {
  const read = await readRange(services, input, caller);
  if (!read.ok) return read;
  const { range, found } = read;
  const before = yearBefore(range);
  const [now, earlier] = await Promise.all([
    found.slots(range),
    before === null || isPart(services.now(), found, [range, before]) ? [] : found.slots(before),
  ]);
  const begun = zonedSlots(range, found.timeZone).filter(({ from }) => from <= services.now());
  const { isSum } = found;
  const { min, mean, max, sum, completeness } = rangeFigures(now.slice(0, begun.length), isSum);
  const past = rangeFigures(earlier, isSum);
  const previousYear = isSum ? past.sum : past.mean;
  const aggregates = { min, mean, max, sum, previousYear, houseCount: 1, completeness };
  return { ok: true, answer: { ...found.named, ...aggregates } };
};

/** The individual readings of a series of one dwelling over a range. @spec housing.states */
export const getHouseDetailedData: Handler<"getHouseDetailedData"> = async (
  services,
  { projectId, series, houseId, segment, on },
  caller,
) => {
  const days = civilDays(rangeOf(segment));
  const at = { projectId, series, houseId, caller };
  const found = await readHouseSeries(services, at, { days, on });
  if (found === null) return { ok: false, code: "not-found" };
  const shown = fineDays(found.occupancyPeriod, days);
  const isSeen = shown !== null && reaches(found.seenOn(shown.from).seen.alone, "five-minutes");
  if (!isSeen) return { ok: false, code: "forbidden" };
  const fromS = dayBounds(shown.from, found.timeZone).from / 1_000;
  const toS = dayBounds(shown.to, found.timeZone).to / 1_000;
  const points = await found.points({ fromS, toS });
  const values = points
    .filter(({ text }) => text === undefined)
    .map(({ epochS, value }) => ({ at: utcInstant(epochS), value }));
  const messages = points.flatMap(({ epochS, text }) =>
    text === undefined ? [] : [{ at: utcInstant(epochS), message: text }]
  );
  return { ok: true, answer: { ...found.named, values, messages } };
};

async function readRange(
  services: Services,
  { projectId, series, houseId, segment, on }: Input<"getHouseRangeData">,
  caller: Caller,
) {
  const range = rangeOf(segment);
  const at = { projectId, series, houseId, caller };
  const found = await readHouseSeries(services, at, { days: civilDays(range), on });
  if (found === null) return { ok: false, code: "not-found" } as const;
  if (!found.reaches(allowedResolution(range.type))) {
    return { ok: false, code: "forbidden" } as const;
  }
  return { ok: true, range, found } as const;
}

interface HouseQuery {
  projectId: string;
  series: string;
  houseId: string;
  caller: Caller;
}

/** Some days of a dwelling, of one occupancy. */
interface DaysQuery {
  days: DaySpan;
  /** A day of the occupancy; the last day that has begun when undefined. */
  on: IsoDate | undefined;
}

async function readHouseSeries(
  services: Services,
  { projectId, series: seriesId, houseId, caller }: HouseQuery,
  { days, on }: DaysQuery,
) {
  const world = await readHousing(services, projectId, caller);
  const series = seriesOf(world, seriesId);
  const meant = dayMeant(world, days);
  const seenOn = (day: IsoDate) =>
    series && seenHouses(world, series, day).find(({ id }) => id === houseId);
  const house = seenOn(meant);
  if (series === undefined || house === undefined) return null;
  const { reader, timeZone, today } = world;
  const id = storedSeriesId(series.id, houseId);
  const occupancyPeriod = occupancyPeriodAt(world, houseId, on ?? meant);
  const own = { ...series, id };
  return {
    timeZone,
    occupancyPeriod,
    named: { seriesId, unit: series.unit.unit },
    isSum: series.unit.sum,
    seenOn: (day: IsoDate) => seenOn(day) ?? house,
    reaches: (requested: Resolution) => reaches(house.seen.alone, requested),
    slots: (range: PeriodRange): Promise<CountedSlot[]> =>
      countedSlots(reader, { series: own, range, timeZone, today, within: occupancyPeriod }),
    withRhythm: (range: PeriodRange, slots: readonly RangeSlot[]) =>
      withRhythm(reader, { series: own, range, timeZone, today }, slots),
    marks: async (range: PeriodRange): Promise<MeterMark[]> =>
      (await meterMarks(reader, { series: own, range, timeZone }))
        .filter(({ date }) => isWithin(occupancyPeriod, date)),
    points: (span: { fromS: number; toS: number }): Promise<readonly Point[]> =>
      reader.points(id, span),
  };
}

/** True for a partial year, which is not compared: the current one, or one in which the occupant changed. */
function isPart(
  nowMs: number,
  { occupancyPeriod, timeZone }: {
    readonly occupancyPeriod: OccupancyPeriod;
    readonly timeZone: string;
  },
  [range, before]: readonly [PeriodRange, PeriodRange],
): boolean {
  const isOfOne = covers(occupancyPeriod, civilDays(range)) &&
    covers(occupancyPeriod, civilDays(before));
  return !isOfOne || isRunning(rangeBounds(range, timeZone), nowMs);
}
