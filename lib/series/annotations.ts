/** Periods of annotations, and the annotations of a slot. @module */

import {
  addDays,
  daysBetween,
  firstDayOf,
  isIsoDate,
  lastDayOf,
  mondayOf,
} from "@/lib/base/civil_dates.ts";
import { readInstantSegment } from "@/lib/base/period_instants.ts";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { isBackwards, type TypedValues } from "@/lib/ui/field_rules.ts";
import type { DaySpan } from "./day_spans.ts";

/**
 * What an annotation of a boiler room does to its energy signature: from its first day the signature is another one, or
 * a drift is closed and sought again.
 *
 * @spec signature.reference, signature.closing
 */
export const SIGNATURE_EFFECTS = ["changed", "closed"] as const;

export type SignatureEffect = typeof SIGNATURE_EFFECTS[number];

/** Maximum length of an annotation in days: a year, leap or not. */
const ANNOTATION_MAX_DAYS = 366;

export function isAnnotationPeriod({ from, to }: DaySpan): boolean {
  return from <= to && daysBetween(from, to) < ANNOTATION_MAX_DAYS;
}

/** Errors in the days of an annotation: it must not end before it begins, nor last over a year. */
export function annotationErrors(
  { from = "", to = "" }: Partial<TypedValues<"from" | "to">>,
): FieldErrors<"to"> {
  if (isBackwards(from, to)) return { to: { code: "date-order" } };
  const isAllowed = !isIsoDate(from) || !isIsoDate(to) || isAnnotationPeriod({ from, to });
  return isAllowed ? {} : { to: { code: "max-days", maxDays: ANNOTATION_MAX_DAYS } };
}

/** The annotations that overlap some days, in their order. */
export function annotationsWithin<Shown extends DaySpan>(
  annotations: readonly Shown[],
  { from, to }: DaySpan,
): Shown[] {
  return annotations.filter((one) => one.from <= to && from <= one.to);
}

function daysOfSlot(slot: string): DaySpan | null {
  const instant = readInstantSegment(slot);
  switch (instant?.type) {
    case "monthly": {
      return { from: firstDayOf(instant.month), to: lastDayOf(instant.month) };
    }
    case "weekly": {
      const monday = mondayOf(instant.weekYear, instant.week);
      return { from: monday, to: addDays(monday, 6) };
    }
    case "daily":
    case "hourly":
    case "fivemin":
      return { from: instant.date, to: instant.date };
    case undefined:
      return null;
  }
}

/**
 * The annotations that overlap a slot of a range; a slot shorter than a day has those of its day.
 *
 * @spec series.annotations
 * @param slot segment of a month, a week, a day, an hour or five minutes
 */
export function annotationsOfSlot<Shown extends DaySpan>(
  annotations: readonly Shown[],
  slot: string,
): Shown[] {
  const days = daysOfSlot(slot);
  return days === null ? [] : annotationsWithin(annotations, days);
}

export function isPartOfDay(slot: string): boolean {
  const instant = readInstantSegment(slot);
  return instant?.type === "hourly" || instant?.type === "fivemin";
}
