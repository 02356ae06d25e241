/** Days and local hours of simulated years, with the figures of each day. @module */

import { daysInYear } from "@/lib/base/civil_dates.ts";
import { DAY_S, HOUR_S } from "@/lib/base/durations.ts";
import { memo, memoOf } from "@/lib/base/memo.ts";
import { sumOf } from "@/lib/base/sums.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import { dateOfDayNumber, firstDayOf } from "./climate.ts";
import type { Simulation } from "./simulation.ts";

export const FIRST_YEAR = 2019;

/** Figures of each day of a year, from 1 January; NaN where nothing was read. */
interface DaysOfYear {
  /** Amount of the day, of a summed series; mean of the day otherwise. */
  figure: Float64Array;
  min: Float64Array;
  max: Float64Array;
}

/** Which day: its year, its rank from 0, and its hours on the local clock (23, 24 or 25 of them). */
interface DayPlace {
  year: number;
  dayOfYear: number;
  hours: readonly number[];
}

const DAY_HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Hour that is missing in spring and comes twice in autumn. */
const CHANGING_HOUR = 2;

/** The local hours of a day of so many seconds. */
function localHours(lengthS: number): readonly number[] {
  if (lengthS === 24 * 3_600) return DAY_HOURS;
  if (lengthS < 24 * 3_600) return DAY_HOURS.filter((hour) => hour !== CHANGING_HOUR);
  return [...DAY_HOURS.slice(0, CHANGING_HOUR + 1), ...DAY_HOURS.slice(CHANGING_HOUR)];
}

/** The figures of every day of a year, computed once. */
export function daysOfYear(simulation: Simulation, year: number): DaysOfYear {
  return daysOf(simulation)(year);
}

const daysOf = memoOf((simulation: Simulation) =>
  memo((year: number): DaysOfYear =>
    simulation.flagged === "sum"
      ? { figure: simulation.dailyOf(year), min: NO_BOUND, max: NO_BOUND }
      : instantDays(simulation, year)
  )
);

const NO_BOUND = new Float64Array(0);

function instantDays(
  { valueAt }: Extract<Simulation, { flagged: "instant" }>,
  year: number,
): DaysOfYear {
  const length = daysInYear(year);
  const days: DaysOfYear = {
    figure: new Float64Array(length),
    min: new Float64Array(length),
    max: new Float64Array(length),
  };
  for (let day = 0; day < length; day++) {
    let [sum, min, max] = [0, Infinity, -Infinity];
    for (const hour of DAY_HOURS) {
      const value = valueAt(year, day, hour);
      sum += value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    days.figure[day] = sum / DAY_HOURS.length;
    days.min[day] = min;
    days.max[day] = max;
  }
  return days;
}

/** The amount of each hour of a day, adding up to the day's; null when nothing was read. */
export function hourAmounts(
  simulation: Extract<Simulation, { flagged: "sum" }>,
  { year, dayOfYear, hours }: DayPlace,
): number[] | null {
  const amount = daysOfYear(simulation, year).figure[dayOfYear] ?? NaN;
  if (Number.isNaN(amount)) return null;
  const ofDay = weightsOf(simulation, { year, dayOfYear });
  const weights = hours.map((hour) => ofDay[hour] ?? 0);
  const total = sumOf(weights);
  return weights.map((weight) => amount * weight / total);
}

/** How the amount of a day spreads over the hours of the local clock. */
export function weightsOf(
  simulation: Extract<Simulation, { flagged: "sum" }>,
  { year, dayOfYear }: Pick<DayPlace, "year" | "dayOfYear">,
): readonly number[] {
  return simulation.weightsOn?.(year, dayOfYear) ?? simulation.hourWeights;
}

/** The register of a meter at the start of a day; constant while the meter sends nothing. */
export function registerAtStart(simulation: Simulation, year: number, dayOfYear: number): number {
  return startsOf(simulation)(year)[dayOfYear] ?? 0;
}

const startsOf = memoOf((simulation: Simulation) =>
  memo((year: number) => registersOf(simulation, year))
);

function registersOf(simulation: Simulation, year: number): Float64Array {
  const { figure } = daysOfYear(simulation, year);
  const starts = new Float64Array(figure.length + 1);
  starts[0] = year <= FIRST_YEAR ? 0 : registerAtStart(simulation, year - 1, daysInYear(year - 1));
  figure.forEach((amount, day) => {
    starts[day + 1] = (starts[day] ?? 0) + (Number.isNaN(amount) ? 0 : amount);
  });
  return starts;
}

/** A civil day: its year, its rank from 0, its bounds in epoch seconds, its hours on the local clock. */
export interface Day extends DayPlace {
  fromS: number;
  toS: number;
}

/** The civil days of a time zone by day number, each worked out once. */
export class ZonedCalendar {
  /** When a day begins, epoch s. */
  readonly midnight: (dayNumber: number) => number;
  /**
   * The hours of a day as slots name them, "2024-07-15T13:00:00Z".
   *
   * Writing an instant costs more than computing what a series counts in it, and a page asks the same days of many.
   */
  readonly hourNames: (dayNumber: number) => readonly string[];

  constructor(timeZone: string) {
    this.midnight = memo(
      (dayNumber) => dayBounds(dateOfDayNumber(dayNumber), timeZone).from / 1_000,
      20_000,
    );
    this.hourNames = memo((dayNumber) => {
      const { fromS, hours } = this.day(dayNumber);
      return hours.map((_, index) => `${isoHour(fromS + index * HOUR_S)}:00:00Z`);
    });
  }

  /** The day number at an instant, epoch s. */
  dayAt(epochS: number): number {
    const utcDay = Math.floor(epochS / DAY_S);
    if (epochS >= this.midnight(utcDay + 1)) return utcDay + 1;
    return epochS < this.midnight(utcDay) ? utcDay - 1 : utcDay;
  }

  day(dayNumber: number): Day {
    const fromS = this.midnight(dayNumber);
    const toS = this.midnight(dayNumber + 1);
    return { ...yearAndRank(dayNumber), fromS, toS, hours: localHours(toS - fromS) };
  }
}

/** The year of a day number, and its rank in it from 0. */
export const yearAndRank: (day: number) => { year: number; dayOfYear: number } = memo((day) => {
  const year = Number(dateOfDayNumber(day).slice(0, 4));
  return { year, dayOfYear: day - firstDayOf(year) };
}, 20_000);

function isoHour(epochS: number): string {
  return new Date(epochS * 1_000).toISOString().slice(0, 13);
}
