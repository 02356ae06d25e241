/** Reads the outdoor temperatures and degree days of a source, sensed or imported. @module */

import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import type { Services } from "@/lib/api/services.ts";
import {
  addDays,
  datesOfMonth,
  type IsoDate,
  type IsoMonth,
  monthsOfYear,
  wholeYear,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { HOUR_S } from "@/lib/base/durations.ts";
import { memo, memoOf } from "@/lib/base/memo.ts";
import { sumOf } from "@/lib/base/sums.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import {
  type DjuMethod,
  djuOfDay,
  djuOfMonth,
  type DjuSum,
  type OutdoorDay,
} from "@/lib/facilities/degree_days.ts";
import {
  djuMonthsRecord,
  type OutdoorDaysRecord,
  outdoorDaysRecord,
  type OutdoorSourceRecord,
  outdoorSourceRecord,
} from "@/lib/facilities/records.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { pacedDays, readRhythms } from "@/lib/series/rhythms.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { getAll, listStored, type Stored } from "@/lib/store/store.ts";
import { completeness, type RollupSlot } from "@/lib/timeseries/rollups.ts";
import type { RhythmOf } from "@/lib/timeseries/rhythm.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import { DayValues, isDjuSeries } from "./degree_days.ts";

/** Minimum share of a day read by a sensor for its extremes and mean to represent the day. */
const ENOUGH_OF_A_DAY = 0.75;
/** Fewest readings of a day that represent it when they are spread over it. */
const FEWEST_SPREAD = 4;
/** Most whole hours without a reading between them, and before the first and after the last: six, and some delay. */
const MOST_EMPTY_HOURS = 6;

/** Least time that each of these readings covers of its own, once the hours of the day are no longer stored. */
const COVERED_BY_READING_S = 2.5 * HOUR_S;

/** Whether the readings of a day cover enough of it for its DJU. @spec degree-days.sensor-days */
function isEnough(day: RollupSlot | undefined): boolean {
  return day !== undefined && completeness(day) >= ENOUGH_OF_A_DAY;
}

/**
 * The days that are not covered enough, but have a reading every six hours, as weather stations observe.
 *
 * @spec degree-days.sensor-days
 * @param days of a series, in order
 */
async function spreadDays(
  reader: SeriesReader,
  seriesId: string,
  days: readonly RollupSlot[],
): Promise<ReadonlySet<IsoDate>> {
  const sparse = days.filter((day) => day.count >= FEWEST_SPREAD && !isEnough(day));
  const [first, last] = [sparse[0], sparse.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  const hours = await reader.hoursOfDays(seriesId, { from: first.at, to: addDays(last.at, 1) });
  const byDay = new Map(hours.map((ofDay, position) => [addDays(first.at, position), ofDay]));
  return new Set(
    sparse.flatMap((day) => isSpreadOver(day, byDay.get(day.at) ?? []) ? [day.at] : []),
  );
}

function isSpreadOver({ count, coveredS }: RollupSlot, hours: readonly RollupSlot[]): boolean {
  const isPurged = hours.every((hour) => hour.count === 0);
  if (isPurged) return coveredS >= count * COVERED_BY_READING_S;
  const longest = hours.map(({ count }) => count > 0 ? " " : ".").join("").split(" ")
    .map(({ length }) => length);
  return Math.max(...longest) <= MOST_EMPTY_HOURS;
}

export type StoredOutdoor = Stored<OutdoorSourceRecord>;

export interface OutdoorYear {
  dailyDju: DayValues;
  /** Mean outdoor temperature by day, °C. */
  dailyC: DayValues;
  /** DJU entered for each month, which replace the sum of the days; null where none was entered. */
  typed: readonly (number | null)[];
  until: IsoDate;
  /** True when its DJU were sent directly: the temperatures of their days are unknown. */
  countsDju: boolean;
  /** Days without their own DJU, covered by those sent for their week or their month. */
  coveredDates: ReadonlySet<IsoDate>;
  /** Expected rhythm of its series, in each month. */
  rhythmOf: RhythmOf;
}

/** The outdoor sources of a residence, by name. */
export async function listOutdoor(services: Services, projectId: string): Promise<StoredOutdoor[]> {
  const prefix = keys.outdoorSource.under(projectId);
  const sources = await listStored(services.store, prefix, outdoorSourceRecord);
  return sources.sort((a, b) => compareValues(a.record.name, b.record.name));
}

/** As {@link listOutdoor}, for display: cached until the residence is written. */
export function cachedOutdoor(
  services: Services,
  projectId: string,
): Promise<readonly StoredOutdoor[]> {
  return services.memory.ofSettings(projectId, "outdoor", () => listOutdoor(services, projectId));
}

interface YearQuery {
  projectId: string;
  source: Pick<StoredOutdoor, "id" | "record">;
  year: number;
}

/**
 * The data of a source for a year: imported days, then days of the site's own sensor, then those of its public station,
 * and entered months.
 *
 * Cached until the residence is written; only a source with a sensor changes with the readings.
 *
 * @spec degree-days.public-files
 */
export async function readOutdoorYear(services: Services, query: YearQuery): Promise<OutdoorYear> {
  const { projectId, source: { id, record: { method, seriesId, publicStation } }, year } = query;
  const { timeZone } = await cachedProject(services, projectId);
  const until = addDays(civilDateOf(services.now(), timeZone), -1);
  const what = `outdoor ${id} ${method} ${seriesId ?? ""} ${publicStation ?? ""} ${year}`;
  const read = () => outdoorYear(services, query, { timeZone, until });
  if (seriesId === null) return await services.memory.ofDay(projectId, { what, day: until }, read);
  // DJU sent today for their week or month may cover an earlier day, so the cache key includes today.
  const sources = {
    reader: services.seriesOf(projectId, timeZone),
    seriesIds: [],
    past: { seriesIds: [seriesId], before: addDays(until, 1) },
  };
  const remembered = { what, freshForS: FRESH_DATA_SECONDS };
  return await services.memory.ofSeries(projectId, remembered, sources, read);
}

async function outdoorYear(
  services: Services,
  { projectId, source, year }: YearQuery,
  { timeZone, until }: { timeZone: string; until: IsoDate },
): Promise<OutdoorYear> {
  const { method, seriesId, publicStation } = source.record;
  const series = (await cachedSeries(services, projectId)).find(({ id }) => id === seriesId);
  const reader = services.seriesOf(projectId, timeZone);
  const today = addDays(until, 1);
  const kept = [keys.djuDays, keys.djuMonths, keys.stationDays].map((key) => key(source.id, year));
  const [[imported, months, fetched], measured, rhythmOf] = await Promise.all([
    getAll(services.store, kept),
    series === undefined ? [] : pacedDays(reader, { series, today }, wholeYear(year)),
    series === undefined ? unknownRhythm : readRhythms(reader, { series, today }, [year]),
  ]);
  const countsDju = series !== undefined && isDjuSeries(series);
  const spread = series === undefined || countsDju
    ? new Set()
    : await spreadDays(reader, series.id, measured);
  const days = imported?.value ? outdoorDaysRecord.parse(imported.value) : null;
  const ofStation = publicStation && fetched?.value ? outdoorDaysRecord.parse(fetched.value) : null;
  const [dailyDju, dailyC] = [new DayValues(year), new DayValues(year)];
  for (const [position, date] of monthsOfYear(year).flatMap(datesOfMonth).entries()) {
    if (date > until) break;
    const slot = measured[position];
    const isKnown = isEnough(slot) || spread.has(date);
    const sensed = countsDju || !isKnown ? UNREAD : sensorDay(slot);
    const known = [storedDay(days, position), sensed, storedDay(ofStation, position)];
    const day = bestDay(known, method);
    dailyDju.set(date, djuOfDay(day, method) ?? (countsDju ? slot?.sum ?? null : null));
    dailyC.set(date, meanOf(day));
  }
  const typed = months?.value ? djuMonthsRecord.parse(months.value) : [];
  const coveredDates = new Set(
    measured.filter(({ coveredS, count }) => countsDju && count === 0 && coveredS > 0)
      .map(({ at }) => at),
  );
  return { dailyDju, dailyC, typed, until, countsDju, coveredDates, rhythmOf };
}

/** The DJU of a month: those entered, else the sum of its days. @spec degree-days.manual-months */
export function monthDju(outdoor: OutdoorYear, month: IsoMonth): DjuSum {
  const typed = typedDju(outdoor, month);
  if (typed !== null) return { value: typed, completeness: 1, estimated: false };
  return djuOfMonth(outdoor.dailyDju.of(datesOfMonth(month)), month, outdoor);
}

/** The DJU entered for a month; null for none. */
export function typedDju({ typed }: Pick<OutdoorYear, "typed">, month: IsoMonth): number | null {
  return typed[Number(month.slice(5)) - 1] ?? null;
}

/** Mean outdoor temperature of a month, °C; null when no day is known. */
export function monthMeanC({ dailyC }: OutdoorYear, month: IsoMonth): number | null {
  const known = datesOfMonth(month).flatMap((date) => dailyC.on(date) ?? []);
  return known.length === 0 ? null : sumOf(known) / known.length;
}

interface OutdoorMonth {
  readonly dju: DjuSum;
  readonly meanC: number | null;
}

const monthsOf = memoOf((outdoor: OutdoorYear) =>
  memo((month: IsoMonth): OutdoorMonth => ({
    dju: monthDju(outdoor, month),
    meanC: monthMeanC(outdoor, month),
  }))
);

/** DJU and mean temperature of a month, computed once for each year read. */
export function outdoorMonth(outdoor: OutdoorYear, month: IsoMonth): OutdoorMonth {
  return monthsOf(outdoor)(month);
}

/** The data of a source by month or day, read for every year of some; nothing in another year. */
export async function readOutdoorYears(
  services: Services,
  { projectId, source, dates }: {
    projectId: string;
    source: Pick<StoredOutdoor, "id" | "record">;
    dates: readonly (IsoDate | IsoMonth)[];
  },
): Promise<(at: IsoDate | IsoMonth) => OutdoorYear> {
  const years = [...new Set(dates.map(yearOf))];
  const read = await Promise.all(
    years.map((year) => readOutdoorYear(services, { projectId, source, year })),
  );
  const byYear = new Map(years.map((year, position) => [year, read[position]]));
  return (at) => byYear.get(yearOf(at)) ?? NOTHING;
}

const UNREAD: OutdoorDay = { minC: null, maxC: null, meanC: null };
const NOTHING: OutdoorYear = {
  dailyDju: new DayValues(1),
  dailyC: new DayValues(1),
  typed: [],
  until: "0001-01-01",
  countsDju: false,
  coveredDates: new Set(),
  rhythmOf: unknownRhythm,
};

function unknownRhythm(): null {
  return null;
}

/** The first day that gives DJU by a method; without one, the first with a temperature. */
function bestDay(days: readonly OutdoorDay[], method: DjuMethod): OutdoorDay {
  return days.find((day) => djuOfDay(day, method) !== null) ??
    days.find((day) => meanOf(day) !== null) ?? UNREAD;
}

/** The stored temperatures of a day, by its position in the year. */
export function storedDay(days: OutdoorDaysRecord | null, position: number): OutdoorDay {
  return {
    minC: days?.minC[position] ?? null,
    maxC: days?.maxC[position] ?? null,
    meanC: days?.meanC[position] ?? null,
  };
}

function sensorDay(slot: RollupSlot | undefined): OutdoorDay {
  return slot === undefined ? UNREAD : { minC: slot.min, maxC: slot.max, meanC: slot.mean };
}

function meanOf({ minC, maxC, meanC }: OutdoorDay): number | null {
  if (meanC !== null) return meanC;
  return minC === null || maxC === null ? null : (minC + maxC) / 2;
}
