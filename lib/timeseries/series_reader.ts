/** Interfaces that read and write series, and searches for the reading before or after an instant. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { DAY_S } from "@/lib/base/durations.ts";
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

/** Spans searched for the readings beside a second, one after the other, s: the first nearly always has them. */
const LOOKED_S = [2 * DAY_S, 62 * DAY_S, 732 * DAY_S];

/** A second, and the side on which readings are searched: before it, or from it on. */
export interface Beside {
  readonly atS: number;
  readonly side: "before" | "after";
}

/**
 * The readings on one side of a second, in the shortest span searched that has enough of them.
 *
 * @param isEnough one reading by default
 */
export async function readingsBeside<Found extends Point>(
  read: (range: SecondsRange) => Promise<readonly Found[]>,
  { atS, side }: Beside,
  isEnough: (found: readonly Found[]) => boolean = ({ length }) => length > 0,
): Promise<readonly Found[]> {
  let found: readonly Found[] = [];
  for (const lookedS of LOOKED_S) {
    found = await read(
      side === "after"
        ? { fromS: atS, toS: atS + lookedS }
        : { fromS: Math.max(0, atS - lookedS), toS: atS },
    );
    if (isEnough(found)) break;
  }
  return found;
}

/**
 * The oldest reading of a series at or after a second, in the two years that follow.
 *
 * @returns null when there is none, or when its readings were purged
 */
export async function pointAfter(
  reader: SeriesReader,
  seriesId: string,
  startS: number,
): Promise<Point | null> {
  const read = (range: SecondsRange) => reader.points(seriesId, range);
  const [point = null] = await readingsBeside(read, { atS: startS, side: "after" });
  return point;
}

/**
 * The newest counted reading of a series before a second: its newest one, or one of the two years before.
 *
 * @returns null when there is none, or when its readings were purged
 */
export async function pointBefore(
  reader: SeriesReader,
  seriesId: string,
  endS: number,
): Promise<Point | null> {
  // Verdicts are those of stored values; points may be corrected, as temperatures of dwellings are.
  const counted = async (range: SecondsRange) => {
    const [points, { readings }] = await Promise.all([
      reader.points(seriesId, range),
      reader.judged(seriesId, range),
    ]);
    const countedS = new Set(
      readings.filter(({ verdict }) => verdict === "counted").map(({ epochS }) => epochS),
    );
    return points.filter(({ epochS }) => countedS.has(epochS));
  };
  const last = await reader.last(seriesId);
  if (last === null) return null;
  const newest = { fromS: last.epochS, toS: last.epochS + 1 };
  const [found] = last.epochS < endS ? await counted(newest) : [];
  return found ??
    (await readingsBeside(counted, { atS: endS, side: "before" })).at(-1) ?? null;
}
