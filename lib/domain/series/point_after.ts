import { yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { wholeYear } from "@/lib/domain/periods/months.ts";
import { civilDateOf, dayBounds } from "@/lib/domain/periods/zoned_days.ts";
import type { SeriesReader } from "./reader.ts";
import type { Point } from "./types.ts";

/** Days searched: the first one may end before the requested instant. */
const DAYS_TRIED = 2;

/**
 * The oldest reading of a series at or after an instant, in its year or the next one.
 *
 * @param startS seconds since 1970, included
 * @returns null when there is none, or when its readings were purged
 */
export async function pointAfter(
  reader: SeriesReader,
  seriesId: string,
  { startS, timeZone }: { startS: number; timeZone: string },
): Promise<Point | null> {
  const startDate = civilDateOf(startS * 1_000, timeZone);
  const { to } = wholeYear(yearOf(startDate));
  for (const days of [{ from: startDate, to }, wholeYear(yearOf(startDate) + 1)]) {
    const read = (await reader.days(seriesId, days)).filter(({ count }) => count > 0);
    for (const { at } of read.slice(0, DAYS_TRIED)) {
      const { from, to } = dayBounds(at, timeZone);
      const span = { fromS: Math.max(from / 1_000, startS), toS: to / 1_000 };
      const [point] = await reader.points(seriesId, span);
      if (point !== undefined) return point;
    }
  }
  return null;
}
