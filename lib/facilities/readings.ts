/** Answers the current values and the readings over a range of the facility series. @module */

import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import type { Services } from "@/lib/api/services.ts";
import { addDays, dateParts, datesOfMonth, type IsoDate } from "@/lib/base/civil_dates.ts";
import { CallError } from "@/lib/base/errors.ts";
import { readRangeSegment } from "@/lib/base/period_paths.ts";
import { BAD_PERIOD, type PeriodRange } from "@/lib/base/periods.ts";
import { knownTotal } from "@/lib/base/sums.ts";
import { civilDateOf, rangeBounds, utcInstant } from "@/lib/base/time_zones.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { cachedFeatures, cachedProject } from "@/lib/residences/residences.ts";
import { countedSlots, meterMarks, rangeSlots } from "@/lib/series/range_reads.ts";
import { allowedResolution } from "@/lib/series/resolution.ts";
import { withRhythm } from "@/lib/series/rhythms.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { currentPoint } from "@/lib/timeseries/rhythm.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { Handler, Outcome } from "./calls.ts";
import { cachedEquipments, placeOfRecord } from "./equipment.ts";
import { readsSeriesOf } from "./equipment_rules.ts";
import type { FacilityValue, RecentTotals } from "./schema.ts";

/** The range of a path segment, which the dispatcher has already parsed. */
export function rangeOf(segment: string): PeriodRange {
  const range = readRangeSegment(segment);
  if (range === null) throw new RangeError(BAD_PERIOD);
  return range;
}

/**
 * The range of a path segment, if the residence shows its facilities that finely.
 *
 * @spec facilities.five-minutes
 * @throws CallError for half hours and five minutes, unless the residence has the feature
 */
export async function shownRange(
  services: Services,
  { projectId, segment }: { readonly projectId: string; readonly segment: string },
): Promise<PeriodRange> {
  const range = rangeOf(segment);
  if (allowedResolution(range.type) !== "five-minutes") return range;
  if (!(await cachedFeatures(services, projectId)).facilityFiveMin) {
    throw new CallError("forbidden");
  }
  return range;
}

/** The current value of each facility series; empty when older than 24 hours. */
export const getCurrentData: Handler<"getCurrentData"> = async (services, input, caller) => {
  const { projectId } = input;
  const nowS = services.now() / 1_000;
  return await lastValues(services, { projectId, caller }, (last) => currentPoint(last, nowS));
};

/** The last value of each facility series, of any age. @spec series.last-values */
export const getLastSensorData: Handler<"getLastSensorData"> = async (services, input, caller) => {
  const { projectId } = input;
  return await lastValues(services, { projectId, caller }, (last) => last);
};

async function lastValues(
  services: Services,
  { projectId, caller }: { projectId: string; caller: Caller },
  shown: (last: Point | null) => Point | null,
): Promise<Outcome<"getCurrentData">> {
  const [series, { timeZone }] = await Promise.all([
    readableSeries(services, projectId, caller),
    cachedProject(services, projectId),
  ]);
  const reader = services.seriesOf(projectId, timeZone);
  const points = await reader.lastOfMany(series.map(({ id }) => id));
  const answer = series.map((one) => facilityValue(one, shown(points.get(one.id) ?? null)));
  return { ok: true, answer };
}

function facilityValue({ id, equipmentId }: ProjectSeries, point: Point | null): FacilityValue {
  return {
    seriesId: id,
    equipmentId,
    at: point === null ? null : utcInstant(point.epochS),
    value: point === null || point.text !== undefined ? null : point.value,
    message: point?.text ?? null,
  };
}

/** Days before today whose sum is shown. */
const WEEK_DAYS = 7;

/** What the registers and counters in a boiler room counted lately. @spec facilities.recent-totals */
export const listRecentTotals: Handler<"listRecentTotals"> = async (
  services,
  { projectId, boilerRoomId },
) => {
  const [{ timeZone }, equipments] = await Promise.all([
    cachedProject(services, projectId),
    cachedEquipments(services, projectId),
  ]);
  const room = equipments.find(({ id }) => id === boilerRoomId);
  if (room?.record.kind !== "boilerroom") return { ok: false, code: "not-found" };
  const today = civilDateOf(services.now(), timeZone);
  const answer = await services.memory.ofReadings(
    projectId,
    { what: `recent totals ${boilerRoomId}`, day: today, freshForS: FRESH_DATA_SECONDS },
    async () => {
      const series = await cachedSeries(services, projectId);
      const inside = new Set(
        equipments.flatMap(({ id, record: { parentId } }) =>
          id === boilerRoomId || parentId === boilerRoomId ? [id] : []
        ),
      );
      const reader = services.seriesOf(projectId, timeZone);
      const counted = series.filter(({ scope, equipmentId, unit }) =>
        scope === "facilities" && inside.has(equipmentId ?? "") &&
        (unit.kind === "index" || unit.kind === "consumption")
      );
      return await Promise.all(counted.map(({ id }) => totalsOf(reader, id, today)));
    },
  );
  return { ok: true, answer };
};

async function totalsOf(
  reader: SeriesReader,
  seriesId: string,
  today: IsoDate,
): Promise<RecentTotals> {
  const days = { from: addDays(today, -WEEK_DAYS), to: addDays(today, 1) };
  const sums = (await reader.days(seriesId, days)).map(({ sum }) => sum);
  const week = sums.slice(0, WEEK_DAYS);
  return {
    seriesId,
    today: sums[WEEK_DAYS] ?? null,
    yesterday: week.at(-1) ?? null,
    week: week.includes(null) ? null : knownTotal(week),
  };
}

export const getFacilityRangeData: Handler<"getFacilityRangeData"> = ofSeries(
  async (found, at) => {
    const { series, reader, services } = found;
    const query = { ...found, range: await shownRange(services, at) };
    const [read, events] = await Promise.all([
      countedSlots(reader, query),
      meterMarks(reader, query),
    ]);
    const aggregates = await withRhythm(reader, query, read);
    return { seriesId: series.id, unit: series.unit.unit, ...aggregates, events };
  },
);

export const getFacilityTimedData: Handler<"getFacilityTimedData"> = ofSeries(
  async (found, { segment }) => {
    const values = (await pointsOver(found, segment))
      .filter((point) => point.text === undefined)
      .map((point) => ({ at: utcInstant(point.epochS), value: point.value }));
    return { seriesId: found.series.id, unit: found.series.unit.unit, values };
  },
);

/** The texts received by a facility series over a range. */
export const getFacilityMessageData: Handler<"getFacilityMessageData"> = ofSeries(
  async (found, { segment }) => {
    const messages = (await pointsOver(found, segment)).flatMap((point) =>
      point.text === undefined ? [] : [{ at: utcInstant(point.epochS), message: point.text }]
    );
    return { seriesId: found.series.id, messages };
  },
);

export const getFacilityHourlyMonth: Handler<"getFacilityHourlyMonth"> = ofSeries(
  async (found, { month: of }) => {
    const { series, reader } = found;
    const days = await Promise.all(
      datesOfMonth(of).map((date): Promise<RangeSlot[]> => {
        const { year, month, day } = dateParts(date);
        const range = { type: "hourly", year, month, day } as const;
        return rangeSlots(reader, { ...found, range });
      }),
    );
    return { seriesId: series.id, unit: series.unit.unit, slots: days.flat() };
  },
);

interface FacilitySeries {
  services: Services;
  series: ProjectSeries;
  reader: SeriesReader;
  timeZone: string;
  today: IsoDate;
}

/** Handler of a call on a facility series, if the caller may read it. */
function ofSeries<Query extends { projectId: string; series: string }, Answer>(
  read: (found: FacilitySeries, query: Query) => Promise<Answer>,
) {
  return async (services: Services, query: Query, caller: Caller) => {
    const { series: all, ...at } = await readableFacilities(services, query.projectId, caller);
    const series = all.find(({ id }) => id === query.series);
    if (series === undefined) return { ok: false, code: "not-found" } as const;
    return { ok: true, answer: await read({ services, series, ...at }, query) } as const;
  };
}

/** The facility series that a caller may read, and what reads them. @throws CallError without any right to read them */
export async function readableFacilities(services: Services, projectId: string, caller: Caller) {
  const [series, { timeZone }] = await Promise.all([
    readableSeries(services, projectId, caller),
    cachedProject(services, projectId),
  ]);
  const today = civilDateOf(services.now(), timeZone);
  return { series, reader: services.seriesOf(projectId, timeZone), timeZone, today };
}

async function readableSeries(services: Services, projectId: string, caller: Caller) {
  const [series, roles] = await Promise.all([
    cachedSeries(services, projectId),
    services.callerRoles.of(caller).rolesOn(projectId),
  ]);
  const facilities = series.filter(({ scope }) => scope === "facilities");
  if (!readsSeriesOf(null, roles)) throw new CallError("forbidden");
  if (readsSeriesOf("boilerroom", roles) && readsSeriesOf("building", roles)) return facilities;
  const equipments = await cachedEquipments(services, projectId);
  const places = new Map(
    await Promise.all(
      equipments.map(async ({ id, record }) =>
        [id, await placeOfRecord(services, projectId, record)] as const
      ),
    ),
  );
  return facilities.filter(({ equipmentId }) => {
    const place = equipmentId === null ? null : places.get(equipmentId);
    return place !== undefined && readsSeriesOf(place, roles);
  });
}

async function pointsOver({ series, reader, timeZone }: FacilitySeries, segment: string) {
  const { from, to } = rangeBounds(rangeOf(segment), timeZone);
  return await reader.points(series.id, { fromS: from / 1_000, toS: to / 1_000 });
}
