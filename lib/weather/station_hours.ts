/** Makes the days of a weather station of its hours, as Météo-France does. @module */

import { dateOfEpochDay, type IsoDate } from "@/lib/base/civil_dates.ts";
import { round } from "@/lib/base/rounding.ts";
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

/** The hours of a station, by the number of their end: hours since 1970. */
export class StationHours {
  readonly #hours = new Map<number, StationHour>();

  /** @returns true when the hour was known: what it lacks is unchanged */
  add(hour: number, { endC, minC, maxC }: StationHour): boolean {
    const known = this.#hours.get(hour);
    this.#hours.set(hour, {
      endC: endC ?? known?.endC ?? null,
      minC: minC ?? known?.minC ?? null,
      maxC: maxC ?? known?.maxC ?? null,
    });
    return known !== undefined;
  }

  /**
   * The days whose minimum, maximum or mean is known: each needs all its 24 hours.
   *
   * @spec degree-days.hourly-files
   */
  days(): Map<IsoDate, OutdoorDay> {
    const days = new Map<IsoDate, OutdoorDay>();
    const candidates = new Set([...this.#hours.keys()].map((hour) => Math.floor(hour / DAY_HOURS)));
    for (const number of [...candidates].sort((a, b) => a - b)) {
      const lows = this.#figures(number, "minC");
      const highs = this.#figures(number, "maxC");
      const ends = this.#figures(number, "endC");
      if (lows === null && highs === null && ends === null) continue;
      const day = {
        minC: lows && Math.min(...lows),
        maxC: highs && Math.max(...highs),
        meanC: ends && round(ends.reduce((sum, one) => sum + one, 0) / DAY_HOURS, 1),
      };
      days.set(dateOfEpochDay(number), day);
    }
    return days;
  }

  /** The 24 figures of a day; null when one is missing. */
  #figures(day: number, figure: keyof StationHour): number[] | null {
    const first = day * DAY_HOURS + FIRST_HOUR[figure];
    const figures: number[] = [];
    for (let hour = first; hour < first + DAY_HOURS; hour++) {
      const one = this.#hours.get(hour)?.[figure] ?? null;
      if (one === null) return null;
      figures.push(one);
    }
    return figures;
  }
}
