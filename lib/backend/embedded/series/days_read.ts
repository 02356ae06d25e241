import type { DaySpan } from "@/lib/domain/housing/occupancy.ts";
import { addDays } from "@/lib/domain/periods/civil_dates.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import type { OccupantReading } from "@/lib/text/housing/occupancies.ts";

/** The days of a series with readings or, between those of a register, with a figure: for the export of personal data. */
export async function daysRead(
  reader: SeriesReader,
  { renamed, dataUnitId, unit }: ProjectSeries,
  { storedId, days }: { storedId: string; days: DaySpan },
): Promise<OccupantReading[]> {
  const slots = await reader.days(storedId, { from: days.from, to: addDays(days.to, 1) });
  return slots.filter(({ count, coveredS }) => count > 0 || coveredS > 0).map((slot) => ({
    date: slot.at,
    series: renamed ?? dataUnitId,
    value: unit.sum ? slot.sum : slot.mean,
    unit: unit.unit,
  }));
}
