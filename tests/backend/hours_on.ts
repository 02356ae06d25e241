import { addDays } from "@/lib/domain/periods/civil_dates.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";

/** The hours of a civil day of a series. */
export async function hoursOn(
  reader: Pick<SeriesReader, "hoursOfDays">,
  seriesId: string,
  date: string,
) {
  const [hours = []] = await reader.hoursOfDays(seriesId, { from: date, to: addDays(date, 1) });
  return hours;
}
