import {
  cachedOutdoor,
  outdoorMonth,
  type OutdoorYear,
  readOutdoorYears,
  typedDju,
} from "@/lib/backend/embedded/degree_days/outdoor.ts";
import { cachedEquipments } from "@/lib/backend/embedded/facilities/equipment.ts";
import {
  type BoilerRoomMonths,
  seasonsInForce,
} from "@/lib/backend/embedded/facilities/heating_seasons.ts";
import type { SourceSeries } from "@/lib/backend/embedded/project_memory.ts";
import { cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import { eventSpan, fallSpan, type MarkedSpan } from "@/lib/backend/embedded/series/meter_marks.ts";
import { cachedSeries, withPlaces } from "@/lib/backend/embedded/series/series.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { GAS_VOLUME_UNIT_ID } from "@/lib/domain/energy_balance/constants.ts";
import { monthsToSplit, withDaysOf } from "@/lib/domain/energy_balance/metered_month.ts";
import type {
  BalanceReadings,
  BoilerRoomEfficiency,
  MonthReading,
  MonthReadings,
} from "@/lib/domain/energy_balance/types.ts";
import {
  datesOfMonth,
  type IsoDate,
  type IsoMonth,
  monthOf,
} from "@/lib/domain/periods/civil_dates.ts";
import { wholeDays } from "@/lib/domain/periods/whole_days.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { isSlow } from "@/lib/domain/series/rhythm.ts";
import { seriesNameAmongAll } from "@/lib/text/facilities/facilities.ts";
import { readMeteredMonths } from "./balance_months.ts";
import { cachedEfficiency } from "./efficiency.ts";

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

/** Only past days count, except for amounts: one sent today may cover its whole week or month. */
function statesOf(
  { series, wanted, sources, today }: Basis,
): Pick<SourceSeries, "seriesIds" | "past"> {
  const sensors = sources.flatMap(({ record: { seriesId } }) => seriesId ?? []);
  const all = [...wanted, ...sensors];
  const given = new Set(
    series.filter(({ unit }) => unit.kind === "consumption").map(({ id }) => id),
  );
  return {
    seriesIds: all.filter((id) => given.has(id)),
    past: { seriesIds: all.filter((id) => !given.has(id)), before: today },
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
