/** Expected rhythms of series, silence, and how long a value stays current. @module */

import {
  addDays,
  type IsoDate,
  type IsoMonth,
  monthOf,
  monthStart,
  weekday,
} from "@/lib/base/civil_dates.ts";
import { DAY_S } from "@/lib/base/durations.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { utcInstant } from "@/lib/base/time_zones.ts";
import type { Point } from "./readings.ts";
import type { RollupSlot } from "./rollups.ts";
import type { DataKind } from "./units.ts";

/** Age after which a sensor's value is no longer current. */
export const CURRENT_FOR_S = 24 * 3600;

/**
 * The newest reading, if it is current.
 *
 * @spec series.current-values "Sensor current data older than 24 hours is treated as empty"
 * @param last newest reading of the sensor; null when there is none
 * @param nowS seconds since 1970
 * @returns null when the reading is older than 24 hours; a reading of exactly 24 hours is current
 */
export function currentPoint(last: Point | null, nowS: number): Point | null {
  return last !== null && nowS - last.epochS <= CURRENT_FOR_S ? last : null;
}

/** Expected rhythms of a series, fastest first. */
export const RHYTHMS = ["several-a-day", "day", "week", "month"] as const;

export type Rhythm = typeof RHYTHMS[number];

/** The rhythm of each month; null when there are too few readings to determine it. */
export type RhythmOf = (month: IsoMonth) => Rhythm | null;

/** Readings in a month above which the rhythm is several a day: more than three every other day. */
const SEVERAL_A_DAY = 45;
/** Days or intervals with readings in a month from which the rhythm is one a day, one a week. */
const DAILY = 15;
const WEEKLY = 3;
/** Number of months from which the rhythm of the last one is predicted. */
const MONTHS_LOOKED_AT = 12;
/** Maximum time covered by a reading of an instant or a state. */
const STATE_S = 3 * 3600;

/**
 * The rhythm of a series in each month: the rhythm set by a user, otherwise the rhythm of most readings over the
 * twelve months up to it. Its first months use the next known rhythm.
 *
 * The first and last months read may be partial: with fewer than fifteen readings they are ignored, except for an
 * amount without other data, since an amount covers a period of its own. A meter read more often later keeps its past rhythm
 * in past months; a meter that falls silent keeps its last rhythm.
 *
 * @spec series.rhythm
 * @param months finished months of the series, in order, with or without the empty ones; {@link finishedMonths}
 */
export function rhythmsOf(
  kind: DataKind,
  set: Rhythm | null,
  months: readonly RollupSlot[],
): RhythmOf {
  if (set !== null) return () => set;
  const read = months.filter(({ count }) => count > 0)
    .map((slot) => ({ at: slot.at, count: slot.count, every: rhythmIn(kind, slot) }));
  const whole = read.filter(({ every }, position) =>
    !isSlow(every) || (position > 0 && position < read.length - 1)
  );
  const known = whole.length === 0 && kind === "consumption" ? read : whole;
  return (month) => {
    const past = known.filter(({ at }) => at <= month).slice(-MONTHS_LOOKED_AT);
    return dominant(past.length > 0 ? past : known.slice(0, 1));
  };
}

/**
 * Months limited to their finished days: a reading of today, or one dated in the future, shows nothing yet about the
 * rhythm of a series.
 *
 * @spec series.rhythm
 * @param today civil day of the residence
 * @param daysOver finished days of the running month
 */
export function finishedMonths(
  months: readonly RollupSlot[],
  today: IsoDate,
  daysOver: readonly RollupSlot[],
): readonly RollupSlot[] {
  const currentMonth = monthOf(today);
  const total = (figure: (day: RollupSlot) => number) => sumBy(daysOver, figure);
  const ofRunning = { count: total(({ count }) => count), coveredS: total((day) => day.coveredS) };
  return months.filter(({ at }) => at <= currentMonth)
    .map((month) => month.at === currentMonth ? { ...month, ...ofRunning } : month);
}

/** Delay from the newest reading after which a series is silent: 1.5 times its rhythm, 24 hours for the fastest one. */
export function silentAfterS(every: Rhythm | null): number {
  return SILENT_AFTER_DAYS[every ?? "several-a-day"] * DAY_S;
}

const SILENT_AFTER_DAYS: Readonly<Record<Rhythm, number>> = {
  "several-a-day": 1,
  "day": 1.5,
  "week": 10.5,
  "month": 46,
};

/**
 * Whether a reading covers more time than the figures of its day show. Never for a register, which covers the time
 * between two readings, nor for a daily amount, which covers its whole day.
 */
export function coversMore(kind: DataKind, every: Rhythm | null): boolean {
  if (kind === "index" || every === null || every === "several-a-day") return false;
  return every !== "day" || kind !== "consumption";
}

/** Whether each reading of a series covers more than a day. */
export function isSlow(every: Rhythm | null): boolean {
  return every === "week" || every === "month";
}

/** First day of the period that a reading covers: its month, its week from Monday, or the day itself. */
export function periodStart(date: IsoDate, every: Rhythm | null): IsoDate {
  if (every === "month") return monthStart(date);
  return every === "week" ? addDays(date, 1 - weekday(date)) : date;
}

/** The days, each counted as covered when its period has a reading. @param days of whole periods, in order */
export function coveredByRhythm(
  kind: DataKind,
  days: readonly RollupSlot[],
  rhythmOf: RhythmOf,
): readonly RollupSlot[] {
  const periodOf = ({ at }: RollupSlot) => {
    const every = rhythmOf(monthOf(at));
    return coversMore(kind, every) ? `${every} ${periodStart(at, every)}` : null;
  };
  const read = new Set(days.filter(({ count }) => count > 0).map(periodOf));
  return days.map((day) => {
    const period = periodOf(day);
    return period !== null && read.has(period) ? { ...day, coveredS: day.lengthS } : day;
  });
}

/**
 * The coverage of a month according to its rhythm.
 *
 * @param days its days, with the coverage of the rhythm; without readings when days were purged
 */
export function monthByRhythm(
  kind: DataKind,
  month: RollupSlot,
  { rhythmOf, days }: { rhythmOf: RhythmOf; days: readonly RollupSlot[] },
): RollupSlot {
  const every = rhythmOf(month.at);
  if (!coversMore(kind, every)) return month;
  if (every === "month") return month.count > 0 ? { ...month, coveredS: month.lengthS } : month;
  const coveredS = sumBy(days, (day) => day.coveredS);
  return { ...month, coveredS: Math.max(month.coveredS, coveredS) };
}

function rhythmIn(kind: DataKind, { count, coveredS }: RollupSlot): Rhythm {
  if (count > SEVERAL_A_DAY) return "several-a-day";
  const intervalS = kind === "consumption" ? DAY_S : STATE_S;
  const intervals = kind === "index" ? count : Math.min(count, Math.round(coveredS / intervalS));
  if (intervals >= DAILY) return "day";
  return intervals >= WEEKLY ? "week" : "month";
}

/** The most frequent rhythm such that at least half of the readings have it or a more frequent one. */
function dominant(
  months: readonly { readonly count: number; readonly every: Rhythm }[],
): Rhythm | null {
  const total = sumBy(months, ({ count }) => count);
  let so = 0;
  for (const every of RHYTHMS) {
    for (const month of months) if (month.every === every) so += month.count;
    if (total > 0 && 2 * so >= total) return every;
  }
  return null;
}

/** Counts of a residence's series that should send readings, and of the silent ones. @spec projects.attention */
export interface Silence {
  readonly expectedCount: number;
  /** Series that have sent nothing for longer than their rhythm: 24 hours, or more for slower rhythms. */
  readonly silentCount: number;
  /** Rhythms of the silent series, fastest first. */
  readonly silentRhythms: readonly Rhythm[];
  /** The newest reading of the series that were read, ISO instant; null without readings. */
  readonly lastAt: string | null;
}

export interface SeriesActivity {
  /** Its newest reading, seconds since 1970; null when it never sent one. */
  readonly newestS: number | null;
  /** Its expected rhythm; null when unknown. */
  readonly every: Rhythm | null;
}

/**
 * Counts the silent series.
 *
 * A series that never sent a reading is not wired yet: it counts as expected, not as silent.
 *
 * @spec projects.attention, series.current-values, series.silence
 * @param nowS seconds since 1970
 */
export function silenceOf(series: readonly SeriesActivity[], nowS: number): Silence {
  const newest = series.flatMap(({ newestS }) => newestS ?? []);
  const silent = series.filter((one) => isQuiet(one, nowS));
  const rhythms = new Set(silent.map(({ every }) => every ?? "several-a-day"));
  return {
    expectedCount: series.length,
    silentCount: silent.length,
    silentRhythms: RHYTHMS.filter((every) => rhythms.has(every)),
    lastAt: newest.length === 0 ? null : utcInstant(Math.max(...newest)),
  };
}

/** Whether a series has sent nothing for longer than its rhythm. */
export function isQuiet({ newestS, every }: SeriesActivity, nowS: number): boolean {
  return newestS !== null && nowS - newestS > silentAfterS(every);
}

/** Whether a residence needs attention: readings stopped, or none ever arrived. */
export function isSilent({ silentCount, lastAt }: Silence): boolean {
  return silentCount > 0 || lastAt === null;
}
