import {
  listOutdoor,
  monthDju,
  type OutdoorYear,
  readOutdoorYears,
} from "@/lib/backend/embedded/degree_days/outdoor.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { LEAST_COMPARED } from "@/lib/domain/consumption_reports/running_month.ts";
import { spanOfMonth } from "@/lib/domain/consumption_reports/series_month.ts";
import { covers, type DaySpan, isWithin } from "@/lib/domain/housing/occupancy.ts";
import { sumOf } from "@/lib/domain/numbers/sums.ts";
import {
  datesOfMonth,
  type IsoMonth,
  monthOf,
  shiftMonth,
} from "@/lib/domain/periods/civil_dates.ts";

/** Degree days of some days of a month, or of the same month a year before; null below 95 % completeness. */
export interface ReportDju {
  of(days: DaySpan): number | null;
  readonly yearBefore: number | null;
}

/** The degree days of a month, from the source in the settings. */
export async function readReportDju(
  services: Services,
  { projectId, djuSource, month }: {
    readonly projectId: string;
    readonly djuSource: string | null;
    readonly month: IsoMonth;
  },
): Promise<ReportDju> {
  const before = shiftMonth(month, -12);
  const source = djuSource === null
    ? undefined
    : (await listOutdoor(services, projectId)).find(({ id }) => id === djuSource);
  if (source === undefined) return { of: () => null, yearBefore: null };
  const outdoorOf = await readOutdoorYears(services, { projectId, source, dates: [month, before] });
  return {
    of: (days) => djuOver(outdoorOf(month), days),
    yearBefore: djuOver(outdoorOf(before), spanOfMonth(before)),
  };
}

function djuOver(outdoor: OutdoorYear, days: DaySpan): number | null {
  const month = monthOf(days.from);
  if (covers(days, spanOfMonth(month))) {
    const { value, completeness } = monthDju(outdoor, month);
    // The future days of a running month are not expected yet, and are not read.
    const isOver = outdoor.until >= days.to;
    return isOver && completeness >= LEAST_COMPARED ? value : null;
  }
  const dates = datesOfMonth(month).filter((date) => isWithin(days, date));
  const read = dates.flatMap((date) => outdoor.dailyDju.on(date) ?? []);
  if (read.length < LEAST_COMPARED * dates.length) return null;
  return sumOf(read);
}
