/** Events and annotations beside the slots of a range, and the intervals of a state. @module */

import { LAST_DATE } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import type { MaybeDoubtful } from "@/lib/timeseries/rollups.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";
import { annotationsOfSlot, annotationsWithin } from "./annotations.ts";
import type { Annotation } from "./schema.ts";

export interface StateInterval {
  readonly state: string | number;
  /** Seconds since 1970. */
  readonly fromS: number;
  /** Start of the next state; null while this one lasts. */
  readonly toS: number | null;
}

/**
 * Merges the readings of a state into intervals: "open" repeated a hundred times is one interval.
 *
 * @spec series.states
 * @param points in time order
 * @returns latest first
 */
export function stateIntervals(points: readonly Point[]): StateInterval[] {
  const intervals: StateInterval[] = [];
  for (const { epochS, value, text } of points) {
    const state = text ?? value;
    const last = intervals.at(-1);
    if (last?.state === state) continue;
    if (last !== undefined) intervals[intervals.length - 1] = { ...last, toS: epochS };
    intervals.push({ state, fromS: epochS, toS: null });
  }
  return intervals.reverse();
}

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

/** Annotations in the order of the list: latest start first. */
export function listedAnnotations(annotations: readonly Annotation[]): Annotation[] {
  return annotations.toSorted((one, other) =>
    other.from.localeCompare(one.from) || other.to.localeCompare(one.to) ||
    one.id.localeCompare(other.id)
  );
}

/** Events and annotations of a slot, shown beside its figures. @spec design §12 "shown beside the figure" */
export interface AnnotatedSlot<Mark extends MeterMark = MeterMark> extends MaybeDoubtful {
  /** Segment of the slot. */
  readonly slot: string;
  /** Replacements and resets of the meters within it. */
  readonly marks: readonly Mark[];
  readonly annotations: readonly Annotation[];
}

/** Slots of a range with their events and annotations. @param marks events of the meters within the range */
export function withNotes<Slot extends { readonly slot: string }, Mark extends MeterMark>(
  slots: readonly Slot[],
  { marks, annotations }: Omit<AnnotatedSlot<Mark>, "slot">,
): (Slot & AnnotatedSlot<Mark>)[] {
  return slots.map((one) => ({
    ...one,
    marks: marks.filter(({ slot }) => slot === one.slot),
    annotations: annotationsOfSlot(annotations, one.slot),
  }));
}
