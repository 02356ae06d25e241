/** Civil days in the time zone of a residence, and their bounds. @module */

import { dateOfEpochDay } from "@/lib/base/civil_dates.ts";
import { DAY_S } from "@/lib/base/durations.ts";
import { memo } from "@/lib/base/memo.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import type { Span } from "@/lib/timeseries/rollups.ts";

const DAYS_REMEMBERED = 20_000;

/** The civil days of a time zone as numbers: day 0 is 1 January 1970. */
export class ZoneDays {
  /** When a day starts, in seconds since 1970. */
  readonly startOf: (day: number) => number;

  constructor(readonly timeZone: string) {
    this.startOf = memo(
      (day) => dayBounds(dateOfEpochDay(day), timeZone).from / 1000,
      DAYS_REMEMBERED,
    );
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

/** The days of a time zone, one object per zone. */
export const zoneDays: (timeZone: string) => ZoneDays = memo((zone) => new ZoneDays(zone));
