/** Makes the days of a weather station of its hours, as Météo-France does. @module */

import { dateOfEpochDay, epochDay, type IsoDate } from "@/lib/base/civil_dates.ts";
import { round } from "@/lib/base/rounding.ts";
import { highest, known, lowest, meanOf } from "@/lib/base/sums.ts";
import type { OutdoorDay } from "@/lib/facilities/degree_days.ts";

/** The temperatures of an hour, °C; null when they are not known. */
export interface StationHour {
  /** At its end. */
  readonly endC: number | null;
  readonly minC: number | null;
  readonly maxC: number | null;
}

const DAY_HOURS = 24;
/**
 * First hour of the minimum, the maximum and the mean of a day, relative to its midnight in UTC: TN is the lowest
 * temperature from 18:00 of the day before, TX the highest from 06:00, each over 24 hours; an hour is named by its end.
 */
const FIRST_HOUR = { minC: -5, maxC: 7, endC: 1 } as const;

export class StationHours {
  /** By the number of their end: hours since 1970. */
  readonly #hours = new Map<number, StationHour>();

  /**
   * @param hour UTC, 0 to 23, that of its end
   * @returns true when the hour was known: what it lacks is unchanged
   */
  add(date: IsoDate, hour: number, { endC, minC, maxC }: StationHour): boolean {
    const number = DAY_HOURS * epochDay(date) + hour;
    const before = this.#hours.get(number);
    this.#hours.set(number, {
      endC: endC ?? before?.endC ?? null,
      minC: minC ?? before?.minC ?? null,
      maxC: maxC ?? before?.maxC ?? null,
    });
    return before !== undefined;
  }

  /**
   * The days whose minimum, maximum or mean is known: each needs all its 24 hours.
   *
   * @spec degree-days.hourly-files
   */
  days(): Map<IsoDate, OutdoorDay> {
    const days = new Map<IsoDate, OutdoorDay>();
    for (const number of new Set(this.#hours.keys().map((hour) => Math.floor(hour / DAY_HOURS)))) {
      const ends = this.#figures(number, "endC");
      const day = {
        minC: lowest(this.#figures(number, "minC")),
        maxC: highest(this.#figures(number, "maxC")),
        meanC: ends.length === 0 ? null : round(meanOf(ends), 1),
      };
      if (known(Object.values(day)).length > 0) days.set(dateOfEpochDay(number), day);
    }
    return days;
  }

  /** The 24 figures of a day; none when one is missing. */
  #figures(day: number, figure: keyof StationHour): number[] {
    const first = day * DAY_HOURS + FIRST_HOUR[figure];
    const figures = Array.from(
      { length: DAY_HOURS },
      (_, at) => this.#hours.get(first + at)?.[figure] ?? null,
    );
    return figures.includes(null) ? [] : known(figures);
  }
}
