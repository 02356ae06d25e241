import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import type { HouseSensorValue } from "../../domain/housing/types.ts";
import { type Fineness, finenessOf, reaches } from "../../domain/housing/visibility.ts";
import type { PeriodRange } from "../../domain/periods/period.ts";
import { yearBefore } from "../../domain/periods/steps.ts";
import {
  civilDateOf,
  dayBounds,
  rangeBounds,
  zonedSlots,
} from "../../domain/periods/zoned_days.ts";
import type { ProjectSeries } from "../../domain/projects/types.ts";
import { pointBefore } from "../../domain/series/point_before.ts";
import { rangeFigures } from "../../domain/series/range_figures.ts";
import { storedSeriesId } from "../../domain/series/sources.ts";
import type { MeterMark, Point } from "../../domain/series/types.ts";
import { rangeOf } from "./facility_data.ts";
import { seriesOf, slotPlace } from "./housing_data.ts";
import { type HousingWorld, readHousing, type SeenHouse, seenHouses } from "./housing_readings.ts";
import { meterMarks } from "./meter_marks.ts";
import { type CountedSlot, countedSlots } from "./range_slots.ts";
import type { Services } from "./services.ts";

/** A series of one dwelling over a range. */
export async function getHouseRangeData(
  services: Services,
  { projectId, series, houseId, segment }: Input<"getHouseRangeData">,
  caller: Caller,
): Promise<Outcome<"getHouseRangeData">> {
  const range = rangeOf(segment);
  const found = await readHouseSeries(services, { projectId, series, houseId, caller });
  if (found === null) return { ok: false, code: "not-found" };
  if (!found.reaches(finenessOf(range.type))) return { ok: false, code: "forbidden" };
  const [counted, events] = await Promise.all([found.slots(range), found.marks(range)]);
  const slots = counted.map(({ count: _, ...slot }) => slot);
  return { ok: true, answer: { ...found.named, slots, events } };
}

/** A series of one dwelling over a range: lowest, mean and highest reading of each slot. */
export async function getHouseRangeStats(
  services: Services,
  { projectId, series, houseId, segment }: Input<"getHouseRangeStats">,
  caller: Caller,
): Promise<Outcome<"getHouseRangeStats">> {
  const range = rangeOf(segment);
  const found = await readHouseSeries(services, { projectId, series, houseId, caller });
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
  { projectId, series, houseId, segment }: Input<"getHouseStats">,
  caller: Caller,
): Promise<Outcome<"getHouseStats">> {
  const range = rangeOf(segment);
  const found = await readHouseSeries(services, { projectId, series, houseId, caller });
  if (found === null) return { ok: false, code: "not-found" };
  if (!found.reaches(finenessOf(range.type))) return { ok: false, code: "forbidden" };
  const before = yearBefore(range);
  const [now, earlier] = await Promise.all([
    found.slots(range),
    before === null ? [] : found.slots(before),
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
  { projectId, series, houseId, segment }: Input<"getHouseDetailedData">,
  caller: Caller,
): Promise<Outcome<"getHouseDetailedData">> {
  const found = await readHouseSeries(services, { projectId, series, houseId, caller });
  if (found === null) return { ok: false, code: "not-found" };
  if (!found.reaches("five-minutes")) return { ok: false, code: "forbidden" };
  const { from, to } = rangeBounds(rangeOf(segment), found.timeZone);
  const points = await found.points({ fromS: from / 1_000, toS: to / 1_000 });
  const values = points
    .filter(({ text }) => text === undefined)
    .map(({ epochS, value }) => ({ at: instantOf(epochS), value }));
  return { ok: true, answer: { ...found.named, values } };
}

/** The last value of a series in one dwelling, up to a slot's end. */
export async function getHouseLastSensorData(
  services: Services,
  { projectId, series, houseId, instant }: Input<"getHouseLastSensorData">,
  caller: Caller,
): Promise<Outcome<"getHouseLastSensorData">> {
  const found = await readHouseSeries(services, { projectId, series, houseId, caller });
  if (found === null) return { ok: false, code: "not-found" };
  const { world, house } = found;
  const asked = { series: found.series, instant, nowMs: services.now() };
  if (!reaches(house.seen.alone, slotPlace(instant, world.timeZone).fineness)) {
    return { ok: false, code: "forbidden" };
  }
  const answer = await lastValue(world, house, asked);
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
  const { fineness } = slotPlace(instant, world.timeZone);
  const shown = seenHouses(world, series).filter(({ seen }) => reaches(seen.alone, fineness));
  if (shown.length === 0 && fineness !== "day") return { ok: false, code: "forbidden" };
  const asked = { series, instant, nowMs: services.now() };
  const values = await Promise.all(shown.map((house) => lastValue(world, house, asked)));
  return { ok: true, answer: values.filter((value) => value !== null) };
}

interface HouseAsked {
  projectId: string;
  series: string;
  houseId: string;
  caller: Caller;
}

async function readHouseSeries(
  services: Services,
  { projectId, series: seriesId, houseId, caller }: HouseAsked,
) {
  const world = await readHousing(services, projectId, caller);
  const series = seriesOf(world, seriesId);
  const house = series && seenHouses(world, series).find(({ id }) => id === houseId);
  if (series === undefined || house === undefined) return null;
  const { reader, timeZone } = world;
  const id = storedSeriesId(series.id, houseId);
  const own = { ...series, id };
  return {
    world,
    house,
    series,
    timeZone,
    named: { seriesId, unit: series.unit.unit },
    isSum: series.unit.sum,
    reaches: (asked: Fineness) => reaches(house.seen.alone, asked),
    slots: (range: PeriodRange): Promise<CountedSlot[]> =>
      countedSlots(reader, { series: own, range, timeZone }),
    marks: (range: PeriodRange): Promise<MeterMark[]> =>
      meterMarks(reader, { series: own, range, timeZone }),
    points: (span: { fromS: number; toS: number }): Promise<readonly Point[]> =>
      reader.points(id, span),
  };
}

interface LastAsked {
  series: ProjectSeries;
  instant: string;
  nowMs: number;
}

/** Whoever reads days sees the last value of a finished day: what is sent now tells who is at home. */
async function lastValue(
  { reader, timeZone }: HousingWorld,
  { id: houseId, seen }: SeenHouse,
  { series, instant, nowMs }: LastAsked,
): Promise<HouseSensorValue | null> {
  const { range, rank } = slotPlace(instant, timeZone);
  const end = zonedSlots(range, timeZone)[rank]?.to ?? 0;
  const today = dayBounds(civilDateOf(nowMs, timeZone), timeZone).from;
  const endS = (seen.alone === "day" ? Math.min(end, today) : end) / 1_000;
  const seriesId = storedSeriesId(series.id, houseId);
  const point = await pointBefore(reader, seriesId, { endS, timeZone });
  if (point === null || point.text !== undefined) return null;
  return { houseId, at: instantOf(point.epochS), value: point.value };
}

function instantOf(epochS: number): string {
  return new Date(epochS * 1_000).toISOString().replace(".000Z", "Z");
}
