import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { MeterEvent, Point, RegisterFall, RollupSlot, SeriesBatch } from "./types.ts";

/**
 * The series of one project, as pages and calls read them.
 *
 * Two implementations answer it: the stored series and the simulated ones of the demo. Days and
 * months are those of the project's time zone. Every list holds one slot per period, in order,
 * with empty slots without readings. A figure includes every reading acknowledged before.
 *
 * @spec series.ranges
 */
export interface SeriesReader {
  months(seriesId: string, year: number): Promise<readonly RollupSlot[]>;
  /** The twelve months of a year of several series, in one pass. */
  monthsOfMany(
    seriesIds: readonly string[],
    year: number,
  ): Promise<ReadonlyMap<string, readonly RollupSlot[]>>;
  /** The days from one to another (`to` excluded). */
  days(seriesId: string, days: DaysRange): Promise<readonly RollupSlot[]>;
  /** The 23, 24 or 25 hours of a civil day ("2024-07-15"). */
  hours(seriesId: string, date: string): Promise<readonly RollupSlot[]>;
  /** The hours of each civil day from one to another (`to` excluded): one list a day. */
  hoursOfDays(seriesId: string, days: DaysRange): Promise<readonly (readonly RollupSlot[])[]>;
  /** The stored readings between two seconds (`toS` excluded), oldest first. */
  points(seriesId: string, range: SecondsRange): Promise<readonly Point[]>;
  /** The newest reading; null when there is none. */
  last(seriesId: string): Promise<Point | null>;
  /** The newest reading of each series that has one. */
  lastOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, Point>>;
  /** Resets and replacements of a meter, oldest first. */
  events(seriesId: string): Promise<readonly MeterEvent[]>;
  /** Those of each series that has any. */
  eventsOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, readonly MeterEvent[]>>;
  /** The newest falls of the register of each series that has any, oldest first. */
  fallsOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, readonly RegisterFall[]>>;
  /**
   * A key that changes with the stored data of any of these series, for caches; null when
   * unknown.
   *
   * @param before a day: only readings that change the figures of earlier days change the key
   */
  stateOf(seriesIds: readonly string[], before?: IsoDate): Promise<string | null>;
}

/** The series of one project, as all ways of input write them. */
export interface SeriesWriter {
  /** Stores readings; once it resolves they are durable and visible to every read. */
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
