/** Answers the readings of a boiler room's balance, the comparison and the recent gaps. @module */

import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import type { SourceSeries } from "@/lib/api/residence_cache.ts";
import type { Services } from "@/lib/api/services.ts";
import {
  datesOfMonth,
  type IsoDate,
  type IsoMonth,
  monthOf,
  shiftMonth,
} from "@/lib/base/civil_dates.ts";
import { memo, memoOf } from "@/lib/base/memo.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { wholeDays } from "@/lib/base/whole_days.ts";
import type { BoilerRoomEfficiency } from "@/lib/facilities/energy_settings_schema.ts";
import { cachedEquipments, withPlaces } from "@/lib/facilities/equipment.ts";
import { rangeOf } from "@/lib/facilities/readings.ts";
import {
  cachedProject,
  projectsWithRole,
  readEachProject,
  RESIDENCES_AT_ONCE,
} from "@/lib/residences/residences.ts";
import { eventSpan, fallSpan, type MarkedSpan } from "@/lib/series/range_reads.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { seriesNameAmongAll } from "@/lib/series/series_names.ts";
import { oneInPart } from "@/lib/store/unreadable_values.ts";
import { isSlow } from "@/lib/timeseries/rhythm.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import {
  cachedOutdoor,
  outdoorMonth,
  type OutdoorYear,
  readOutdoorYears,
  typedDju,
} from "@/lib/weather/outdoor_temperatures.ts";
import type { BalancePeriod } from "./balance_report.ts";
import type { Handler } from "./calls.ts";
import { type ComparedYear, comparedYear, NO_YEAR, recentGap, recentMonths } from "./comparison.ts";
import { cachedEfficiency } from "./energy_settings.ts";
import { type BoilerRoomMonths, seasonsInForce } from "./heating_seasons.ts";
import { monthsToSplit, readMeteredMonths, withDaysOf } from "./metered_months.ts";
import type { MonthReading, MonthReadings } from "./month_reading.ts";
import type { BalanceReadings, ComparisonLine } from "./schema.ts";
import {
  finishedMonths,
  monthsRead,
  NO_MONTHS,
  roomMonths,
  twelveMonthFigures,
} from "./twelve_months.ts";
import { periodMonths } from "./year_report.ts";

/** Data unit of gas volumes, m³. @spec balance.gas-meter */
const GAS_VOLUME_UNIT_ID = "GAZV";

/** A boiler room of a residence. */
type BoilerRoomPlace = Omit<BoilerRoomMonths, "months">;

interface BalanceQuery extends BoilerRoomMonths {
  /** Reads every month day by day; by default, only those in which a reading lacks some days. */
  readonly byDay?: true;
}

/**
 * All data of the balance of a boiler room; null when it does not exist.
 *
 * The same object is returned until its settings, its meters or its outdoor sensors are written.
 */
export async function readBalance(
  services: Services,
  query: BalanceQuery,
): Promise<BalanceReadings | null> {
  const { projectId, boilerRoomId, months, byDay = false } = query;
  const basis = await basisOf(services, query);
  if (basis === null) return null;
  const dependencies = { reader: services.seriesOf(projectId, basis.timeZone), ...statesOf(basis) };
  return await services.memory.ofSeries(
    projectId,
    {
      what: `balance ${boilerRoomId} ${months[0]} ${months.length} ${byDay}`,
      freshForS: FRESH_DATA_SECONDS,
    },
    dependencies,
    () => balanceOf(services, query, basis),
  );
}

/**
 * What a value computed from some series and the outdoor sensors depends on: only past days count, except for amounts,
 * since one sent today may cover its whole week or month.
 */
export function statesOf(
  { series, wanted, sources, today }: Pick<Basis, "series" | "wanted" | "sources" | "today">,
): Pick<SourceSeries, "seriesIds" | "past"> {
  const sensors = sources.flatMap(({ record: { seriesId } }) => seriesId ?? []);
  const all = [...wanted, ...sensors];
  const shared = new Set(
    series.filter(({ unit }) => unit.kind === "consumption").map(({ id }) => id),
  );
  return {
    seriesIds: all.filter((id) => shared.has(id)),
    past: { seriesIds: all.filter((id) => !shared.has(id)), before: today },
  };
}

type Basis = NonNullable<Awaited<ReturnType<typeof basisOf>>>;

/** What the balance is computed from; `today` is the civil day of the residence. */
async function basisOf(services: Services, { projectId, boilerRoomId }: BoilerRoomMonths) {
  const [equipments, series, efficiency, sources, { timeZone }] = await Promise.all([
    cachedEquipments(services, projectId),
    cachedSeries(services, projectId),
    cachedEfficiency(services, { projectId, boilerRoomId }),
    cachedOutdoor(services, projectId),
    cachedProject(services, projectId),
  ]);
  const room = equipments.find(({ id }) => id === boilerRoomId)?.record;
  if (room?.kind !== "boilerroom" || !efficiency.ok) return null;
  const { sources: burned, settings, gazFactors } = efficiency.answer;
  const boilerRoom = burned === null ? null : { ...burned, settings, gazFactors };
  const gasVolumes = withPlaces(series, equipments)
    .filter(({ dataUnitId }) => dataUnitId === GAS_VOLUME_UNIT_ID);
  const wanted = seriesOf(boilerRoom, gasVolumes);
  const today = civilDateOf(services.now(), timeZone);
  return { name: room.name, boilerRoom, series, gasVolumes, wanted, sources, timeZone, today };
}

async function balanceOf(
  services: Services,
  query: BalanceQuery,
  basis: Basis,
): Promise<BalanceReadings> {
  const { name, boilerRoom, series, gasVolumes, wanted, today } = basis;
  const [seasons, outdoor] = await Promise.all([
    seasonsInForce(services, query),
    outdoorMonths(services, query, basis),
  ]);
  const splits = query.byDay ? new Set(query.months) : monthsToSplit(outdoor.dju);
  const metered = await meteredMonths(services, query, { basis, splits });
  const split = new Set([...splits, ...monthsToSplit(metered)]);
  return {
    boilerRoomName: name,
    boilerRoom,
    seasons,
    now: today,
    ...outdoor,
    dju: withDaysOf(outdoor.dju, split),
    series: withDaysOf(metered, split),
    units: unitsOf(series, wanted),
    gasVolumeSeries: gasVolumes.map((one) => ({ id: one.id, name: seriesNameAmongAll(one) })),
  };
}

function seriesOf(boilerRoom: BoilerRoomEfficiency | null, gasVolumes: readonly ProjectSeries[]) {
  const used = boilerRoom === null ? [] : [
    boilerRoom.sourceType,
    ...boilerRoom.hotWaterTypes.map(({ hotWaterType }) => hotWaterType),
    ...boilerRoom.solarTypes,
  ];
  return [...new Set([...used, ...gasVolumes.map(({ id }) => id)])];
}

function unitsOf(series: readonly ProjectSeries[], wanted: readonly string[]) {
  return Object.fromEntries(
    series.filter(({ id }) => wanted.includes(id)).map(({ id, unit }) => [id, unit.unit]),
  );
}

async function meteredMonths(
  services: Services,
  { projectId, months }: BoilerRoomMonths,
  { basis, splits }: { basis: Basis; splits: ReadonlySet<IsoMonth> },
): Promise<Record<string, MonthReadings>> {
  const { wanted, timeZone, today } = basis;
  const reader = services.seriesOf(projectId, timeZone);
  const series = basis.series.filter(({ id }) => wanted.includes(id));
  const [events, falls, read] = await Promise.all([
    reader.eventsOfMany(wanted),
    reader.jumpsOfMany(wanted),
    readMeteredMonths({ reader, series, months, today, splits }),
  ]);
  return Object.fromEntries(
    Object.entries(read).map(([id, readings]) => {
      const happened = [
        ...(events.get(id) ?? []).map((event) => eventSpan(event, timeZone)),
        ...(falls.get(id) ?? []).map((fall) => fallSpan(fall, timeZone)),
      ].sort((a, b) => a.toMs - b.toMs);
      const marked = Object.entries(readings).map(([month, reading]) => {
        const ofMonth = marksOfMonth(happened, month, timeZone);
        return [month, ofMonth.length === 0 ? reading : { ...reading, events: ofMonth }] as const;
      });
      return [id, Object.fromEntries(marked)];
    }),
  );
}

/** Events and falls of a meter in a month of the residence's calendar. */
function marksOfMonth(happened: readonly MarkedSpan[], month: IsoMonth, timeZone: string) {
  const monthAt = (ms: number) => monthOf(civilDateOf(ms, timeZone));
  return happened.filter(({ fromMs, toMs }) => monthAt(fromMs) <= month && month <= monthAt(toMs))
    .map(({ mark }) => mark);
}

type Outdoor = Pick<BalanceReadings, "dju" | "outdoorSources" | "outdoorC">;

async function outdoorMonths(
  services: Services,
  { projectId, months }: BoilerRoomMonths,
  { sources, today }: Basis,
): Promise<Outdoor> {
  const read = await Promise.all(sources.map(async (source) => {
    const outdoorOf = await readOutdoorYears(services, { projectId, source, dates: months });
    const dju: Record<IsoMonth, MonthReading> = {};
    const meanC: Record<IsoMonth, number> = {};
    for (const month of months) {
      if (month > today) continue;
      const outdoor = outdoorOf(month);
      const { meanC: mean } = outdoorMonth(outdoor, month);
      dju[month] = djuReading(outdoor, month, today);
      if (mean !== null) meanC[month] = mean;
    }
    return { id: source.id, dju, meanC };
  }));
  // In the order of the sources, so that the page of an unchanged balance is identical.
  const dju = Object.fromEntries(read.map((one) => [one.id, one.dju]));
  const outdoorC = Object.fromEntries(read.map((one) => [one.id, one.meanC]));
  const outdoorSources = sources.map(({ id, record }) => ({ id, name: record.name }));
  return { dju, outdoorSources, outdoorC };
}

/** The DJU of a month day by day; only of the whole month when they were entered, or sent once a week or a month. */
export function djuReading(outdoor: OutdoorYear, month: IsoMonth, today: IsoDate): MonthReading {
  const { dju } = outdoorMonth(outdoor, month);
  if (typedDju(outdoor, month) !== null) return { ...dju, wholeMonth: true };
  if (outdoor.countsDju && isSlow(outdoor.rhythmOf(month))) {
    const isAwaited = wholeDays(month, today).isRunning && dju.completeness < 1;
    return { ...dju, wholeMonth: true, ...(isAwaited ? { awaited: true } : {}) };
  }
  const days = datesOfMonth(month).filter((date) => date < today)
    .map((date) => outdoor.dailyDju.on(date));
  return { ...dju, days };
}

export const getBalanceReadings: Handler<"getBalanceReadings"> = async (services, input) => {
  const { projectId, boilerRoomId, segment } = input;
  const period = balancePeriod(segment);
  if (period === null) return { ok: false, code: "bad-period" };
  const months = periodMonths(period);
  const answer = await readBalance(services, { projectId, boilerRoomId, months });
  return answer === null ? { ok: false, code: "not-found" } : { ok: true, answer };
};

/** A line for each boiler room that the caller may read, by name. */
export const compareBoilerRooms: Handler<"compareBoilerRooms"> = async (
  services,
  { orgId, segment },
  caller,
) => {
  const period = balancePeriod(segment);
  if (period === null) return { ok: false, code: "bad-period" };
  const months = periodMonths(period);
  const monthsBefore = periodMonths({ ...period, year: period.year - 1 });
  const what = `comparison ${period.year} ${period.shifted}`;
  const lineOf = async (room: Room) => {
    const { projectId, boilerRoomId } = room;
    const [now, before] = await Promise.all([
      readBalance(services, { projectId, boilerRoomId, months }),
      readBalance(services, { projectId, boilerRoomId, months: monthsBefore }),
    ]);
    return { ...room, ...now === null ? NO_YEAR : yearOf(now)(before ?? now)(segment) };
  };
  const role = "collect:boilerroom:read";
  const lines = await readEachProject(
    [...await projectsWithRole(services, { orgId, caller, role })],
    (projectId) => cachedLines(services, projectId, { what, lineOf }),
    RESIDENCES_AT_ONCE,
  );
  return { ok: true, answer: lines.flat().sort(byName) };
};

/** The last twelve finished months of each boiler room of a residence. @spec balance.residence-year */
export const getProjectEnergy: Handler<"getProjectEnergy"> = async (services, { projectId }) => {
  const yearOfRoom = async ({ boilerRoomId, boilerRoomName }: Room, today: IsoDate) => {
    const { now, before } = await readTwoYears(services, { projectId, boilerRoomId }, today);
    const boilerRoom = now?.boilerRoom ?? null;
    const months = now && boilerRoom ? roomMonths({ ...now, boilerRoom }, before) : [];
    return { boilerRoomId, boilerRoomName, months };
  };
  const rooms = await cachedLines(services, projectId, { what: "energy", lineOf: yearOfRoom });
  return {
    ok: true,
    answer: rooms.toSorted((a, b) => compareValues(a.boilerRoomName, b.boilerRoomName)),
  };
};

/** The readings of the last twelve finished months and the running one, and of the twelve before. */
async function readTwoYears(
  services: Services,
  of: BoilerRoomPlace,
  today: IsoDate,
) {
  const [now, before] = await Promise.all([
    readBalance(services, { ...of, months: monthsRead(today) }),
    readBalance(services, {
      ...of,
      months: finishedMonths(today).map((month) => shiftMonth(month, -12)),
    }),
  ]);
  return { now, before };
}

/** What the lists of residences show of a boiler room, from its balance. @spec projects.figures, balance.recent-gap */
export async function roomFigures(services: Services, of: BoilerRoomPlace, today: IsoDate) {
  const { now, before } = await readTwoYears(services, of, today);
  const boilerRoom = now?.boilerRoom ?? null;
  if (now === null || boilerRoom === null) return { ...NO_MONTHS, gap: null };
  const byDay = await readBalance(services, { ...of, months: recentMonths(today), byDay: true });
  return {
    ...twelveMonthFigures({ ...now, boilerRoom }, before),
    gap: byDay && recentGap({ ...byDay, boilerRoom }),
  };
}

type Room = Omit<ComparisonLine, keyof ComparedYear>;

interface LinesQuery<Line> {
  /** Name of the lines of a residence in its memory. */
  readonly what: string;
  lineOf(room: Room, today: IsoDate): Promise<Line>;
}

/** The lines of a residence, cached until it or its readings are written: other residences' readings do not recompute them. */
async function cachedLines<Line>(
  services: Services,
  projectId: string,
  { what, lineOf }: LinesQuery<Line>,
): Promise<Line[]> {
  const { name: projectName, timeZone } = await cachedProject(services, projectId);
  const today = civilDateOf(services.now(), timeZone);
  const compute = async () => {
    const equipments = await cachedEquipments(services, projectId);
    const rooms = equipments.filter(({ record }) => record.kind === "boilerroom");
    const lines = await Promise.all(rooms.map(({ id: boilerRoomId, record }) => {
      const room = { projectId, projectName, boilerRoomId, boilerRoomName: record.name };
      return oneInPart(() => lineOf(room, today));
    }));
    return lines.flat();
  };
  return await services.memory.ofReadings(
    projectId,
    { what, day: today, freshForS: FRESH_DATA_SECONDS },
    compute,
  );
}

/** The year of some readings beside the one before, computed once: unchanged readings are one object. */
const yearOf = memoOf((now: BalanceReadings) =>
  memoOf((before: BalanceReadings) =>
    memo((segment: string): ComparedYear => {
      const [{ boilerRoom }, period] = [now, balancePeriod(segment)];
      if (boilerRoom === null || period === null) return NO_YEAR;
      return comparedYear({ ...now, boilerRoom, period }, before === now ? null : before);
    })
  )
);

/** A year or a shifted year; null for another period. */
export function balancePeriod(segment: string): BalancePeriod | null {
  const { type, year } = rangeOf(segment);
  if (type !== "monthly" && type !== "monthly-shifted") return null;
  return { year, shifted: type === "monthly-shifted" };
}

function byName(a: Room, b: Room): number {
  return compareValues(a.projectName, b.projectName) ||
    compareValues(a.boilerRoomName, b.boilerRoomName);
}
