import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { JudgedRange, RegisterFacts } from "./registers/judge.ts";
import { NO_RULE } from "./registers/register_limits.ts";
import type { RegisterRule } from "./registers/register_rule.ts";
import type { MeterEvent, Point, RegisterJump, RollupSlot, SeriesBatch } from "./types.ts";

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
