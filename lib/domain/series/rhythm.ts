import { sumBy } from "@/lib/domain/numbers/sums.ts";
import {
  addDays,
  type IsoDate,
  type IsoMonth,
  monthOf,
  monthStart,
} from "@/lib/domain/periods/civil_dates.ts";
import { DAY_S } from "@/lib/domain/periods/durations.ts";
import { weekday } from "@/lib/domain/periods/iso_weeks.ts";
import { type DataKind, type Rhythm, RHYTHMS, type RollupSlot } from "./types.ts";

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
 * @spec decision 098
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
 * Months limited to their finished days: a reading of today, or one dated in the future, shows nothing yet about the
 * rhythm of a series.
 *
 * @spec decision 109
 * @param today civil day of the residence
 * @param daysOver finished days of the running month
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
