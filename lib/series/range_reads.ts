/** Reads the slots of a range and the events of meters within it. @module */

import { addDays, type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { MINUTE_S } from "@/lib/base/durations.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilDays, groupBySlot, SLOT_MINUTES, slotsOf } from "@/lib/base/slots.ts";
import { highest, inMillionths, knownTotal, lowest, sumBy, weightedMean } from "@/lib/base/sums.ts";
import { civilDateOf, type ZonedSlot, zonedSlots } from "@/lib/base/time_zones.ts";
import { completeness, type RollupSlot, shortGapS } from "@/lib/timeseries/rollups.ts";
import type { MeterEvent, RegisterJump } from "@/lib/timeseries/meter_event.ts";
import type { MeterMark, ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { DaysRange, SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { covers, isWithin, type OccupancyPeriod } from "./day_spans.ts";
import { allowedResolution } from "./resolution.ts";
import { pacedDays, pacedHours, pacedMonths } from "./rhythms.ts";
import type { CountedSlot, RangeSlot } from "./schema.ts";

interface RangeQuery {
  series: ProjectSeries;
  range: PeriodRange;
  timeZone: string;
  /** Civil day of the residence. */
  today: IsoDate;
  /** Counted days; all days by default. Readings outside are ignored. */
  within?: Pick<OccupancyPeriod, "from" | "to">;
  /** Days of a range of days or longer that are not counted; none by default. */
  leftOut?: ReadonlySet<IsoDate>;
  /** Longest gap between registers for which a figure of a range finer than the hour is not an estimate. */
  longestGapS?: number;
}

type CountedDays = Pick<RangeQuery, "within" | "leftOut">;

/** A series over a range: figures of its months, weeks, days, hours or shorter slots. */
export async function rangeSlots(reader: SeriesReader, query: RangeQuery): Promise<RangeSlot[]> {
  return (await countedSlots(reader, query)).map(({ count: _, ...slot }) => slot);
}

/** As `rangeSlots()`, with the number of readings of each slot. */
export async function countedSlots(
  reader: SeriesReader,
  query: RangeQuery,
): Promise<CountedSlot[]> {
  return (await slotsRead(reader, query))();
}

/**
 * Reads the data of the slots of a series over a range.
 *
 * @returns a function that computes the slots: a caller with many series pauses between two of them
 */
export async function slotsRead(
  reader: SeriesReader,
  { within, leftOut, ...query }: RangeQuery,
): Promise<() => CountedSlot[]> {
  const { series: { unit }, range, timeZone } = query;
  const isCut = within !== undefined && !covers(within, civilDays(range));
  if (isCut || leftOut !== undefined) {
    return await slotsWithin(reader, query, { ...isCut && { within }, ...leftOut && { leftOut } });
  }
  switch (range.type) {
    case "monthly":
    case "monthly-shifted":
    case "daily":
    case "weekly":
    case "weekly-shifted": {
      const known = await civilAggregates(reader, query);
      return () => {
        const dated = known.map((figure) => ({ figure, from: firstDay(figure.at) }));
        return groupBySlot(slotsOf(range), dated).map(({ slot, parts }) =>
          combined(slot.segment, parts.map(({ figure }) => figure), unit.sum)
        );
      };
    }
    case "hourly": {
      const date = slotsOf(range)[0]?.from.slice(0, 10) ?? "";
      const hours = await pacedHours(reader, query, date);
      return () =>
        zonedSlots(range, timeZone).map(({ segment }, index) =>
          combined(segment, hours.slice(index, index + 1), unit.sum)
        );
    }
    default:
      return await shortSlots(reader, query);
  }
}

/**
 * The slots of a range finer than the hour, which add up to its hours.
 *
 * @spec series.short-slots
 */
async function shortSlots(
  reader: SeriesReader,
  { series: { id, unit }, range, timeZone, longestGapS }: RangeQuery,
): Promise<() => CountedSlot[]> {
  const slots = zonedSlots(range, timeZone);
  const spans = slots.map(({ from, to }) => ({ fromS: from / 1_000, toS: to / 1_000 }));
  const gapS = longestGapS ?? shortGapS((SLOT_MINUTES[range.type] ?? 0) * MINUTE_S);
  const aggregates = await reader.shortSlots(id, spans, gapS);
  return () =>
    slots.map(({ segment }, position) =>
      combined(segment, aggregates.slice(position, position + 1), unit.sum)
    );
}

/** The days of a series from `from` to `to` (excluded), each as a slot; later readings do not affect them. */
export async function daySlotsRead(
  reader: SeriesReader,
  { series, today, within }: Omit<RangeQuery, "range" | "timeZone" | "leftOut">,
  days: DaysRange,
): Promise<() => CountedSlot[]> {
  const aggregates = await pacedDays(reader, { series, today }, days, days.to);
  const counted = ({ at }: RollupSlot) => within === undefined || isWithin(within, at);
  return () => aggregates.map((day) => combined(day.at, [day].filter(counted), series.unit.sum));
}

/** A slot with days that are not counted is computed from its days, and counts as partial. */
async function slotsWithin(
  reader: SeriesReader,
  query: Omit<RangeQuery, keyof CountedDays>,
  { within, leftOut }: CountedDays,
): Promise<() => CountedSlot[]> {
  const { series: { unit }, range } = query;
  if (allowedResolution(range.type) !== "day") {
    // A range of hours is one day, of one occupant.
    const whole = await slotsRead(reader, query);
    return () => whole().map(({ slot }) => combined(slot, [], unit.sum));
  }
  const isCounted = (day: IsoDate) =>
    (within === undefined || isWithin(within, day)) && leftOut?.has(day) !== true;
  const days = (await dayAggregates(reader, query)).map(({ doubtful, ...figure }) => ({
    figure: isCounted(figure.at)
      ? { ...figure, ...doubtful && { doubtful } }
      : { ...figure, coveredS: 0 },
    from: figure.at,
  }));
  return () =>
    groupBySlot(slotsOf(range), days).map(({ slot, parts }) =>
      combined(slot.segment, parts.map(({ figure }) => figure), unit.sum)
    );
}

/** Months for ranges of months, days for the others. */
function civilAggregates(reader: SeriesReader, query: RangeQuery): Promise<readonly RollupSlot[]> {
  const { range } = query;
  const isMonthly = range.type === "monthly" || range.type === "monthly-shifted";
  return isMonthly ? monthAggregates(reader, query) : dayAggregates(reader, query);
}

function monthAggregates(reader: SeriesReader, query: RangeQuery): Promise<readonly RollupSlot[]> {
  const { from, to } = civilDays(query.range);
  const first = yearOf(from);
  const years = Array.from({ length: yearOf(to) - first + 1 }, (_, position) => first + position);
  return pacedMonths(reader, query, years);
}

function dayAggregates(reader: SeriesReader, query: RangeQuery): Promise<readonly RollupSlot[]> {
  const { from, to } = civilDays(query.range);
  return pacedDays(reader, query, { from, to: addDays(to, 1) });
}

/** The first day of a month ("2024-07"), or the day itself. */
function firstDay(at: string): string {
  return at.length === 7 ? `${at}-01` : at;
}

function combined(slot: string, parts: readonly RollupSlot[], isSum: boolean): CountedSlot {
  const read = parts.filter((part) => part.coveredS > 0);
  const lengthS = sumBy(parts, (part) => part.lengthS);
  const coveredS = sumBy(read, (part) => part.coveredS);
  return {
    slot,
    value: isSum ? knownTotal(read.map(({ sum }) => sum)) : meanOf(read),
    min: isSum ? null : lowest(read.map((part) => part.min)),
    max: isSum ? null : highest(read.map((part) => part.max)),
    completeness: completeness({ coveredS, lengthS }),
    estimated: read.some((part) => part.estimated),
    count: sumBy(read, (part) => part.count),
    ...parts.some(({ doubtful }) => doubtful) && { doubtful: true },
  };
}

/** The mean of the readings of all parts; a state has no mean, so its last value. @spec series.rollups */
function meanOf(parts: readonly RollupSlot[]): number | null {
  const mean = weightedMean(parts.map(({ mean, count }) => ({ value: mean, weight: count })));
  if (mean === null) return parts.findLast(({ last }) => last !== null)?.last ?? null;
  return inMillionths(mean);
}

type SlotsQuery = Pick<RangeQuery, "range" | "timeZone">;
type MarksQuery = Pick<RangeQuery, "series" | "range" | "timeZone">;

/** Events and falls of a meter in the slots of a range, in order; empty for another kind. @spec series.meter-events */
export async function meterMarks(reader: SeriesReader, query: MarksQuery): Promise<MeterMark[]> {
  if (query.series.unit.kind !== "index") return [];
  return await registerMarks(reader, [query.series.id], query);
}

/** As `meterMarks()`, for several meters of one kind together, without the names of fallen registers. */
export async function meterMarksOfMany(
  reader: SeriesReader,
  storedIds: readonly string[],
  query: MarksQuery,
): Promise<MeterMark[]> {
  if (query.series.unit.kind !== "index") return [];
  return (await registerMarks(reader, storedIds, query)).map(({ fall: _, ...mark }) => mark);
}

/** As `meterMarksOfMany()`, for registers of any kind. */
export async function registerMarks(
  reader: SeriesReader,
  storedIds: readonly string[],
  { range, timeZone }: SlotsQuery,
): Promise<MeterMark[]> {
  const [events, falls] = await Promise.all([
    reader.eventsOfMany(storedIds),
    reader.jumpsOfMany(storedIds),
  ]);
  const happened = [
    ...[...events.values()].flat().map((event) => eventSpan(event, timeZone)),
    ...[...falls.values()].flat().map((fall) => fallSpan(fall, timeZone)),
  ].sort((a, b) => a.toMs - b.toMs);
  if (happened.length === 0) return [];
  const slots = zonedSlots(range, timeZone);
  return happened.flatMap((span) =>
    slotsUnder(slots, span).map((slot) => ({ slot, ...span.mark }))
  );
}

/** An event or a fall of a meter, from one instant to another, both included. */
export interface MarkedSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly mark: Omit<MeterMark, "slot">;
}

/** The instant of an event. */
export function eventSpan({ epochS, what }: MeterEvent, timeZone: string): MarkedSpan {
  const atMs = epochS * 1_000;
  return { fromMs: atMs, toMs: atMs, mark: { date: civilDateOf(atMs, timeZone), what } };
}

/** A fall affects every figure between its two readings: nothing is counted there. */
export function fallSpan(
  { epochS, value, beforeS, before, cause }: RegisterJump,
  timeZone: string,
): MarkedSpan {
  const toMs = epochS * 1_000;
  const fall = { before, value, cause };
  const mark = { date: civilDateOf(toMs, timeZone), what: "fall", fall } as const;
  return { fromMs: beforeS * 1_000, toMs, mark };
}

function slotsUnder(slots: readonly ZonedSlot[], { fromMs, toMs }: MarkedSpan): string[] {
  return slots.filter(({ from, to }) => from <= toMs && fromMs < to).map(({ segment }) => segment);
}
