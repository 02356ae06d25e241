/** Interfaces that read and write series, and searches for the reading before or after an instant. @module */

import { addDays, type IsoDate, wholeYear, yearOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf, dayBounds } from "@/lib/base/time_zones.ts";
import type { RollupSlot } from "./rollups.ts";
import type { MeterEvent, RegisterJump } from "./meter_event.ts";
import type { Point, SeriesBatch } from "./readings.ts";
import type { JudgedRange, RegisterFacts } from "./register_judgement.ts";
import { NO_RULE, type RegisterRule } from "./register_rules.ts";

/**
 * Read access to the series of a project, for pages and calls.
 *
 * Two implementations: the stored series and the simulated ones of the demo. Days and months are in the project's
 * time zone. Every list contains one slot per period, in order; slots without readings are empty. Figures include
 * every reading acknowledged before.
 *
 * @spec series.ranges
 */
export interface SeriesReader {
  /** Whether a series is computed: readings written to it would not show. Absent where none is. */
  simulates?(seriesId: string): boolean;
  months(seriesId: string, year: number): Promise<readonly RollupSlot[]>;
  /** The twelve months of a year for several series, in one pass. */
  monthsOfMany(
    seriesIds: readonly string[],
    year: number,
  ): Promise<ReadonlyMap<string, readonly RollupSlot[]>>;
  /** The days in a range (`to` excluded). */
  days(seriesId: string, days: DaysRange): Promise<readonly RollupSlot[]>;
  /** The 23, 24 or 25 hours of each civil day in a range (`to` excluded): one list per day. */
  hoursOfDays(seriesId: string, days: DaysRange): Promise<readonly (readonly RollupSlot[])[]>;
  /**
   * The figures of consecutive spans of less than an hour, in time order and without overlap.
   *
   * @param longestGapS longest gap between registers for which a figure is not an estimate
   */
  shortSlots(
    seriesId: string,
    spans: readonly SecondsRange[],
    longestGapS: number,
  ): Promise<readonly RollupSlot[]>;
  /** The stored readings between two seconds (`toS` excluded), oldest first. */
  points(seriesId: string, range: SecondsRange): Promise<readonly Point[]>;
  /** The newest reading; null when there is none. */
  last(seriesId: string): Promise<Point | null>;
  /** The newest reading of each series; series without readings are absent. */
  lastOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, Point>>;
  /** The series known to have no reading on a civil day or later: all that is counted of them is before it. */
  endedBefore(seriesIds: readonly string[], day: IsoDate): Promise<ReadonlySet<string>>;
  /** The resets and replacements of each meter, oldest first; series without events are absent. */
  eventsOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, readonly MeterEvent[]>>;
  /** The newest jumps of the register of each series, oldest first; series without jumps are absent. */
  jumpsOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, readonly RegisterJump[]>>;
  /** The readings of a register between two seconds (`toS` excluded), each with its verdict; all count for another kind. */
  judged(seriesId: string, range: SecondsRange): Promise<JudgedRange>;
  /** The rule of each register, and its suspended readings; series of other kinds, or never read, are absent. */
  registersOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, RegisterFacts>>;
  /**
   * A key that changes with the stored data of any of these series, for caches; null when unknown.
   *
   * @param before a day: only readings that change the figures of earlier days change the key
   */
  stateOf(seriesIds: readonly string[], before?: IsoDate): Promise<string | null>;
}

/** Resets and replacements of a meter, oldest first. */
export async function eventsOf(
  reader: Pick<SeriesReader, "eventsOfMany">,
  seriesId: string,
): Promise<readonly MeterEvent[]> {
  return (await reader.eventsOfMany([seriesId])).get(seriesId) ?? [];
}

/** Write access to the series of a project, for every kind of input. */
export interface SeriesWriter {
  /** Stores readings; they are durable and visible to every read once it resolves. */
  append(batches: readonly SeriesBatch[]): Promise<void>;
}

/** A span of civil days ("2024-07-15"), `to` excluded. */
export interface DaysRange {
  readonly from: string;
  readonly to: string;
}

/** A span of time in seconds since 1970, `toS` excluded. */
export interface SecondsRange {
  readonly fromS: number;
  readonly toS: number;
}

/** The rule by which a register is judged; without limits when it was never read. */
export async function registerRuleOf(
  reader: Pick<SeriesReader, "registersOfMany">,
  seriesId: string,
): Promise<RegisterRule> {
  const facts = (await reader.registersOfMany([seriesId])).get(seriesId);
  return facts?.rule ?? NO_RULE;
}

/** Days searched: the first one may end before the requested instant. */
const DAYS_TRIED = 2;

/**
 * The oldest reading of a series at or after an instant, in its year or the next one.
 *
 * @param startS seconds since 1970, included
 * @returns null when there is none, or when its readings were purged
 */
export async function pointAfter(
  reader: SeriesReader,
  seriesId: string,
  { startS, timeZone }: { startS: number; timeZone: string },
): Promise<Point | null> {
  const startDate = civilDateOf(startS * 1_000, timeZone);
  const { to } = wholeYear(yearOf(startDate));
  for (const days of [{ from: startDate, to }, wholeYear(yearOf(startDate) + 1)]) {
    const read = (await reader.days(seriesId, days)).filter(({ count }) => count > 0);
    for (const { at } of read.slice(0, DAYS_TRIED)) {
      const { from, to } = dayBounds(at, timeZone);
      const span = { fromS: Math.max(from / 1_000, startS), toS: to / 1_000 };
      const [point] = await reader.points(seriesId, span);
      if (point !== undefined) return point;
    }
  }
  return null;
}

/**
 * The newest counted reading of a series before an instant, in its year or the previous one.
 *
 * @param endS seconds since 1970, excluded
 * @returns null when there is none, or when its readings were purged
 */
export async function pointBefore(
  reader: SeriesReader,
  seriesId: string,
  { endS, timeZone }: { endS: number; timeZone: string },
): Promise<Point | null> {
  const last = await reader.last(seriesId);
  if (last === null) return null;
  if (last.epochS < endS) {
    const newest = await countedIn(reader, seriesId, { fromS: last.epochS, toS: last.epochS + 1 });
    if (newest !== null) return newest;
  }
  const endDate = civilDateOf(endS * 1_000 - 1, timeZone);
  const { from } = wholeYear(yearOf(endDate));
  for (const days of [{ from, to: addDays(endDate, 1) }, wholeYear(yearOf(endDate) - 1)]) {
    const read = (await reader.days(seriesId, days)).filter(({ count }) => count > 0);
    for (const { at } of read.slice(-DAYS_TRIED).reverse()) {
      const { from, to } = dayBounds(at, timeZone);
      const span = { fromS: from / 1_000, toS: Math.min(to / 1_000, endS) };
      const point = await countedIn(reader, seriesId, span);
      if (point !== null) return point;
    }
  }
  return null;
}

/** The newest reading of a span that is not an index error, nor to be confirmed. */
async function countedIn(
  reader: SeriesReader,
  seriesId: string,
  span: SecondsRange,
): Promise<Point | null> {
  const [points, { readings }] = await Promise.all([
    reader.points(seriesId, span),
    reader.judged(seriesId, span),
  ]);
  const counted = readings.findLast(({ verdict }) => verdict === "counted");
  return points.findLast(({ epochS }) => epochS === counted?.epochS) ?? null;
}
