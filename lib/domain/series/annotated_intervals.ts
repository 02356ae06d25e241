import { LAST_DATE } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { annotationsWithin } from "./annotation.ts";
import type { StateInterval } from "./state_intervals.ts";
import type { Annotation } from "./types.ts";

export interface AnnotatedInterval extends StateInterval {
  readonly annotations: readonly Annotation[];
}

/**
 * Intervals with the annotations that overlap their days, in the residence's time zone.
 *
 * @spec design §12 "shown beside the figure"
 */
export function annotatedIntervals(
  intervals: readonly StateInterval[],
  annotations: readonly Annotation[],
  timeZone: string,
): AnnotatedInterval[] {
  return intervals.map((interval) => {
    const from = civilDateOf(interval.fromS * 1_000, timeZone);
    const to = interval.toS === null ? LAST_DATE : civilDateOf(interval.toS * 1_000 - 1, timeZone);
    return { ...interval, annotations: annotationsWithin(annotations, { from, to }) };
  });
}
