/** Reads the rhythms of series, and figures covered according to them. @module */

import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import type { Services } from "@/lib/api/services.ts";
import {
  addDays,
  firstDayOf,
  type IsoDate,
  monthOf,
  monthStart,
  shiftMonth,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilDays } from "@/lib/base/slots.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { civilDateOf, zonedSlots } from "@/lib/base/time_zones.ts";
import type { RollupSlot } from "@/lib/timeseries/rollups.ts";
import {
  coveredByRhythm,
  coversMore,
  finishedMonths,
  isSlow,
  monthByRhythm,
  periodStart,
  type RhythmOf,
  rhythmsOf,
} from "@/lib/timeseries/rhythm.ts";
import type { ExpectedRhythm, ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { DaysRange, SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { COMPLETE } from "./range_rows.ts";
import type { RangeSlot } from "./schema.ts";

/** Properties of a series that determine its rhythm. */
export type PacedSeries = Pick<ProjectSeries, "id" | "unit" | "rhythm">;

/** The expected rhythms of some series, in their order; undefined where unknown. */
export type Rhythms = readonly (ExpectedRhythm | undefined)[];

/** A series and the civil day of its residence: earlier days determine its rhythm. */
interface PacedQuery {
  readonly series: PacedSeries;
  readonly today: IsoDate;
}

interface RhythmQuery extends PacedQuery {
  readonly range: PeriodRange;
  readonly timeZone: string;
}

/** Readings that cover a day for any rhythm: one every three hours. */
const OFTEN_A_DAY = 8;
const OFTEN_A_MONTH = OFTEN_A_DAY * 31;
/** Maximum days of a week outside of the month in which it starts or ends. */
const WEEK_AROUND = 6;

/** The rhythm of a series in the months of some years, and in the months around them. */
export async function readRhythms(
  reader: SeriesReader,
  query: PacedQuery,
  years: readonly number[],
): Promise<RhythmOf> {
  return await rhythmsIn(reader, query, { months: await monthsAround(reader, query, years) });
}

/** The months of some years of a series, and of the years around them; none when its rhythm is set. */
async function monthsAround(
  reader: SeriesReader,
  { series: { id, rhythm = null }, today }: PacedQuery,
  years: readonly number[],
): Promise<readonly RollupSlot[]> {
  if (rhythm !== null) return [];
  const around: number[] = [];
  const last = Math.min(Math.max(...years) + 1, yearOf(today));
  for (let year = Math.min(...years) - 1; year <= last; year++) around.push(year);
  return (await Promise.all(around.map((year) => reader.months(id, year)))).flat();
}

/** @param isOver whether every day of its months is finished, so that none has to be read */
async function rhythmsIn(
  reader: SeriesReader,
  { series: { id, unit, rhythm = null }, today }: PacedQuery,
  { months, isOver = false }: { readonly months: readonly RollupSlot[]; readonly isOver?: boolean },
): Promise<RhythmOf> {
  if (isOver) return rhythmsOf(unit.kind, rhythm, months);
  const isRunningRead = months.some(({ at, count }) => at === monthOf(today) && count > 0);
  const days = { from: monthStart(today), to: today };
  const daysOver = isRunningRead ? await reader.days(id, days) : [];
  return rhythmsOf(unit.kind, rhythm, finishedMonths(months, today, daysOver));
}

/** The expected rhythm of a series on a day; undefined when it is unknown. */
export async function expectedRhythm(
  reader: SeriesReader,
  query: PacedQuery,
  day: IsoDate = query.today,
): Promise<ExpectedRhythm | undefined> {
  return expectedIn(await readRhythms(reader, query, [yearOf(day)]), query.series, day);
}

function expectedIn(rhythmOf: RhythmOf, { rhythm = null }: PacedSeries, day: IsoDate) {
  const every = rhythmOf(monthOf(day));
  return every === null ? undefined : { every, isSet: rhythm !== null };
}

/** Series of a long list whose rhythms are read together. */
export const PACED_AT_ONCE = 100;

/** Today's expected rhythm of each of some series. */
export async function expectedRhythms(
  reader: SeriesReader,
  series: readonly PacedSeries[],
  today: IsoDate,
): Promise<Rhythms> {
  const queries = series.map((one) => ({ series: one, today }));
  const months = queries.map((query) => monthsAround(reader, query, [yearOf(today)]));
  const read = await Promise.all(months);
  // Read after the months: a reading of today that arrives in between is in none of those of an ended series.
  const ended = await reader.endedBefore(series.map(({ id }) => id), today);
  return await Promise.all(queries.map(async (query, position) => {
    const { series: one } = query;
    const paced = { months: read[position] ?? [], isOver: ended.has(one.id) };
    return expectedIn(await rhythmsIn(reader, query, paced), one, today);
  }));
}

/** A value made of the rhythms of some series of a residence, in their order. */
interface OfRhythms<Value> {
  readonly projectId: string;
  readonly timeZone: string;
  /** Name of the value in its residence. */
  readonly what: string;
  readonly of: (rhythms: Rhythms) => Value;
}

/** A value made of today's expected rhythms of some series: cached while readings of today are written. */
export async function cachedRhythms<Value>(
  services: Services,
  { projectId, timeZone, what, of }: OfRhythms<Value>,
  series: readonly PacedSeries[],
): Promise<Value> {
  const reader = services.seriesOf(projectId, timeZone);
  const today = civilDateOf(services.now(), timeZone);
  const past = { seriesIds: series.map(({ id }) => id), before: today };
  return await services.memory.ofSeries(
    projectId,
    { what: `rhythms ${what}`, freshForS: FRESH_DATA_SECONDS },
    { reader, seriesIds: [], past },
    async () => of(await expectedRhythms(reader, series, today)),
  );
}

/** Slots of a range with the expected rhythm of their series: readings not due yet are awaited. */
export async function withRhythm<Slot extends RangeSlot>(
  reader: SeriesReader,
  query: RhythmQuery,
  slots: readonly Slot[],
): Promise<{ slots: Slot[]; rhythm: ExpectedRhythm | undefined }> {
  const { range, timeZone, today } = query;
  const { to } = civilDays(range);
  const rhythm = await expectedRhythm(reader, query, to < today ? to : today);
  const every = rhythm?.every ?? null;
  if (!isSlow(every)) return { slots: [...slots], rhythm };
  const since = periodStart(today, every);
  const starts = zonedSlots(range, timeZone).map(({ from }) => civilDateOf(from, timeZone));
  const isAwaited = ({ completeness }: RangeSlot, at: IsoDate | undefined) =>
    at !== undefined && at >= since && at <= today && completeness < COMPLETE;
  return {
    slots: slots.map((slot, position) =>
      isAwaited(slot, starts[position]) ? { ...slot, awaited: true } : slot
    ),
    rhythm,
  };
}

/**
 * The days of a series, each covered by the readings of its rhythm's period.
 *
 * @param readBefore readings from this day on cover no day; all count by default
 */
export async function pacedDays(
  reader: SeriesReader,
  query: PacedQuery,
  { from, to }: DaysRange,
  readBefore: IsoDate | null = null,
): Promise<readonly RollupSlot[]> {
  const { series } = query;
  const days = await reader.days(series.id, { from, to });
  const last = addDays(to, -1);
  if (needsNoRhythm(series, days, OFTEN_A_DAY) || last < from) return days;
  const rhythmOf = await readRhythms(reader, query, [yearOf(from), yearOf(last)]);
  const isSame = days.every(({ at }) => !coversMore(series.unit.kind, rhythmOf(monthOf(at))));
  if (isSame) return days;
  const end = addDays(firstDayOf(shiftMonth(monthOf(last), 1)), WEEK_AROUND);
  const whole = await reader.days(series.id, {
    from: addDays(monthStart(from), -WEEK_AROUND),
    to: readBefore !== null && readBefore < end ? readBefore : end,
  });
  return coveredByRhythm(series.unit.kind, whole, rhythmOf)
    .filter(({ at }) => at >= from && at < to);
}

/** The hours of a day of a series, all covered when the readings of its rhythm cover the day. */
export async function pacedHours(
  reader: SeriesReader,
  query: PacedQuery,
  date: IsoDate,
): Promise<readonly RollupSlot[]> {
  const { id, unit: { kind }, rhythm = null } = query.series;
  const days = { from: date, to: addDays(date, 1) };
  const [hours = []] = await reader.hoursOfDays(id, days);
  const count = sumBy(hours, (hour) => hour.count);
  if (kind === "index" || rhythm === null && count > OFTEN_A_DAY) return hours;
  const [day] = await pacedDays(reader, query, days);
  if (day === undefined || day.coveredS < day.lengthS) return hours;
  const every = (await readRhythms(reader, query, [yearOf(date)]))(monthOf(date));
  if (every === null || every === "several-a-day") return hours;
  return hours.map((hour) => ({ ...hour, coveredS: hour.lengthS }));
}

/** The months of some years of a series, each covered by its readings according to their rhythm. */
export async function pacedMonths(
  reader: SeriesReader,
  query: PacedQuery,
  years: readonly number[],
): Promise<readonly RollupSlot[]> {
  const { series } = query;
  const { id, unit: { kind } } = series;
  const months = (await Promise.all(years.map((year) => reader.months(id, year)))).flat();
  if (needsNoRhythm(series, months, OFTEN_A_MONTH)) return months;
  const rhythmOf = await readRhythms(reader, query, years);
  return await Promise.all(months.map(async (month) => {
    const every = rhythmOf(month.at);
    const isByDay = month.count > 0 && every !== "month" && coversMore(kind, every);
    const days = isByDay ? await pacedDays(reader, query, daysOf(month.at)) : [];
    return monthByRhythm(kind, month, { rhythmOf, days });
  }));
}

function daysOf(month: string): DaysRange {
  return { from: firstDayOf(month), to: firstDayOf(shiftMonth(month, 1)) };
}

/** True when the rhythm has no effect: registers cover the time between them, and frequent readings their day. */
function needsNoRhythm(
  { unit, rhythm = null }: PacedSeries,
  slots: readonly RollupSlot[],
  often: number,
): boolean {
  if (unit.kind === "index") return true;
  const read = slots.filter(({ count }) => count > 0);
  return rhythm === null && read.length > 0 && read.every(({ count }) => count > often);
}
