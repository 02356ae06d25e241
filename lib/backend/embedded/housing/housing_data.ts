import { collectedInSlices } from "@/lib/backend/core/slices.ts";
import { rangeOf } from "@/lib/backend/embedded/facilities/facility_data.ts";
import { meterMarksOfMany } from "@/lib/backend/embedded/series/meter_marks.ts";
import { rankBeside, segmentsOf, slotPlace } from "@/lib/backend/embedded/series/slot_place.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input } from "@/lib/contract/catalogue.ts";
import { shownGroups, spreadSlots, togetherSlots } from "@/lib/domain/housing/together.ts";
import type { RangeStats, SeriesStats } from "@/lib/domain/housing/types.ts";
import { reaches } from "@/lib/domain/housing/visibility.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { yearBefore } from "@/lib/domain/periods/steps.ts";
import { isRunning, zonedSlots } from "@/lib/domain/periods/zoned_days.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import type { MeterMark, RangeData, RangeSlot } from "@/lib/domain/series/types.ts";
import { countedSlotsOfHouses } from "./counted_slots.ts";
import {
  dayMeant,
  type HouseRange,
  type HousingWorld,
  occupancyPeriodAt,
  readHousing,
  seenHouses,
  slotsOfHouses,
} from "./housing_readings.ts";

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
export function ofHousingSeries<Query extends { projectId: string; series: string }, Outcome>(
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
    const { range, rank } = slotPlace(instant, world.timeZone);
    const slotAsked = zonedSlots(range, world.timeZone)[rank];
    const read = async (one: PeriodRange, slot: number) => {
      const counted = await countedSlotsOfHouses(world, { series, range: one });
      return counted && slotAt(counted, slot);
    };
    // An incomplete slot is not compared with a complete one.
    const before = slotAsked && isRunning(slotAsked, services.now()) ? null : yearBefore(range);
    const [now, earlier] = await Promise.all([
      read(range, rank),
      before === null ? null : read(before, rankBeside(range, rank, { before, ...world })),
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
    const { range, rank, days, fineness } = slotPlace(instant, world.timeZone);
    const day = dayMeant(world, days);
    const shown = seenHouses(world, series, day).filter(({ seen }) =>
      reaches(seen.alone, fineness)
    );
    if (shown.length === 0 && fineness !== "day") return { ok: false, code: "forbidden" } as const;
    const within = (houseId: string) => occupancyPeriodAt(world, houseId, on ?? day);
    const read = slotAt(await slotsOfHouses(world, shown, { series, range, within }), rank);
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
    const { range, rank } = slotPlace(date, world.timeZone);
    const grouped = seenHouses(world, series, date).filter(({ seen }) => seen.isGrouped);
    const read = slotAt(await slotsOfHouses(world, grouped, { series, range }), rank)
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
    : await collectedInSlices(togetherSlots(houses, series.unit.sum));
  return { seriesId: series.id, unit: series.unit.unit, slots, events };
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
    : await collectedInSlices(spreadSlots(houses));
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
  rank: number,
): House[] {
  return houses.map((house) => ({ ...house, slots: house.slots.slice(rank, rank + 1) }));
}
