import { addDays, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { wholeYear } from "@/lib/domain/periods/months.ts";
import { civilDateOf, dayBounds } from "@/lib/domain/periods/zoned_days.ts";
import type { SecondsRange, SeriesReader } from "./reader.ts";
import type { Point } from "./types.ts";

/** Days searched: the last one may begin after the requested instant. */
const DAYS_TRIED = 2;

/**
 * The newest counted reading of a series before an instant, in its year or the previous one.
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
  if (last === null) return null;
  if (last.epochS < endS) {
    const newest = await countedIn(reader, seriesId, { fromS: last.epochS, toS: last.epochS + 1 });
    if (newest !== null) return newest;
  }
  const endDate = civilDateOf(endS * 1_000 - 1, timeZone);
  const { from } = wholeYear(yearOf(endDate));
  for (const days of [{ from, to: addDays(endDate, 1) }, wholeYear(yearOf(endDate) - 1)]) {
    const read = (await reader.days(seriesId, days)).filter(({ count }) => count > 0);
    for (const { at } of read.slice(-DAYS_TRIED).reverse()) {
      const { from, to } = dayBounds(at, timeZone);
      const span = { fromS: from / 1_000, toS: Math.min(to / 1_000, endS) };
      const point = await countedIn(reader, seriesId, span);
      if (point !== null) return point;
    }
  }
  return null;
}

/** The newest reading of a span that is not an index error, nor to be confirmed. */
async function countedIn(
  reader: SeriesReader,
  seriesId: string,
  span: SecondsRange,
): Promise<Point | null> {
  const [points, { readings }] = await Promise.all([
    reader.points(seriesId, span),
    reader.judged(seriesId, span),
  ]);
  const counted = readings.findLast(({ verdict }) => verdict === "counted");
  return points.findLast(({ epochS }) => epochS === counted?.epochS) ?? null;
}
