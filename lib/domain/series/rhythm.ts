import { sumBy } from "@/lib/domain/numbers/sums.ts";
import {
  addDays,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  monthOf,
} from "@/lib/domain/periods/civil_dates.ts";
import { weekday } from "@/lib/domain/periods/iso_weeks.ts";
import { type DataKind, type Rhythm, RHYTHMS, type RollupSlot } from "./types.ts";

/** The rhythm of each month; null where too little was read to know it. */
export type RhythmOf = (month: IsoMonth) => Rhythm | null;

/** Readings of a month that make several a day: more than three every other day. */
const SEVERAL_A_DAY = 45;
/** Days or intervals of a month with readings, from which the rhythm is one a day, one a week. */
const DAILY = 15;
const WEEKLY = 3;
/** Months used to predict the last of them. */
const MONTHS_LOOKED_AT = 12;
/** Maximum time that a reading of an instant or a state covers. */
const STATE_S = 3 * 3600;
const DAY_S = 86_400;

/**
 * The rhythm of a series in each month: the one set, else the one that most of its readings follow in the twelve months
 * before, the next one for its first months.
 *
 * The first and the last month read may be partial: unless they have fifteen readings or more, they are ignored,
 * except for an amount without other data, since an amount covers a period of its own. A meter that is read
 * more often later on keeps the rhythm of its past; one that falls silent keeps the rhythm it had.
 *
 * @spec decision 098
 * @param months of the series that are over, in order, those without readings included or not; {@link finishedMonths}
 */
export function rhythmsOf(
  kind: DataKind,
  set: Rhythm | null,
  months: readonly RollupSlot[],
): RhythmOf {
  if (set !== null) return () => set;
  const read = months.filter(({ count }) => count > 0)
    .map((slot) => ({ at: slot.at, count: slot.count, every: rhythmIn(kind, slot) }));
  const whole = read.filter(({ every }, rank) =>
    !isSlow(every) || (rank > 0 && rank < read.length - 1)
  );
  const known = whole.length === 0 && kind === "consumption" ? read : whole;
  return (month) => {
    const past = known.filter(({ at }) => at <= month).slice(-MONTHS_LOOKED_AT);
    return dominant(past.length > 0 ? past : known.slice(0, 1));
  };
}

/**
 * Months of which only the days that are over count: a reading of today, or dated in advance, says nothing yet of how
 * often a series is read.
 *
 * @spec decision 109
 * @param today civil day of the residence
 * @param daysOver days of the running month before today
 */
export function finishedMonths(
  months: readonly RollupSlot[],
  today: IsoDate,
  daysOver: readonly RollupSlot[],
): readonly RollupSlot[] {
  const running = monthOf(today);
  const total = (figure: (day: RollupSlot) => number) => sumBy(daysOver, figure);
  const ofRunning = { count: total(({ count }) => count), coveredS: total((day) => day.coveredS) };
  return months.filter(({ at }) => at <= running)
    .map((month) => month.at === running ? { ...month, ...ofRunning } : month);
}

/** How long after its newest reading a series is silent: one and a half times its rhythm, 24 hours at the most often. */
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
 * Whether a reading covers more time than the figures of its day show. A register covers the time between two readings, and
 * an amount its whole day, for any rhythm.
 */
export function coversMore(kind: DataKind, every: Rhythm | null): boolean {
  if (kind === "index" || every === null || every === "several-a-day") return false;
  return every !== "day" || kind !== "consumption";
}

/** Whether the readings of a series cover more than a day each. */
export function isSlow(every: Rhythm | null): boolean {
  return every === "week" || every === "month";
}

/** First day of the period that a reading covers: its month, its week from Monday, or the day itself. */
export function periodStart(date: IsoDate, every: Rhythm | null): IsoDate {
  if (every === "month") return firstDayOf(monthOf(date));
  return every === "week" ? addDays(date, 1 - weekday(date)) : date;
}

/** Days of which each is covered by any reading of its period. @param days of whole periods, in order */
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
 * A month as its rhythm covers it.
 *
 * @param days its days, covered by the rhythm; without readings when days were purged
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

/** The most frequent rhythm that at least half of the readings follow, or a more frequent one. */
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
