import type { DaySpan } from "../../domain/housing/occupancy.ts";
import { addDays } from "../../domain/periods/civil_dates.ts";
import type { ProjectSeries } from "../../domain/projects/types.ts";
import type { SeriesReader } from "../../domain/series/reader.ts";
import type { OccupantReading } from "../../text/occupancies.ts";

/** The days of a series that were read, as the export of somebody's data lists them. */
export async function daysRead(
  reader: SeriesReader,
  { renamed, dataUnitId, unit }: ProjectSeries,
  { storedId, days }: { storedId: string; days: DaySpan },
): Promise<OccupantReading[]> {
  const slots = await reader.days(storedId, { from: days.from, to: addDays(days.to, 1) });
  return slots.filter(({ count }) => count > 0).map((slot) => ({
    date: slot.at,
    series: renamed ?? dataUnitId,
    value: unit.sum ? slot.sum : slot.mean,
    unit: unit.unit,
  }));
}
