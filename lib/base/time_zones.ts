/** Converts between instants and the days, times and slots of a time zone. @module */

import { addDays, type IsoDate, LAST_DATE } from "./civil_dates.ts";
import { DAY_S, MINUTE_MS } from "./durations.ts";
import { memo } from "./memo.ts";
import type { PeriodRange } from "./periods.ts";
import { civilBounds, SLOT_MINUTES, slotsOf } from "./slots.ts";

/**
 * Formats an instant for calls, without milliseconds.
 *
 * @param epochS seconds
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(utcInstant(1_767_225_600), "2026-01-01T00:00:00Z");
 * ```
 */
export function utcInstant(epochS: number): string {
  return new Date(epochS * 1_000).toISOString().replace(".000Z", "Z");
}

/** Formats an instant for calls, with milliseconds. */
export function instantOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Two instants in milliseconds since 1970 UTC; `to` is excluded. */
export interface InstantBounds {
  from: number;
  to: number;
}

/** A slot on the local clock, with its start and end instants. */
export interface ZonedSlot extends InstantBounds {
  segment: string;
}

/** Time zone of a project without one. @spec periods.clock-changes */
export const DEFAULT_TIME_ZONE = "Europe/Paris";

/** Remembered: to find a name takes a thousand times longer, and ten thousand residences each have one. */
export const isTimeZone: (name: string) => boolean = memo((name) => {
  try {
    new Intl.DateTimeFormat("fr-FR", { timeZone: name });
    return /^[A-Z]/.test(name);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
});

/**
 * Start and end of a civil day in a time zone: 23 or 25 hours apart when the clock changes.
 *
 * @spec periods.clock-changes
 * @param timeZone IANA name, such as Europe/Paris
 * @throws RangeError when the date or the zone does not exist
 */
export function dayBounds(date: IsoDate, timeZone = DEFAULT_TIME_ZONE): InstantBounds {
  const from = startOfDay(date, timeZone);
  // No date can be written for the day after the last one.
  if (date === LAST_DATE) return { from, to: from + DAY_S * 1_000 };
  return { from, to: startOfDay(addDays(date, 1), timeZone) };
}

/**
 * The instant of a day and a time of its clock.
 *
 * @param secondOfDay seconds since midnight on the clock; 86 400 is the midnight that ends the day
 * @returns seconds since 1970; the first of two for a repeated hour, the next one for a skipped hour
 * @throws RangeError when the date or the zone does not exist
 */
export function epochOfClock(date: IsoDate, secondOfDay: number, timeZone: string): number {
  const { from, to } = boundsOfLine(date, timeZone);
  if (secondOfDay === DAY_S) return to / 1_000;
  if (to - from === DAY_S * 1_000) return from / 1_000 + secondOfDay;
  const time = Temporal.PlainTime.from("00:00").add({ seconds: secondOfDay });
  const clock = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: time });
  return clock.epochMilliseconds / 1_000;
}

/**
 * The second instant of a day at which its clock shows a time again.
 *
 * @param epochS the first one, as {@link epochOfClock} returns it
 * @returns seconds since 1970; undefined for a time that the clock shows once
 */
export function repeatedInstant(
  date: IsoDate,
  epochS: number,
  timeZone: string,
): number | undefined {
  const { from, to } = boundsOfLine(date, timeZone);
  const addedS = (to - from) / 1_000 - DAY_S;
  const clockAt = (atS: number) => zoned(atS * 1_000, timeZone).toPlainTime().toString();
  if (addedS <= 0 || clockAt(epochS) !== clockAt(epochS + addedS)) return undefined;
  return epochS + addedS;
}

/**
 * Whether the clock of a day skips a time: no instant shows it.
 *
 * @param clock the time, and its instant as {@link epochOfClock} returns it
 */
export function isSkippedTime(
  { date, secondOfDay, epochS }: { date: IsoDate; secondOfDay: number; epochS: number },
  timeZone: string,
): boolean {
  const { from, to } = boundsOfLine(date, timeZone);
  if (to - from >= DAY_S * 1_000 || secondOfDay === 0 || secondOfDay === DAY_S) return false;
  const clock = zoned(epochS * 1_000, timeZone).toPlainTime();
  return clock.hour * 3_600 + clock.minute * 60 + clock.second !== secondOfDay;
}

/**
 * The zone that has the winter time of another one all year: that of devices whose clock never changes.
 *
 * @returns null for a zone whose winter time is not of whole hours from UTC
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(winterZone("Europe/Paris", 1_774_746_000), "Etc/GMT-1");
 * ```
 */
export function winterZone(timeZone: string, epochS: number): string | null {
  const now = zoned(epochS * 1_000, timeZone);
  const offsets = [1, 7].map((month) => now.with({ month, day: 1 }).offsetNanoseconds / 3.6e12);
  const hours = Math.min(...offsets);
  if (!Number.isInteger(hours)) return null;
  // These names count from the zone to UTC.
  return hours === 0 ? "UTC" : `Etc/GMT${hours < 0 ? "+" : "-"}${Math.abs(hours)}`;
}

/** Cached day bounds: consecutive lines of a file mostly have the same day. */
function boundsOfLine(date: IsoDate, timeZone: string): InstantBounds {
  const known = LAST_LINES.get(timeZone);
  if (known?.date === date) return known;
  const bounds = dayBounds(date, timeZone);
  LAST_LINES.set(timeZone, { date, ...bounds });
  return bounds;
}

const LAST_LINES = new Map<string, InstantBounds & { date: IsoDate }>();

/**
 * The civil day at an instant, in a time zone, 9999-12-31 at most like addDays(): the end of that day, written in UTC for a
 * period without end, is in the year 10000 in Paris.
 *
 * @param epochMs milliseconds since 1970 UTC
 * @throws RangeError before the year 1
 */
export function civilDateOf(epochMs: number, timeZone = DEFAULT_TIME_ZONE): IsoDate {
  return civilDayOf(epochMs, timeZone).date;
}

/** A civil day with its start and end. */
interface CivilDay extends Readonly<InstantBounds> {
  readonly date: IsoDate;
}

/** 9999-12-31T11:00:00Z, an instant of that day in every time zone of France: from UTC−10 to UTC+12. */
const LAST_INSTANT_MS = 253_402_254_000_000;

/** The civil day at an instant, as {@link civilDateOf}, with its bounds. @param epochMs milliseconds since 1970 UTC */
export function civilDayOf(epochMs: number, timeZone = DEFAULT_TIME_ZONE): CivilDay {
  const known = LAST_DAYS.get(timeZone);
  if (known && known.from <= epochMs && epochMs < known.to) return known;
  const date = zoned(Math.min(epochMs, LAST_INSTANT_MS), timeZone).toPlainDate().toString();
  const day = { date, ...dayBounds(date, timeZone) };
  LAST_DAYS.set(timeZone, day);
  return day;
}

/** The clock time in a time zone at an instant: "14:30". @param epochMs milliseconds since 1970 UTC */
export function clockTimeOf(epochMs: number, timeZone: string): string {
  return zoned(epochMs, timeZone).toPlainTime().toString().slice(0, "14:30".length);
}

/**
 * The instant some days later, at the same time of the clock: a day when it changes has 23 or 25 hours.
 *
 * @spec periods.clock-changes
 * @param epochMs milliseconds since 1970 UTC
 */
export function daysLater(epochMs: number, days: number, timeZone = DEFAULT_TIME_ZONE): number {
  return zoned(epochMs, timeZone).add({ days }).epochMilliseconds;
}

/** The last day requested for each time zone, mostly today: calendar computations are slow. */
const LAST_DAYS = new Map<string, CivilDay>();

/** Start and end of a range in a time zone. @throws RangeError "Bad period" when the range does not exist */
export function rangeBounds(range: PeriodRange, timeZone = DEFAULT_TIME_ZONE): InstantBounds {
  const { from, to } = civilBounds(range);
  return { from: startOfDay(from, timeZone), to: startOfDay(to, timeZone) };
}

/** Whether an interval contains an instant. */
export function isRunning({ from, to }: InstantBounds, nowMs: number): boolean {
  return from <= nowMs && nowMs < to;
}

/**
 * Every slot of a range with its instants, in order and contiguous. The repeated hour in autumn is two slots,
 * distinguished by their offset from UTC; the skipped hour in spring is absent.
 *
 * @spec periods.repeated-hours
 * @throws RangeError "Bad period" when the range does not exist
 */
export function zonedSlots(range: PeriodRange, timeZone = DEFAULT_TIME_ZONE): ZonedSlot[] {
  const minutes = SLOT_MINUTES[range.type];
  if (minutes !== undefined) return clockSlots(range, minutes, timeZone);
  return slotsOf(range).map((slot) => ({
    segment: slot.segment,
    from: startOfDay(slot.from, timeZone),
    to: startOfDay(slot.to, timeZone),
  }));
}

function clockSlots(range: PeriodRange, minutes: number, timeZone: string): ZonedSlot[] {
  const bounds = rangeBounds(range, timeZone);
  const slots: (ZonedSlot & { offset: string })[] = [];
  for (let from = bounds.from; from < bounds.to; from += minutes * MINUTE_MS) {
    const clock = zoned(from, timeZone);
    const time = clock.toPlainDateTime().toString();
    const segment = time.slice(0, minutes === 60 ? HOUR_LENGTH : MINUTE_LENGTH);
    const to = Math.min(from + minutes * MINUTE_MS, bounds.to);
    slots.push({ segment, offset: clock.offset, from, to });
  }
  return withOffsets(slots);
}

/** Adds the UTC offset to the segment of each slot whose time occurs twice. */
function withOffsets(slots: readonly (ZonedSlot & { offset: string })[]): ZonedSlot[] {
  const counts = new Map<string, number>();
  for (const { segment } of slots) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return slots.map(({ segment, offset, from, to }) => ({
    segment: counts.get(segment) === 1 ? segment : `${segment}${offset}`,
    from,
    to,
  }));
}

const HOUR_LENGTH = 13;
/** Length of "2023-07-15T08:05". */
const MINUTE_LENGTH = 16;

function zoned(epochMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
}

function startOfDay(date: IsoDate, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds;
}
