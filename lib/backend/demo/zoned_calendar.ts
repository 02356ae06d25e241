import { dayBounds } from "../../domain/periods/zoned_days.ts";
import { dateOfDayNumber, firstDayOf } from "./climate.ts";
import { localHours } from "./simulated_days.ts";

const DAY_S = 86_400;

/** A civil day: its year, its rank from 0, its bounds in epoch seconds, its hours on the local clock. */
export interface Day {
  year: number;
  dayOfYear: number;
  fromS: number;
  toS: number;
  hours: readonly number[];
}

/** The civil days of a time zone by day number, each worked out once. */
export class ZonedCalendar {
  #midnights = new Map<number, number>();

  constructor(private readonly timeZone: string) {}

  /** The day number at an instant, epoch s. */
  dayAt(epochS: number): number {
    const utcDay = Math.floor(epochS / DAY_S);
    if (epochS >= this.midnight(utcDay + 1)) return utcDay + 1;
    return epochS < this.midnight(utcDay) ? utcDay - 1 : utcDay;
  }

  /** A day by its number. */
  day(dayNumber: number): Day {
    const fromS = this.midnight(dayNumber);
    const toS = this.midnight(dayNumber + 1);
    return { ...yearAndRank(dayNumber), fromS, toS, hours: localHours(toS - fromS) };
  }

  /** When a day begins, epoch s. */
  midnight(dayNumber: number): number {
    let known = this.#midnights.get(dayNumber);
    if (known === undefined) {
      known = dayBounds(dateOfDayNumber(dayNumber), this.timeZone).from / 1_000;
      this.#midnights.set(dayNumber, known);
    }
    return known;
  }
}

const places = new Map<number, { year: number; dayOfYear: number }>();

/** The year of a day number, and its rank in it from 0. */
export function yearAndRank(day: number): { year: number; dayOfYear: number } {
  let known = places.get(day);
  if (known === undefined) {
    const year = Number(dateOfDayNumber(day).slice(0, 4));
    known = { year, dayOfYear: day - firstDayOf(year) };
    places.set(day, known);
  }
  return known;
}
