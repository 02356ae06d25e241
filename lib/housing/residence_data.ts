/** Answers the readings of a residence's dwellings together, by series and by group. @module */

import type { Services } from "@/lib/api/services.ts";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { instantSegment, readInstantSegment } from "@/lib/base/period_instants.ts";
import { rangeAround } from "@/lib/base/period_selector.ts";
import { yearBefore } from "@/lib/base/period_steps.ts";
import { BAD_PERIOD, type PeriodRange } from "@/lib/base/periods.ts";
import { civilDays, slotsOf } from "@/lib/base/slots.ts";
import {
  civilDateOf,
  dayBounds,
  isRunning,
  utcInstant,
  zonedSlots,
} from "@/lib/base/time_zones.ts";
import { rangeOf } from "@/lib/facilities/readings.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { isWithin } from "@/lib/series/day_spans.ts";
import { meterMarksOfMany } from "@/lib/series/range_reads.ts";
import { besideSlots } from "@/lib/series/range_rows.ts";
import { allowedResolution, reaches } from "@/lib/series/resolution.ts";
import type { RangeData, RangeSlot } from "@/lib/series/schema.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { MeterMark, ProjectSeries } from "@/lib/timeseries/schema.ts";
import { pointBefore } from "@/lib/timeseries/series_reader.ts";
import { shownGroups, spreadSlots, togetherSlots } from "./anonymity.ts";
import type { Handler, Input } from "./calls.ts";
import { countedSlotsOfHouses } from "./counted_slots.ts";
import type { HouseSensorValue, RangeStats, SeriesStats } from "./schema.ts";
import {
  dayMeant,
  type HouseRange,
  type HousingWorld,
  occupancyPeriodAt,
  readHousing,
  type SeenHouse,
  seenHouses,
  slotsOfHouses,
} from "./visible_readings.ts";

/** Position of an instant in the range of its type, and its civil days. The dispatcher has parsed the segment. */
function slotPlace(segment: string, timeZone: string) {
  const instant = readInstantSegment(segment);
  if (instant === null) throw new RangeError(BAD_PERIOD);
  const range = rangeAround(instant);
  const wanted = instantSegment(instant);
  const position = segmentsOf(range, timeZone).findIndex((one) => isOrHasOffset(one, wanted));
  const fineness = allowedResolution(range.type);
  const slot = fineness === "day" ? slotsOf(range)[position] : undefined;
  const days = slot === undefined
    ? civilDays(range)
    : { from: slot.from, to: addDays(slot.to, -1) };
  return { range, position, days, fineness };
}

function segmentsOf(range: PeriodRange, timeZone: string): string[] {
  const isClock = allowedResolution(range.type) !== "day";
  return (isClock ? zonedSlots(range, timeZone) : slotsOf(range)).map(({ segment }) => segment);
}

/** Without an offset, a repeated local time is its first occurrence. @spec periods.repeated-hours */
function isOrHasOffset(segment: string, wanted: string): boolean {
  return segment === wanted || /^[+-]/.test(segment.replace(wanted, ""));
}

/** The rank, in a range a year before, of the corresponding slot; -1 when there is none. */
function rankBeside(
  range: PeriodRange,
  position: number,
  { before, timeZone }: { before: PeriodRange; timeZone: string },
): number {
  const slotsIn = (one: PeriodRange) =>
    segmentsOf(one, timeZone).map((slot, index) => ({ slot, rank: index }));
  return besideSlots(slotsIn(range), slotsIn(before))[position]?.rank ?? -1;
}

/** Every housing series over a range, all dwellings together. @spec housing.series */
export const getHousingRangeData: Handler<"getHousingRangeData"> = ofEverySeries(together);

/** Every housing series over a range: lowest, mean and highest dwelling. */
export const getHousingRangeStats: Handler<"getHousingRangeStats"> = ofEverySeries(spread);

/** A housing series over a range, all dwellings together. */
export const getSeriesRangeData: Handler<"getSeriesRangeData"> = ofSeries(together);

/** A housing series over a range: lowest, mean and highest dwelling. */
export const getSeriesRangeStats: Handler<"getSeriesRangeStats"> = ofSeries(spread);

/** Reads a series over a range; null when it is finer than the caller may see. */
type ReadRange<Data> = (world: HousingWorld, query: HouseRange) => Promise<Data | null>;

/** Series finer than the caller may see are omitted; when all are, the range is refused. */
function ofEverySeries<Data>(read: ReadRange<Data>) {
  return async (
    services: Services,
    { projectId, segment }: Input<"getHousingRangeData">,
    caller: Caller,
  ) => {
    const world = await readHousing(services, projectId, caller);
    const range = rangeOf(segment);
    const all = await Promise.all(world.series.map((series) => read(world, { series, range })));
    const answer = all.filter((data) => data !== null);
    const isRefused = all.length > 0 && answer.length === 0;
    return isRefused ? { ok: false, code: "forbidden" } as const : { ok: true, answer } as const;
  };
}

function ofSeries<Data>(read: ReadRange<Data>) {
  return ofHousingSeries(async ({ world, series }, { segment }: Input<"getSeriesRangeData">) => {
    const answer = await read(world, { series, range: rangeOf(segment) });
    return answer === null
      ? { ok: false, code: "forbidden" } as const
      : { ok: true, answer } as const;
  });
}

interface FoundSeries {
  readonly world: HousingWorld;
  readonly series: ProjectSeries;
  readonly services: Services;
}

/** Handler of a call on a housing series, when the residence has the series. */
function ofHousingSeries<Query extends { projectId: string; series: string }, Outcome>(
  read: (found: FoundSeries, query: Query) => Promise<Outcome>,
) {
  return async (services: Services, query: Query, caller: Caller) => {
    const world = await readHousing(services, query.projectId, caller);
    const series = seriesOf(world, query.series);
    if (series === undefined) return { ok: false, code: "not-found" } as const;
    return await read({ world, series, services }, query);
  };
}

/** A housing series over one slot: lowest, mean and highest dwelling, with the figures of a year before. */
export const getSeriesStats: Handler<"getSeriesStats"> = ofHousingSeries(
  async (found, { instant }) => {
    const { world, series, services } = found;
    const { range, position } = slotPlace(instant, world.timeZone);
    const slotAsked = zonedSlots(range, world.timeZone)[position];
    const read = async (one: PeriodRange, slot: number) => {
      const counted = await countedSlotsOfHouses(world, { series, range: one });
      return counted && slotAt(counted, slot);
    };
    // An incomplete slot is not compared with a complete one.
    const before = slotAsked && isRunning(slotAsked, services.now()) ? null : yearBefore(range);
    const [now, earlier] = await Promise.all([
      read(range, position),
      before === null ? null : read(before, rankBeside(range, position, { before, ...world })),
    ]);
    if (now === null) return { ok: false, code: "forbidden" } as const;
    const { sum: isSum } = series.unit;
    const [slot] = togetherSlots(now, isSum);
    const [figures] = spreadSlots(now);
    const [slotBefore] = togetherSlots(earlier ?? [], isSum);
    const answer: SeriesStats = {
      seriesId: series.id,
      unit: series.unit.unit,
      min: figures?.min ?? null,
      mean: figures?.mean ?? null,
      max: figures?.max ?? null,
      sum: isSum ? slot?.value ?? null : null,
      previousYear: slotBefore?.value ?? null,
      houseCount: figures?.count ?? 0,
      completeness: slot?.completeness ?? 0,
    };
    return { ok: true, answer } as const;
  },
);

/** A housing series over one slot, for each dwelling whose detail the caller may see, of one occupancy. */
export const getSeriesDetailedData: Handler<"getSeriesDetailedData"> = ofHousingSeries(
  async ({ world, series }, { instant, on }) => {
    const { range, position, days, fineness } = slotPlace(instant, world.timeZone);
    const day = dayMeant(world, days);
    const shown = seenHouses(world, series, day).filter(({ seen }) =>
      reaches(seen.alone, fineness)
    );
    if (shown.length === 0 && fineness !== "day") return { ok: false, code: "forbidden" } as const;
    const within = (houseId: string) => occupancyPeriodAt(world, houseId, on ?? day);
    const read = slotAt(await slotsOfHouses(world, shown, { series, range, within }), position);
    const houses = read.map(({ id: houseId, slots: [slot] }) => {
      const { value = null, completeness = 0, doubtful } = slot ?? {};
      return { houseId, value, completeness, ...doubtful && { doubtful } };
    });
    return { ok: true, answer: { seriesId: series.id, unit: series.unit.unit, houses } } as const;
  },
);

/** A housing series over a day, by group of dwellings large enough to be shown. */
export const getSeriesAnonymousData: Handler<"getSeriesAnonymousData"> = ofHousingSeries(
  async ({ world, series }, { date }) => {
    const { range, position } = slotPlace(date, world.timeZone);
    const grouped = seenHouses(world, series, date).filter(({ seen }) => seen.isGrouped);
    const read = slotAt(await slotsOfHouses(world, grouped, { series, range }), position)
      .filter(({ slots: [slot] }) => slot !== undefined && slot.value !== null);
    const groups = shownGroups(read).map(({ id, houseIds }) => {
      const members = read.filter((house) => houseIds.includes(house.id));
      const [slot] = togetherSlots(members, series.unit.sum);
      const { value = null, completeness = 0 } = slot ?? {};
      return { anonymousGroupId: id, houseCount: houseIds.length, value, completeness };
    });
    return { ok: true, answer: { seriesId: series.id, unit: series.unit.unit, groups } } as const;
  },
);

async function together(world: HousingWorld, query: HouseRange): Promise<RangeData | null> {
  const { series, range } = query;
  const houses = await countedSlotsOfHouses(world, query);
  if (houses === null) return null;
  const events = await marksOfHouses(world, houses, query);
  const slots = houses.length === 0
    ? emptySlots(range, world.timeZone)
    : await collected(togetherSlots(houses, series.unit.sum));
  return { seriesId: series.id, unit: series.unit.unit, slots, events };
}

/** Slots of many dwellings, which take long to compute. */
async function collected<Slot>(slots: Iterable<Slot>): Promise<Slot[]> {
  const list: Slot[] = [];
  for (const slot of slots) {
    list.push(slot);
    await yieldToEventLoop();
  }
  return list;
}

/** Dates of the events of the counted meters, without their dwellings. */
function marksOfHouses(
  { reader, timeZone }: HousingWorld,
  houses: readonly { readonly id: string }[],
  { series, range }: HouseRange,
): Promise<MeterMark[]> {
  const meters = houses.map(({ id }) => storedSeriesId(series.id, id));
  return meterMarksOfMany(reader, meters, { series, range, timeZone });
}

async function spread(world: HousingWorld, query: HouseRange): Promise<RangeStats | null> {
  const { series, range } = query;
  const houses = await countedSlotsOfHouses(world, query);
  if (houses === null) return null;
  const slots = houses.length === 0
    ? emptySlots(range, world.timeZone).map(({ slot }) => ({ slot, ...NO_FIGURES }))
    : await collected(spreadSlots(houses));
  return { seriesId: series.id, unit: series.unit.unit, slots };
}

const NO_FIGURES = { min: null, mean: null, max: null, count: 0 };

function emptySlots(range: PeriodRange, timeZone: string): RangeSlot[] {
  const nothing = { value: null, min: null, max: null, completeness: 0, estimated: false };
  return segmentsOf(range, timeZone).map((slot) => ({ slot, ...nothing }));
}

export function seriesOf({ series }: HousingWorld, seriesId: string): ProjectSeries | undefined {
  return series.find(({ id }) => id === seriesId);
}

function slotAt<House extends { readonly slots: readonly RangeSlot[] }>(
  houses: readonly House[],
  position: number,
): House[] {
  return houses.map((house) => ({ ...house, slots: house.slots.slice(position, position + 1) }));
}

/** The last value of a series in one dwelling, up to a slot's end. */
export const getHouseLastSensorData: Handler<"getHouseLastSensorData"> = async (
  services,
  { projectId, series, houseId, instant },
  caller,
) => {
  const world = await readHousing(services, projectId, caller);
  const own = seriesOf(world, series);
  const place = slotPlace(instant, world.timeZone);
  const day = dayMeant(world, place.days);
  const house = own && seenHouses(world, own, day).find(({ id }) => id === houseId);
  if (own === undefined || house === undefined) return { ok: false, code: "not-found" };
  if (!reaches(house.seen.alone, place.fineness)) return { ok: false, code: "forbidden" };
  const answer = await lastValue(world, house, { series: own, place, day });
  return answer === null ? { ok: false, code: "not-found" } : { ok: true, answer };
};

/** The last value of a housing series in each dwelling whose detail the caller may see, up to a slot's end. */
export const getSeriesLastSensorData: Handler<"getSeriesLastSensorData"> = ofHousingSeries(
  async ({ world, series }, { instant }) => {
    const place = slotPlace(instant, world.timeZone);
    const day = dayMeant(world, place.days);
    const shown = seenHouses(world, series, day)
      .filter(({ seen }) => reaches(seen.alone, place.fineness));
    if (shown.length === 0 && place.fineness !== "day") {
      return { ok: false, code: "forbidden" } as const;
    }
    const query = { series, place, day };
    const values = await Promise.all(shown.map((house) => lastValue(world, house, query)));
    return { ok: true, answer: values.filter((value) => value !== null) } as const;
  },
);

interface LastValuesQuery {
  series: ProjectSeries;
  place: ReturnType<typeof slotPlace>;
  day: IsoDate;
}

/**
 * A user who reads days sees the last value of a finished day: current values reveal presence. A value of another
 * occupancy is not returned.
 */
async function lastValue(
  world: HousingWorld,
  { id: houseId, seen }: SeenHouse,
  { series, place, day }: LastValuesQuery,
): Promise<HouseSensorValue | null> {
  const { reader, timeZone, today } = world;
  const end = zonedSlots(place.range, timeZone)[place.position]?.to ?? 0;
  const begun = dayBounds(today, timeZone).from;
  const endS = (seen.alone === "day" ? Math.min(end, begun) : end) / 1_000;
  const seriesId = storedSeriesId(series.id, houseId);
  const point = await pointBefore(reader, seriesId, endS);
  if (point === null || point.text !== undefined) return null;
  const readOn = civilDateOf(point.epochS * 1_000, timeZone);
  if (!isWithin(occupancyPeriodAt(world, houseId, day), readOn)) return null;
  return { houseId, at: utcInstant(point.epochS), value: point.value };
}
