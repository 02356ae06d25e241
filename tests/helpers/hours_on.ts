import { addDays } from "@/lib/base/civil_dates.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";

/** The hours of a civil day of a series. */
export async function hoursOn(
  reader: Pick<SeriesReader, "hoursOfDays">,
  seriesId: string,
  date: string,
) {
  const [hours = []] = await reader.hoursOfDays(seriesId, { from: date, to: addDays(date, 1) });
  return hours;
}
