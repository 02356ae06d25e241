/** Figures of an hour, a day or a month of a series: sums, means, coverage and doubts. @module */

import { finiteOrNull, sumBy } from "@/lib/base/sums.ts";
import type { DataKind } from "./units.ts";

/** A figure that an index error, a suspended reading or a jump of the register may touch. @spec series.doubtful */
export interface MaybeDoubtful {
  readonly doubtful?: true | undefined;
}

/** The mark of a figure computed from others: doubtful as soon as one of them is. */
export function doubtfulOf(parts: readonly MaybeDoubtful[]): { doubtful?: true } {
  return parts.some(({ doubtful }) => doubtful) ? { doubtful: true } : {};
}

/**
 * Figures of a series over one hour, day or month.
 *
 * Values are in the series' unit. A period without any reading has count 0, coveredS 0 and nulls.
 */
export interface RollupSlot {
  /** "2024-07" for a month, "2024-07-15" for a day, "2024-07-15T13:00:00Z" for an hour. */
  readonly at: string;
  /** Consumption of the period; null for instants and states, or when unknown. */
  readonly sum: number | null;
  /** Mean, lowest and highest of the five-minute values; null for an index or a state. */
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** The last reading of the period (the register, for an index). */
  readonly last: number | null;
  /** Five-minute slots with a reading; for a consumption, its readings. */
  readonly count: number;
  /** Seconds of the period covered by readings. */
  readonly coveredS: number;
  /** Seconds of the period, including for days of 23 and 25 hours. */
  readonly lengthS: number;
  /** The register at one end was interpolated across a long gap rather than read. */
  readonly estimated: boolean;
  /** An index that is not counted, or a jump of the register, touches it; absent otherwise. */
  readonly doubtful?: true;
}

/**
 * Stored figures of a series for one hour, day or month; sums are integers.
 *
 * Sums are in millionths of the unit, so that days always add up to their month in any order of readings.
 */
export interface Aggregates {
  /** Consumption of an index or a consumption, sum of the values of an instant, in millionths. */
  readonly millionths: number;
  /** Lowest and highest value; 0 for an index or a state. */
  readonly min: number;
  readonly max: number;
  /** Last reading; null when the period only lies within an interval of a register. */
  readonly last: number | null;
  readonly count: number;
  readonly coveredS: number;
  /** Whether the register at the start, at the end, was interpolated across a long gap. */
  readonly drawnAtStart: boolean;
  readonly drawnAtEnd: boolean;
  /** An index that is not counted, or a jump of the register, touches it; absent otherwise. */
  readonly isDoubtful?: true;
}

/**
 * Sums the figures of the days of a month, or of the months of a year.
 *
 * @param parts figures in time order; null where unknown
 * @returns null when all parts are unknown
 */
export function combinedAggregates(parts: readonly (Aggregates | null)[]): Aggregates | null {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return null;
  const read = known.filter(({ count }) => count > 0);
  return {
    millionths: sumBy(known, (part) => part.millionths),
    min: read.reduce((min, part) => Math.min(min, part.min), read[0]?.min ?? 0),
    max: read.reduce((max, part) => Math.max(max, part.max), read[0]?.max ?? 0),
    last: read.at(-1)?.last ?? null,
    count: sumBy(known, (part) => part.count),
    coveredS: sumBy(known, (part) => part.coveredS),
    drawnAtStart: parts[0]?.drawnAtStart ?? false,
    drawnAtEnd: parts.at(-1)?.drawnAtEnd ?? false,
    ...known.some(({ isDoubtful }) => isDoubtful) && { isDoubtful: true },
  };
}

/**
 * Converts the figures of a period to the series' unit.
 *
 * @param at "2024-07", "2024-07-15" or the instant of an hour
 * @param lengthS seconds of the period
 * @param aggregates null when unknown
 */
export function slotOf(
  kind: DataKind,
  at: string,
  lengthS: number,
  aggregates: Aggregates | null,
): RollupSlot {
  const estimated = aggregates !== null && (aggregates.drawnAtStart || aggregates.drawnAtEnd);
  const [last, count, coveredS] = aggregates === null
    ? [null, 0, 0]
    : [aggregates.last, aggregates.count, aggregates.coveredS];
  const isAveraged = count > 0 && (kind === "instant" || kind === "consumption");
  return {
    at,
    sum: aggregates === null ? null : sumOf(kind, aggregates),
    mean: isAveraged && aggregates !== null
      ? finiteOrNull(aggregates.millionths / 1e6 / count)
      : null,
    min: isAveraged && aggregates !== null ? aggregates.min : null,
    max: isAveraged && aggregates !== null ? aggregates.max : null,
    last,
    count,
    coveredS,
    lengthS,
    estimated,
    ...aggregates?.isDoubtful && { doubtful: true },
  };
}

/**
 * Share of a period covered by readings.
 *
 * @spec series.completeness
 * @param elapsedS elapsed seconds of the period; the whole period unless it is current
 * @returns 0 to 1
 */
export function completeness(
  slot: Pick<RollupSlot, "coveredS" | "lengthS">,
  elapsedS: number = slot.lengthS,
): number {
  return elapsedS <= 0 ? 0 : Math.min(1, slot.coveredS / elapsedS);
}

function sumOf(kind: DataKind, { millionths, count, coveredS }: Aggregates): number | null {
  if (kind === "index") return coveredS > 0 ? finiteOrNull(millionths / 1e6) : null;
  return kind === "consumption" && count > 0 ? finiteOrNull(millionths / 1e6) : null;
}
