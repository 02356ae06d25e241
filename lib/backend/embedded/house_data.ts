import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { type DaySpan, fineDays, isWithin } from "../../domain/housing/occupancy.ts";
import type { HouseSensorValue } from "../../domain/housing/types.ts";
import { type Fineness, finenessOf, reaches } from "../../domain/housing/visibility.ts";
import type { IsoDate } from "../../domain/periods/civil_dates.ts";
import type { PeriodRange } from "../../domain/periods/period.ts";
import { civilDays } from "../../domain/periods/slots.ts";
import { yearBefore } from "../../domain/periods/steps.ts";
import { civilDateOf, dayBounds, zonedSlots } from "../../domain/periods/zoned_days.ts";
import type { ProjectSeries } from "../../domain/projects/types.ts";
import { pointBefore } from "../../domain/series/point_before.ts";
import { rangeFigures } from "../../domain/series/range_figures.ts";
import { storedSeriesId } from "../../domain/series/sources.ts";
import type { MeterMark, Point } from "../../domain/series/types.ts";
import { isPart } from "./compared_range.ts";
import { rangeOf } from "./facility_data.ts";
import { seriesOf, slotPlace } from "./housing_data.ts";
import {
  dayMeant,
  type HousingWorld,
  readHousing,
  type SeenHouse,
  seenHouses,
  stretchAt,
} from "./housing_readings.ts";
import { meterMarks } from "./meter_marks.ts";
import { type CountedSlot, countedSlots } from "./range_slots.ts";
import type { Services } from "./services.ts";

/** A series of one dwelling over a range. */
export async function getHouseRangeData(
  services: Services,
  { projectId, series, houseId, segment, on }: Input<"getHouseRangeData">,
  caller: Caller,
): Promise<Outcome<"getHouseRangeData">> {
  const range = rangeOf(segment);
  const at = { projectId, series, houseId, caller };
  const found = await readHouseSeries(services, at, { days: civilDays(range), on });
  if (found === null) return { ok: false, code: "not-found" };
  if (!found.reaches(finenessOf(range.type))) return { ok: false, code: "forbidden" };
  const [counted, events] = await Promise.all([found.slots(range), found.marks(range)]);
  const slots = counted.map(({ count: _, ...slot }) => slot);
  return { ok: true, answer: { ...found.named, slots, events } };
}

/** A series of one dwelling over a range: lowest, mean and highest reading of each slot. */
export async function getHouseRangeStats(
  services: Services,
  { projectId, series, houseId, segment, on }: Input<"getHouseRangeStats">,
  caller: Caller,
): Promise<Outcome<"getHouseRangeStats">> {
  const range = rangeOf(segment);
  const at = { projectId, series, houseId, caller };
  const found = await readHouseSeries(services, at, { days: civilDays(range), on });
  if (found === null) return { ok: false, code: "not-found" };
  if (!found.reaches(finenessOf(range.type))) return { ok: false, code: "forbidden" };
  const slots = (await found.slots(range)).map(({ slot, value, min, max, count }) => ({
    slot,
    min,
    mean: value,
    max,
    count,
  }));
  return { ok: true, answer: { ...found.named, slots } };
}

/** A series of one dwelling over a whole range, in a few figures, and the same a year before. */
export async function getHouseStats(
  services: Services,
  { projectId, series, houseId, segment, on }: Input<"getHouseStats">,
  caller: Caller,
): Promise<Outcome<"getHouseStats">> {
  const range = rangeOf(segment);
  const at = { projectId, series, houseId, caller };
  const found = await readHouseSeries(services, at, { days: civilDays(range), on });
  if (found === null) return { ok: false, code: "not-found" };
  if (!found.reaches(finenessOf(range.type))) return { ok: false, code: "forbidden" };
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
  const figures = { min, mean, max, sum, previousYear, houseCount: 1, completeness };
  return { ok: true, answer: { ...found.named, ...figures } };
}

/** The readings of a series of one dwelling over a range, one by one: as fine as can be. */
export async function getHouseDetailedData(
  services: Services,
  { projectId, series, houseId, segment, on }: Input<"getHouseDetailedData">,
  caller: Caller,
): Promise<Outcome<"getHouseDetailedData">> {
  const days = civilDays(rangeOf(segment));
  const at = { projectId, series, houseId, caller };
  const found = await readHouseSeries(services, at, { days, on });
  if (found === null) return { ok: false, code: "not-found" };
  const shown = fineDays(found.stretch, days);
  const isSeen = shown !== null &&
    reaches(found.seenOn(shown.from).seen.alone, "five-minutes");
  if (!isSeen) return { ok: false, code: "forbidden" };
  const fromS = dayBounds(shown.from, found.timeZone).from / 1_000;
  const toS = dayBounds(shown.to, found.timeZone).to / 1_000;
  const points = await found.points({ fromS, toS });
  const values = points
    .filter(({ text }) => text === undefined)
    .map(({ epochS, value }) => ({ at: instantOf(epochS), value }));
  const messages = points.flatMap(({ epochS, text }) =>
    text === undefined ? [] : [{ at: instantOf(epochS), message: text }]
  );
  return { ok: true, answer: { ...found.named, values, messages } };
}

/** The last value of a series in one dwelling, up to a slot's end. */
export async function getHouseLastSensorData(
  services: Services,
  { projectId, series, houseId, instant }: Input<"getHouseLastSensorData">,
  caller: Caller,
): Promise<Outcome<"getHouseLastSensorData">> {
  const world = await readHousing(services, projectId, caller);
  const own = seriesOf(world, series);
  const place = slotPlace(instant, world.timeZone);
  const day = dayMeant(world, place.days);
  const house = own && seenHouses(world, own, day).find(({ id }) => id === houseId);
  if (own === undefined || house === undefined) return { ok: false, code: "not-found" };
  if (!reaches(house.seen.alone, place.fineness)) return { ok: false, code: "forbidden" };
  const answer = await lastValue(world, house, { series: own, place, day });
  return answer === null ? { ok: false, code: "not-found" } : { ok: true, answer };
}

/** The last value of a housing series in each dwelling whose detail the caller may see, up to a slot's end. */
export async function getSeriesLastSensorData(
  services: Services,
  { projectId, series: seriesId, instant }: Input<"getSeriesLastSensorData">,
  caller: Caller,
): Promise<Outcome<"getSeriesLastSensorData">> {
  const world = await readHousing(services, projectId, caller);
  const series = seriesOf(world, seriesId);
  if (series === undefined) return { ok: false, code: "not-found" };
  const place = slotPlace(instant, world.timeZone);
  const day = dayMeant(world, place.days);
  const shown = seenHouses(world, series, day)
    .filter(({ seen }) => reaches(seen.alone, place.fineness));
  if (shown.length === 0 && place.fineness !== "day") return { ok: false, code: "forbidden" };
  const asked = { series, place, day };
  const values = await Promise.all(shown.map((house) => lastValue(world, house, asked)));
  return { ok: true, answer: values.filter((value) => value !== null) };
}

interface HouseAsked {
  projectId: string;
  series: string;
  houseId: string;
  caller: Caller;
}

/** What of a dwelling: some days, of one occupancy alone. */
interface DaysAsked {
  days: DaySpan;
  /** A day of the occupancy; the last of the days that has begun without it. */
  on: IsoDate | undefined;
}

async function readHouseSeries(
  services: Services,
  { projectId, series: seriesId, houseId, caller }: HouseAsked,
  { days, on }: DaysAsked,
) {
  const world = await readHousing(services, projectId, caller);
  const series = seriesOf(world, seriesId);
  const meant = dayMeant(world, days);
  const seenOn = (day: IsoDate) =>
    series && seenHouses(world, series, day).find(({ id }) => id === houseId);
  const house = seenOn(meant);
  if (series === undefined || house === undefined) return null;
  const { reader, timeZone } = world;
  const id = storedSeriesId(series.id, houseId);
  const stretch = stretchAt(world, houseId, on ?? meant);
  const own = { ...series, id };
  return {
    timeZone,
    stretch,
    named: { seriesId, unit: series.unit.unit },
    isSum: series.unit.sum,
    seenOn: (day: IsoDate) => seenOn(day) ?? house,
    reaches: (asked: Fineness) => reaches(house.seen.alone, asked),
    slots: (range: PeriodRange): Promise<CountedSlot[]> =>
      countedSlots(reader, { series: own, range, timeZone, within: stretch }),
    marks: async (range: PeriodRange): Promise<MeterMark[]> =>
      (await meterMarks(reader, { series: own, range, timeZone }))
        .filter(({ date }) => isWithin(stretch, date)),
    points: (span: { fromS: number; toS: number }): Promise<readonly Point[]> =>
      reader.points(id, span),
  };
}

interface LastAsked {
  series: ProjectSeries;
  place: ReturnType<typeof slotPlace>;
  /** The day whose occupant is meant. */
  day: IsoDate;
}

/**
 * Whoever reads days sees the last value of a finished day: what is sent now tells who is at home. A value of another
 * occupant is none.
 */
async function lastValue(
  world: HousingWorld,
  { id: houseId, seen }: SeenHouse,
  { series, place, day }: LastAsked,
): Promise<HouseSensorValue | null> {
  const { reader, timeZone, today } = world;
  const end = zonedSlots(place.range, timeZone)[place.rank]?.to ?? 0;
  const begun = dayBounds(today, timeZone).from;
  const endS = (seen.alone === "day" ? Math.min(end, begun) : end) / 1_000;
  const seriesId = storedSeriesId(series.id, houseId);
  const point = await pointBefore(reader, seriesId, { endS, timeZone });
  if (point === null || point.text !== undefined) return null;
  const readOn = civilDateOf(point.epochS * 1_000, timeZone);
  if (!isWithin(stretchAt(world, houseId, day), readOn)) return null;
  return { houseId, at: instantOf(point.epochS), value: point.value };
}

function instantOf(epochS: number): string {
  return new Date(epochS * 1_000).toISOString().replace(".000Z", "Z");
}
