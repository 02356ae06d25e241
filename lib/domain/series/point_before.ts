import { addDays, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { wholeYear } from "@/lib/domain/periods/months.ts";
import { civilDateOf, dayBounds } from "@/lib/domain/periods/zoned_days.ts";
import type { SeriesReader } from "./reader.ts";
import type { Point } from "./types.ts";

/** Days searched: the last one may begin after the requested instant. */
const DAYS_TRIED = 2;

/**
 * The newest reading of a series before an instant, in its year or the previous one.
 *
 * @param endS seconds since 1970, excluded
 * @returns null when there is none, or when its readings were purged
 */
export async function pointBefore(
  reader: SeriesReader,
  seriesId: string,
  { endS, timeZone }: { endS: number; timeZone: string },
): Promise<Point | null> {
  const last = await reader.last(seriesId);
  if (last === null || last.epochS < endS) return last;
  const endDate = civilDateOf(endS * 1_000 - 1, timeZone);
  const { from } = wholeYear(yearOf(endDate));
  for (const days of [{ from, to: addDays(endDate, 1) }, wholeYear(yearOf(endDate) - 1)]) {
    const read = (await reader.days(seriesId, days)).filter(({ count }) => count > 0);
    for (const { at } of read.slice(-DAYS_TRIED).reverse()) {
      const { from, to } = dayBounds(at, timeZone);
      const span = { fromS: from / 1_000, toS: Math.min(to / 1_000, endS) };
      const point = (await reader.points(seriesId, span)).at(-1);
      if (point !== undefined) return point;
    }
  }
  return null;
}
