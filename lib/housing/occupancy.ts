/** Rules of occupancies: their days, the vacancies between them, and consent to fine data. @module */

import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { type DaySpan, daysWithin, type OccupancyPeriod } from "@/lib/series/day_spans.ts";
import type { Consent, Occupancy, OccupancySpan } from "./schema.ts";

/** Whether a consent exists and is not withdrawn. */
export function isHeld(consent: Consent | null): consent is Consent {
  return consent !== null && consent.withdrawnOn === null;
}

/** Whether an occupancy has ended: its last day is past. */
export function isOver({ to }: Pick<Occupancy, "to">, today: IsoDate): boolean {
  return to !== null && to < today;
}

/**
 * The days of an occupancy, without personal data. A withdrawn consent gives access to no hourly data, not even of past
 * days: viewing them would be a new use.
 *
 * @spec housing.hourly-consent
 */
export function spanOf(
  { from, to, consent }: Pick<Occupancy, "from" | "to" | "consent">,
): OccupancySpan {
  return { from, to, fineFrom: isHeld(consent) ? later(from, consent.givenOn) : null };
}

export function isTaken(
  { from, to }: Pick<OccupancySpan, "from" | "to">,
  others: readonly Pick<OccupancySpan, "from" | "to">[],
): boolean {
  return others.some((other) =>
    (to === null || other.from <= to) && (other.to === null || from <= other.to)
  );
}

/**
 * The period that contains a day: its occupancy, or the vacancy between the occupancies around it.
 *
 * @param spans of one dwelling, without overlap, in any order
 */
export function occupancyPeriodOf(spans: readonly OccupancySpan[], day: IsoDate): OccupancyPeriod {
  if (spans.length === 0) return UNRECORDED;
  const own = spans.find(({ from, to }) => from <= day && (to === null || day <= to));
  if (own !== undefined) return { ...own, kind: "occupied" };
  const ended = spans.flatMap(({ to }) => to !== null && to < day ? to : []);
  const begun = spans.flatMap(({ from }) => from > day ? from : []);
  const last = ended.reduce<IsoDate | null>((best, to) => best && best > to ? best : to, null);
  const next = begun.reduce<IsoDate | null>((best, to) => best && best < to ? best : to, null);
  return {
    from: last && addDays(last, 1),
    to: next && addDays(next, -1),
    kind: "vacant",
    fineFrom: null,
  };
}

/** The periods of a dwelling over some days, in order; one if its occupant stays. @spec housing.one-occupancy */
export function occupancyPeriodsOver(
  spans: readonly OccupancySpan[],
  days: DaySpan,
): OccupancyPeriod[] {
  const occupancyPeriods: OccupancyPeriod[] = [];
  let day: IsoDate | null = days.from;
  while (day !== null && day <= days.to) {
    const occupancyPeriod: OccupancyPeriod = occupancyPeriodOf(spans, day);
    occupancyPeriods.push(occupancyPeriod);
    day = occupancyPeriod.to && addDays(occupancyPeriod.to, 1);
  }
  return occupancyPeriods;
}

/**
 * Whether the occupant's consent allows data finer than a day for a day of a dwelling. A vacancy has no consent:
 * its occupant may not be recorded yet. Without any recorded occupancy, the dwelling's setting (`hourlyMode`)
 * replaces the consent.
 *
 * @spec housing.hourly-consent
 */
export function isFineAgreed({ kind, fineFrom }: OccupancyPeriod, day: IsoDate): boolean {
  return kind === "unrecorded" || (fineFrom !== null && fineFrom <= day);
}

/**
 * The days of a period whose readings may be shown individually, according to the occupant's consent.
 *
 * @returns null when there are none
 */
export function fineDays(occupancyPeriod: OccupancyPeriod, days: DaySpan): DaySpan | null {
  const start = occupancyPeriod.kind === "unrecorded" ? days.from : occupancyPeriod.fineFrom;
  if (start === null) return null;
  const shown = daysWithin({ from: start, to: occupancyPeriod.to }, days);
  return shown.from <= shown.to ? shown : null;
}

const UNRECORDED: OccupancyPeriod = { from: null, to: null, kind: "unrecorded", fineFrom: null };

function later(left: IsoDate, right: IsoDate): IsoDate {
  return left > right ? left : right;
}
