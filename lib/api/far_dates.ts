/**
 * Refuses dates and durations that reach too far, or asks to confirm them; the table of docs/specification.md has each.
 *
 * An unchanged date of a stored thing is neither refused nor confirmed, so that its other fields can be edited.
 *
 * @module
 */

import {
  addDays,
  addYears,
  daysBetween,
  type IsoDate,
  isoDate,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { DAY_MS, MINUTE_MS } from "@/lib/base/durations.ts";
import { civilDateOf, clockTimeOf } from "@/lib/base/time_zones.ts";
import type { Effect } from "@/lib/ui/confirmation.ts";

/** Years ahead of the last due date that is accepted. */
const DUE_YEARS_AHEAD = 30;
/** Days ahead from which a document that a request makes at once is to be confirmed. */
const EARLY_DAYS = 400;
/** Years from today from which a start or a setting is to be confirmed. */
const FAR_YEARS = 5;
/** Days that planned works may mute alarms, and those for which they do without confirmation. */
const SILENCE_DAYS = { most: 400, unasked: 31 } as const;

/** Whether a due date is accepted: from 1 January of last year, to 30 years ahead. @spec forms.far-dates */
export function isDueDate(date: IsoDate, today: IsoDate): boolean {
  return date >= isoDate(yearOf(today) - 1, 1, 1) && date <= addYears(today, DUE_YEARS_AHEAD);
}

/** The documents that a request makes at once, among those late or due long after today. @spec forms.far-dates */
export function documentEffects(dueDates: readonly IsoDate[], today: IsoDate): Effect[] {
  const early = addDays(today, EARLY_DAYS);
  return [
    ...documentsEffect("late-documents", dueDates.filter((date) => date < today)),
    ...documentsEffect("early-documents", dueDates.filter((date) => date > early)),
  ];
}

function documentsEffect(
  kind: "late-documents" | "early-documents",
  dueDates: readonly IsoDate[],
): Effect[] {
  const [firstDueDate, ...others] = dueDates.toSorted();
  if (firstDueDate === undefined) return [];
  const count = dueDates.length;
  return [{ kind, count, firstDueDate, lastDueDate: others.at(-1) ?? firstDueDate }];
}

/** Two instants, ISO with Z. */
interface Instants {
  readonly from: string;
  readonly to: string;
}

/** Whether planned works mute alarms for longer than is accepted. @spec forms.far-dates */
export function isSilenceTooLong(works: Instants, timeZone: string): boolean {
  return clockMs(works, timeZone) > SILENCE_DAYS.most * DAY_MS;
}

/** Whether a thing to do is put off to a day that is over, or over a year ahead. @spec forms.far-dates */
export function isFollowUpTooFar(until: IsoDate, today: IsoDate): boolean {
  return until <= today || until > addYears(today, 1);
}

/** What planned works do that must be confirmed. @spec forms.far-dates */
export function silenceEffects(works: Instants, timeZone: string): Effect[] {
  const days = clockMs(works, timeZone) / DAY_MS;
  return days > SILENCE_DAYS.unasked ? [{ kind: "long-silence", days: Math.ceil(days) }] : [];
}

/** Time between two instants on the clock of a place, ms: days from 8:00 to 8:00 have 24 hours when it changes too. */
function clockMs({ from, to }: Instants, timeZone: string): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const days = daysBetween(civilDateOf(start, timeZone), civilDateOf(end, timeZone));
  return days * DAY_MS + timeOfDayMs(end, timeZone) - timeOfDayMs(start, timeZone);
}

function timeOfDayMs(epochMs: number, timeZone: string): number {
  const [hours = 0, minutes = 0] = clockTimeOf(epochMs, timeZone).split(":").map(Number);
  return (hours * 60 + minutes) * MINUTE_MS + epochMs % MINUTE_MS;
}

/** A start that is years ahead, when it changes. @spec forms.far-dates */
export function startEffects(
  date: IsoDate | null | undefined,
  { today, before }: Since,
): Effect[] {
  return date && date !== before && date > addYears(today, FAR_YEARS)
    ? [{ kind: "far-start", date }]
    : [];
}

/** A setting in force from a day that is years away, when it is new. @spec forms.far-dates */
export function settingEffects(date: IsoDate, since: Since): Effect[] {
  const isOld = date !== since.before && date < addYears(since.today, -FAR_YEARS);
  return isOld ? [{ kind: "old-setting", date }] : startEffects(date, since);
}

interface Since {
  readonly today: IsoDate;
  /** The stored date; null or undefined for none. */
  readonly before?: IsoDate | null | undefined;
}
