import type { DemoFault } from "@/lib/backend/demo/seed/faults.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { ZonedCalendar } from "./zoned_calendar.ts";

/** Hours of the local clock since 1 January 1970, `to` excluded; Infinity while a fault lasts. */
export interface FaultHours {
  readonly from: number;
  readonly to: number;
}

const calendar = new ZonedCalendar(DEFAULT_TIME_ZONE);

/** The hours of a fault of a demo that was filled at an instant, epoch ms. */
export function faultHours(
  { daysAgo, hour, hours }: Pick<DemoFault, "daysAgo" | "hour" | "hours">,
  filledMs: number,
): FaultHours {
  const today = calendar.dayAt(Math.floor(filledMs / 1_000));
  const from = (today - daysAgo) * 24 + hour;
  return { from, to: hours === null ? Infinity : from + hours };
}

/** When an hour of the local clock begins, seconds since 1970; in spring the one after that which is missing. */
export function secondOfHour(localHour: number): number {
  const { fromS, hours } = calendar.day(Math.floor(localHour / 24));
  const rank = hours.findIndex((hour) => hour >= localHour % 24);
  return fromS + rank * 3_600;
}
