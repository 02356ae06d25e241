import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import { DAY_S, HOUR_S } from "@/lib/domain/periods/durations.ts";
import { dayBounds } from "@/lib/domain/periods/zoned_days.ts";
import { dateOfDayNumber, firstDayOf } from "./climate.ts";
import { type DayPlace, localHours } from "./simulated_days.ts";

/** Two years of days: a page reads one beside the other. */
const NAMED_DAYS = 740;

/** A civil day: its year, its rank from 0, its bounds in epoch seconds, its hours on the local clock. */
export interface Day extends DayPlace {
  fromS: number;
  toS: number;
}

/** The civil days of a time zone by day number, each worked out once. */
export class ZonedCalendar {
  #midnights = new Map<number, number>();
  #hourNames = new BoundedMap<readonly string[]>(NAMED_DAYS);

  constructor(private readonly timeZone: string) {}

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

  /**
   * The hours of a day as slots name them, "2024-07-15T13:00:00Z".
   *
   * Writing an instant costs more than computing what a series counts in it, and a page asks the same days of many.
   */
  hourNames(dayNumber: number): readonly string[] {
    const key = String(dayNumber);
    const { fromS, hours } = this.day(dayNumber);
    const names = this.#hourNames.get(key) ??
      hours.map((_, index) => `${isoHour(fromS + index * HOUR_S)}:00:00Z`);
    this.#hourNames.set(key, names);
    return names;
  }

  /** When a day begins, epoch s. */
  midnight(dayNumber: number): number {
    return this.#midnights.getOrInsertComputed(
      dayNumber,
      () => dayBounds(dateOfDayNumber(dayNumber), this.timeZone).from / 1_000,
    );
  }
}

const places = new Map<number, { year: number; dayOfYear: number }>();

/** The year of a day number, and its rank in it from 0. */
export function yearAndRank(day: number): { year: number; dayOfYear: number } {
  return places.getOrInsertComputed(day, () => {
    const year = Number(dateOfDayNumber(day).slice(0, 4));
    return { year, dayOfYear: day - firstDayOf(year) };
  });
}

function isoHour(epochS: number): string {
  return new Date(epochS * 1_000).toISOString().slice(0, 13);
}
