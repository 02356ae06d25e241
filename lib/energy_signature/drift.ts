/** Dates a drift of a boiler room against its baseline’s signature, and tells whether its night set-back was lost. @module */

import { daysBetween } from "@/lib/base/civil_dates.ts";
import { meanOf, sumBy } from "@/lib/base/sums.ts";
import type { Drift, FittedSignature } from "./schema.ts";
import { expectedKwh, heatedK, type Signature, type SignatureDay } from "./signature.ts";

/** A season whose signature is relied on, with its valid days in order. */
export interface Baseline {
  readonly signature: FittedSignature;
  readonly days: readonly SignatureDay[];
}

/** A judged day, with the sums of gaps up to it. */
export interface JudgedDay extends SignatureDay {
  readonly expectedKwh: number;
  /** Gap as a share of what was expected. */
  readonly gap: number;
  /** Sum of the gaps above what varies by chance, and of those below. */
  readonly up: number;
  readonly down: number;
}

interface DriftSearch {
  readonly days: readonly JudgedDay[];
  /** Sum from which a season is alarming. */
  readonly limit: number;
  /** null while nothing is found. */
  readonly drift: Drift | null;
}

/** A day that could not be judged, of which the outdoor temperature is known. */
type UnjudgedDay = Pick<SignatureDay, "date" | "outdoorC">;

/** The gap that a day may always have, and its share of the gaps' standard deviation. */
const [LEAST_SLACK, SLACK_DEVIATIONS] = [0.035, 0.5];
const LIMIT_DEVIATIONS = 10;
const MOST_CORRELATION = 0.6;
/** Days apart from which the sums start again. */
const MOST_DAYS_APART = 31;
/** Judged days before the alarm among which its beginning is sought. */
const BEGINNING_DAYS = 60;
const LEAST_PERCENT = 4;
/** Valid days since the beginning, without which no hint is given. */
const HINT_DAYS = 30;
/** The cause that explains best does so at least this much better than the second. */
const CLEARLY = 1.05;
/** Rank of the warm day above which a season without known base load is not judged. */
const WARM_RANK = 10;

/**
 * Seeks a drift in the current season.
 *
 * One verdict for the days given: after a person closes it, the days after that date are given alone.
 *
 * @spec signature.drift
 * @param valid valid days of the season, in order
 * @param others its other days whose outdoor temperature is known
 */
export function findDrift(
  baseline: Baseline,
  valid: readonly SignatureDay[],
  others: readonly UnjudgedDay[] = [],
): DriftSearch {
  const { signature } = baseline;
  const deviation = gapDeviation(baseline);
  const slack = Math.max(LEAST_SLACK, SLACK_DEVIATIONS * deviation);
  const limit = LIMIT_DEVIATIONS * deviation;
  const warmestC = signature.baseIdentified ? Infinity : warmDayC(baseline.days);
  const judged = valid.filter(({ outdoorC }) => outdoorC <= warmestC);
  const gapOf = gapsOf(baseline);
  const days: JudgedDay[] = [];
  let [up, down] = [0, 0];
  for (const day of judged) {
    const last = days.at(-1);
    if (last !== undefined && daysBetween(last.date, day.date) > MOST_DAYS_APART) up = down = 0;
    const gap = gapOf(day);
    up = Math.max(0, up + gap - slack);
    down = Math.max(0, down - gap - slack);
    days.push({ ...day, expectedKwh: expectedKwh(signature, day.outdoorC), gap, up, down });
  }
  const alarmAt = days.findIndex((day) => day.up > limit || day.down > limit);
  if (alarmAt === -1) return { days, limit, drift: null };
  const unjudged = [...others, ...valid.filter(({ outdoorC }) => outdoorC > warmestC)];
  const drift = driftOf(signature, { days, alarmAt, limit, valid, unjudged });
  return { days, limit, drift };
}

/** The gap of a day: mild days, which expect little, are noise. */
function gapsOf({ signature, days }: Baseline): (day: SignatureDay) => number {
  const least = meanOf(days.map(({ outdoorC }) => expectedKwh(signature, outdoorC))) / 2;
  return ({ outdoorC, energyKwh }) => {
    const expected = expectedKwh(signature, outdoorC);
    return (energyKwh - expected) / Math.max(expected, least);
  };
}

/** Correlation of the gap of a day of a baseline with that of the day before, 0 to 0.6. */
export function gapCorrelation(baseline: Baseline): number {
  const { days } = baseline;
  const gaps = days.map(gapsOf(baseline));
  const squares = sumBy(gaps, (gap) => gap ** 2);
  let products = 0;
  for (const [at, day] of days.entries()) {
    const before = days[at - 1];
    if (before === undefined || daysBetween(before.date, day.date) !== 1) continue;
    products += (gaps[at] ?? 0) * (gaps[at - 1] ?? 0);
  }
  const found = squares === 0 ? 0 : products / squares;
  return Math.min(MOST_CORRELATION, Math.max(0, found));
}

/** Standard deviation of the gaps of a baseline over a long time, since those of a day persist on the next. */
function gapDeviation(baseline: Baseline): number {
  const { days } = baseline;
  const squares = sumBy(days.map(gapsOf(baseline)), (gap) => gap ** 2);
  const correlation = gapCorrelation(baseline);
  const persistence = Math.sqrt((1 + correlation) / (1 - correlation));
  return Math.sqrt(squares / (days.length - 3)) * persistence;
}

/** The temperature of the tenth warmest day. */
function warmDayC(days: readonly SignatureDay[]): number {
  const warmest = days.map(({ outdoorC }) => outdoorC).sort((a, b) => b - a);
  return warmest[WARM_RANK - 1] ?? Infinity;
}

interface Alarmed {
  readonly days: readonly JudgedDay[];
  readonly alarmAt: number;
  readonly limit: number;
  readonly valid: readonly SignatureDay[];
  readonly unjudged: readonly UnjudgedDay[];
}

function driftOf(
  signature: FittedSignature,
  { days, alarmAt, limit, ...others }: Alarmed,
): Drift | null {
  const alarm = days[alarmAt];
  const isAbove = (alarm?.up ?? 0) > limit;
  const since = days.slice(beginningOf(days, alarmAt, isAbove));
  const [first] = since;
  if (alarm === undefined || first === undefined) return null;
  const lostKwh = sumBy(since, (day) => day.energyKwh - day.expectedKwh);
  const share = lostKwh / sumBy(since, (day) => day.expectedKwh);
  const percent = 100 * share;
  const large = percent > 0 ? "drift" : "drop";
  const unjudged = others.unjudged.filter(({ date }) => date >= first.date);
  const valid = others.valid.filter(({ date }) => date >= first.date);
  return {
    verdict: Math.abs(percent) >= LEAST_PERCENT ? large : "watch",
    since: first.date,
    alarmOn: alarm.date,
    percent,
    lostKwh,
    unjudgedKwh: share * sumBy(unjudged, ({ outdoorC }) => expectedKwh(signature, outdoorC)),
    hint: valid.length < HINT_DAYS ? null : hintOf(signature, valid),
  };
}

/** Index of the day from which the gaps up to the alarm stand out most; the earliest of equal ones. */
function beginningOf(days: readonly JudgedDay[], alarmAt: number, isAbove: boolean): number {
  let [best, beginning, sum] = [-1, alarmAt, 0];
  for (let at = alarmAt; at >= Math.max(0, alarmAt - BEGINNING_DAYS); at--) {
    sum += days[at]?.gap ?? 0;
    if (sum > 0 !== isAbove || sum === 0) continue;
    const strength = sum ** 2 / (alarmAt - at + 1);
    if (strength >= best) [best, beginning] = [strength, at];
  }
  return beginning;
}

/** Balance temperatures tried for the cause of a drift, in tenths of a kelvin from that of the baseline. */
const SHIFT_TENTHS = 40;

/** The one change of the signature that explains the gaps best. @spec signature.hint */
function hintOf(signature: Signature, days: readonly SignatureDay[]): NonNullable<Drift["hint"]> {
  const rests = days.map(({ outdoorC, energyKwh }) => energyKwh - expectedKwh(signature, outdoorC));
  const kelvins = days.map(({ outdoorC }) => heatedK(signature, outdoorC));
  const squaresLeft = (explained: (at: number) => number) =>
    rests.reduce((sum, rest, at) => sum + (rest - explained(at)) ** 2, 0);
  const mean = meanOf(rests);
  const products = rests.reduce((sum, rest, at) => sum + rest * (kelvins[at] ?? 0), 0);
  const squaresK2 = sumBy(kelvins, (kelvin) => kelvin ** 2);
  const slope = squaresK2 === 0 ? 0 : products / squaresK2;
  const shifted = Array.from({ length: 2 * SHIFT_TENTHS + 1 }, (_, at) => {
    const moved = { balanceC: signature.balanceC + (at - SHIFT_TENTHS) / 10 };
    return squaresLeft((day) => {
      const movedK = heatedK(moved, days[day]?.outdoorC ?? 0);
      return signature.slopeKwhPerK * (movedK - (kelvins[day] ?? 0));
    });
  });
  const causes = [
    { hint: "base", left: squaresLeft(() => mean) },
    { hint: "slope", left: squaresLeft((at) => slope * (kelvins[at] ?? 0)) },
    { hint: "balance", left: Math.min(...shifted) },
  ] as const;
  const [best, second] = causes.toSorted((a, b) => a.left - b.left);
  if (best === undefined || second === undefined) return "undetermined";
  return second.left >= CLEARLY * best.left ? best.hint : "undetermined";
}

/** The energy of an hour of a day, in any unit. */
interface HourEnergy {
  /** Hour of the clock at which it starts, 0 to 23. */
  readonly hour: number;
  readonly energy: number;
}

/** Hours of the night and of the day that are compared: 23 h to 5 h, and 7 h to 21 h. */
const [NIGHT_FROM, NIGHT_TO] = [23, 5];
const [DAY_FROM, DAY_TO] = [7, 21];
/** Share of the day's power from which a night is not set back any more, and below which it was. */
const [LOST_ABOVE, KEPT_BELOW] = [0.9, 0.8];

/** Mean power of the nights over that of the days; null without hours of both. @spec signature.set-back */
export function nightShare(hours: readonly HourEnergy[]): number | null {
  const meanIn = (isIn: (hour: number) => boolean) => {
    const some = hours.filter(({ hour }) => isIn(hour)).map(({ energy }) => energy);
    return some.length === 0 ? null : meanOf(some);
  };
  const night = meanIn((hour) => hour >= NIGHT_FROM || hour < NIGHT_TO);
  const day = meanIn((hour) => hour >= DAY_FROM && hour < DAY_TO);
  return night === null || day === null || day <= 0 ? null : night / day;
}

/** Whether nights that were set back are not any more. @param before share of the baseline @spec signature.set-back */
export function isSetBackLost(now: number | null, before: number | null): boolean {
  return now !== null && before !== null && now > LOST_ABOVE && before < KEPT_BELOW;
}
