/** Civil days in the time zone of a residence, and their bounds. @module */

import { dateOfEpochDay } from "@/lib/base/civil_dates.ts";
import { DAY_S } from "@/lib/base/durations.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import type { Span } from "@/lib/timeseries/rollups.ts";

const DAYS_REMEMBERED = 20_000;

/**
 * The civil days of a time zone as numbers: day 0 is 1 January 1970.
 *
 * Starts of days are computed once and cached.
 */
export class ZoneDays {
  #starts = new Map<number, number>();

  constructor(readonly timeZone: string) {}

  /** When a day starts, in seconds since 1970. */
  startOf(day: number): number {
    const known = this.#starts.get(day);
    if (known !== undefined) return known;
    if (this.#starts.size >= DAYS_REMEMBERED) this.#starts.clear();
    const startS = dayBounds(dateOfEpochDay(day), this.timeZone).from / 1000;
    this.#starts.set(day, startS);
    return startS;
  }

  dayAt(epochS: number): number {
    let day = Math.floor(epochS / DAY_S);
    while (this.startOf(day) > epochS) day--;
    while (this.startOf(day + 1) <= epochS) day++;
    return day;
  }

  /** The start and end of a day of 23 to 25 hours. */
  spanOf(day: number): Span {
    return { fromS: this.startOf(day), toS: this.startOf(day + 1) };
  }

  hoursOf(day: number): readonly Span[] {
    const { fromS, toS } = this.spanOf(day);
    const hours: Span[] = [];
    for (let startS = fromS; startS < toS; startS += 3600) {
      hours.push({ fromS: startS, toS: Math.min(startS + 3600, toS) });
    }
    return hours;
  }
}

/** The days of a time zone, one cached object per zone. */
export function zoneDays(timeZone: string): ZoneDays {
  const known = ZONES.get(timeZone);
  if (known !== undefined) return known;
  const days = new ZoneDays(timeZone);
  ZONES.set(timeZone, days);
  return days;
}

const ZONES = new Map<string, ZoneDays>();
