import { covers, isWithin, type OccupancyPeriod } from "@/lib/domain/housing/occupancy.ts";
import { finenessOf } from "@/lib/domain/housing/visibility.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { addDays, type IsoDate, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { groupBySlot } from "@/lib/domain/periods/group_by_slot.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilDays, slotsOf } from "@/lib/domain/periods/slots.ts";
import { zonedSlots } from "@/lib/domain/periods/zoned_days.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { completeness } from "@/lib/domain/series/figures.ts";
import type { DaysRange, SeriesReader } from "@/lib/domain/series/reader.ts";
import { countedFrom, validRegisters } from "@/lib/domain/series/register.ts";
import {
  exactTotal,
  finiteOrNull,
  inMillionths,
  knownTotal,
} from "@/lib/domain/series/statistics.ts";
import type { MeterEvent, Point, RangeSlot, RollupSlot } from "@/lib/domain/series/types.ts";
import { pacedDays, pacedHours, pacedMonths } from "./rhythms.ts";

export interface RangeQuery {
  series: ProjectSeries;
  range: PeriodRange;
  timeZone: string;
  /** Civil day of the residence. */
  today: IsoDate;
  /** Counted days; all days by default. Readings outside are ignored. */
  within?: Pick<OccupancyPeriod, "from" | "to">;
}

export interface CountedSlot extends RangeSlot {
  readonly count: number;
}

/** A series over a range: figures of its months, weeks, days and hours, or its readings slot by slot. */
export async function rangeSlots(reader: SeriesReader, asked: RangeQuery): Promise<RangeSlot[]> {
  return (await countedSlots(reader, asked)).map(({ count: _, ...slot }) => slot);
}

/** As `rangeSlots()`, with the number of readings of each slot. */
export async function countedSlots(
  reader: SeriesReader,
  asked: RangeQuery,
): Promise<CountedSlot[]> {
  return (await slotsRead(reader, asked))();
}

/**
 * Reads the data of the slots of a series over a range.
 *
 * @returns a function that computes the slots: a caller with many series pauses between two of them
 */
export async function slotsRead(
  reader: SeriesReader,
  { within, ...asked }: RangeQuery,
): Promise<() => CountedSlot[]> {
  const { series: { unit }, range, timeZone } = asked;
  if (within !== undefined && !covers(within, civilDays(range))) {
    return await slotsWithin(reader, asked, within);
  }
  switch (range.type) {
    case "monthly":
    case "monthly-shifted":
    case "daily":
    case "weekly":
    case "weekly-shifted": {
      const known = await civilFigures(reader, asked);
      return () => {
        const dated = known.map((figure) => ({ figure, from: firstDay(figure.at) }));
        return groupBySlot(slotsOf(range), dated).map(({ slot, parts }) =>
          combined(slot.segment, parts.map(({ figure }) => figure), unit.sum)
        );
      };
    }
    case "hourly": {
      const date = slotsOf(range)[0]?.from.slice(0, 10) ?? "";
      const hours = await pacedHours(reader, asked, date);
      return () =>
        zonedSlots(range, timeZone).map(({ segment }, index) =>
          combined(segment, hours.slice(index, index + 1), unit.sum)
        );
    }
    default:
      return await pointSlots(reader, asked);
  }
}

/** The days of a series from `from` to `to` (excluded), each as a slot; later readings do not affect them. */
export async function daySlotsRead(
  reader: SeriesReader,
  { series, today, within }: Omit<RangeQuery, "range" | "timeZone">,
  days: DaysRange,
): Promise<() => CountedSlot[]> {
  const figures = await pacedDays(reader, { series, today }, days, days.to);
  const counted = ({ at }: RollupSlot) => within === undefined || isWithin(within, at);
  return () => figures.map((day) => combined(day.at, [day].filter(counted), series.unit.sum));
}

/** A slot cut by the ends of the counted days is computed from its days, and counts as partial. */
async function slotsWithin(
  reader: SeriesReader,
  asked: Omit<RangeQuery, "within">,
  within: Pick<OccupancyPeriod, "from" | "to">,
): Promise<() => CountedSlot[]> {
  const { series: { unit }, range } = asked;
  if (finenessOf(range.type) !== "day") {
    // A range of hours is one day, of one occupant.
    const whole = await slotsRead(reader, asked);
    return () => whole().map(({ slot }) => combined(slot, [], unit.sum));
  }
  const days = (await dayFigures(reader, asked)).map((figure) => ({
    figure: isWithin(within, figure.at) ? figure : { ...figure, coveredS: 0 },
    from: figure.at,
  }));
  return () =>
    groupBySlot(slotsOf(range), days).map(({ slot, parts }) =>
      combined(slot.segment, parts.map(({ figure }) => figure), unit.sum)
    );
}

/** Months for ranges of months, days for the others. */
function civilFigures(reader: SeriesReader, asked: RangeQuery): Promise<readonly RollupSlot[]> {
  const { range } = asked;
  const isMonthly = range.type === "monthly" || range.type === "monthly-shifted";
  return isMonthly ? monthFigures(reader, asked) : dayFigures(reader, asked);
}

function monthFigures(reader: SeriesReader, asked: RangeQuery): Promise<readonly RollupSlot[]> {
  const { from, to } = civilDays(asked.range);
  const first = yearOf(from);
  const years = Array.from({ length: yearOf(to) - first + 1 }, (_, rank) => first + rank);
  return pacedMonths(reader, asked, years);
}

function dayFigures(reader: SeriesReader, asked: RangeQuery): Promise<readonly RollupSlot[]> {
  const { from, to } = civilDays(asked.range);
  return pacedDays(reader, asked, { from, to: addDays(to, 1) });
}

/** The first day of a month ("2024-07"), or the day itself. */
function firstDay(at: string): string {
  return at.length === 7 ? `${at}-01` : at;
}

function combined(slot: string, parts: readonly RollupSlot[], isSum: boolean): CountedSlot {
  const read = parts.filter((part) => part.coveredS > 0);
  const lengthS = sumBy(parts, (part) => part.lengthS);
  const coveredS = sumBy(read, (part) => part.coveredS);
  const [min, max] = isSum ? [null, null] : boundsOf(read);
  return {
    slot,
    value: isSum ? knownTotal(read.map(({ sum }) => sum)) : meanOf(read),
    min,
    max,
    completeness: completeness({ coveredS, lengthS }),
    estimated: read.some((part) => part.estimated),
    count: sumBy(read, (part) => part.count),
  };
}

function boundsOf(parts: readonly RollupSlot[]): [number | null, number | null] {
  const lows = parts.flatMap((part) => part.min ?? []);
  const highs = parts.flatMap((part) => part.max ?? []);
  return [lows.length ? Math.min(...lows) : null, highs.length ? Math.max(...highs) : null];
}

/** Mean weighted by the time of each part; a state has no mean, so its last value. */
function meanOf(parts: readonly RollupSlot[]): number | null {
  const means = parts.filter((part) => part.mean !== null);
  if (means.length === 0) return parts.findLast(({ last }) => last !== null)?.last ?? null;
  const weight = sumBy(means, (part) => part.coveredS);
  const weighted = sumBy(means, (part) => (part.mean ?? 0) * part.coveredS);
  return inMillionths(weighted / weight);
}

/** Time around a range with the readings that show whether its first and last registers are errors. */
const NEIGHBOURS_S = 3_600;

async function pointSlots(
  reader: SeriesReader,
  { series, range, timeZone }: RangeQuery,
): Promise<() => CountedSlot[]> {
  const slots = zonedSlots(range, timeZone);
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return () => [];
  const fromS = first.from / 1_000;
  const toS = last.to / 1_000;
  const stepS = (first.to - first.from) / 1_000;
  const isIndex = series.unit.kind === "index";
  const around = isIndex ? NEIGHBOURS_S : 0;
  const [points, events] = await Promise.all([
    reader.points(series.id, { fromS: fromS - around, toS: toS + around }),
    isIndex ? reader.events(series.id) : [],
  ]);
  // The register just before the range determines the first slot's consumption.
  const counted = isIndex
    ? validRegisters(points, events).filter(({ epochS }) => epochS >= fromS - stepS)
    : points;
  return () => {
    const timed = counted.map((point) => ({ ...point, from: point.epochS * 1_000 }));
    return groupBySlot(slots, timed).map(({ slot, parts, before: register }) =>
      pointSlot(slot.segment, parts, { series, register: register ?? null, events })
    );
  };
}

interface SlotContext {
  readonly series: ProjectSeries;
  /** The last reading before the slot. */
  readonly register: Point | null;
  readonly events: readonly MeterEvent[];
}

function pointSlot(slot: string, inside: readonly Point[], context: SlotContext): CountedSlot {
  const { series } = context;
  const values = inside.map(({ value }) => value);
  const bounds = series.unit.sum ? [] : values;
  const value = pointValue(inside, context);
  return {
    slot,
    value,
    min: bounds.length ? Math.min(...bounds) : null,
    max: bounds.length ? Math.max(...bounds) : null,
    // The first register of a meter is a reading, but gives no consumption.
    completeness: value === null ? 0 : 1,
    estimated: false,
    count: values.length,
  };
}

function pointValue(inside: readonly Point[], { series: { unit }, register, events }: SlotContext) {
  const last = inside.at(-1);
  if (last === undefined) return null;
  if (unit.kind === "index") {
    const counted = register === null ? null : countedFrom(register, last, events);
    return counted === null ? null : finiteOrNull(counted);
  }
  if (unit.kind === "consumption") return exactTotal(inside.map(({ value }) => value));
  return last.value;
}
