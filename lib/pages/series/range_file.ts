import { levelOf, type PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { annotatedIntervals } from "@/lib/domain/series/annotated_intervals.ts";
import { filteredRangeRows } from "@/lib/domain/series/range_rows.ts";
import { inThousandths, unitOfSmall } from "@/lib/domain/series/smaller_units.ts";
import type { StateInterval } from "@/lib/domain/series/state_intervals.ts";
import type { Annotation, DataUnitId } from "@/lib/domain/series/types.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { rangeCsv, STATE_CSV } from "@/lib/text/series/series_csv.ts";
import { isFileRequested, tableFile } from "@/lib/web/files/table_file.ts";
import { type PageContext, residenceOf } from "@/lib/web/state.ts";
import type { TwoYears } from "./series_page.ts";

/** Figures of a range with those of the year before, or the intervals of a state. */
export type RangeReadings =
  | { readonly kind: "figures"; readonly years: TwoYears }
  | { readonly kind: "intervals"; readonly intervals: readonly StateInterval[] };

interface RangeFile {
  /** File name, before its range. */
  readonly name: string;
  readonly range: PeriodRange;
  readonly isSum: boolean;
  readonly readings: RangeReadings;
  readonly annotations: readonly Annotation[];
}

/**
 * A series over a range as a file: every line that matches the filters, in order.
 *
 * @returns null when the page itself is requested
 */
export function rangeFile(
  { url, state }: Pick<PageContext, "url" | "state">,
  { name, range, isSum, readings, annotations }: RangeFile,
): Response | null {
  if (!isFileRequested(url)) return null;
  const fileName = `${name} ${rangeSegment(range)}.csv`;
  if (readings.kind === "intervals") {
    const rows = annotatedIntervals(
      readings.intervals,
      annotations,
      residenceOf(state).project.timeZone,
    );
    return tableFile(url, { fileName, columns: STATE_CSV, rows });
  }
  const { rows, unit, before } = readings.years;
  return tableFile(url, {
    fileName,
    columns: rangeCsv({ unit, isSum, hasBefore: before !== null }),
    rows: filteredRangeRows(rows, readTableState(url.searchParams)),
  });
}

/**
 * A range of a series as its page shows it: days and hours of which none reaches a cubic metre of water or a MWh are in
 * litres or kWh. Files have the unit of the series.
 *
 * @spec series.small-amounts
 */
export function readableYears(years: TwoYears, dataUnitId: DataUnitId): TwoYears {
  const { range, rows, drawn, unit } = years;
  const figures = [...drawn.values, ...drawn.before];
  const isLong = levelOf(range.type) === "year";
  const smaller = isLong ? null : unitOfSmall({ figures, dataUnitId, unit });
  if (smaller === null) return years;
  return {
    ...years,
    unit: smaller,
    rows: rows.map((row) => ({
      ...row,
      value: inThousandths(row.value),
      min: inThousandths(row.min),
      max: inThousandths(row.max),
      before: inThousandths(row.before),
    })),
    drawn: {
      ...drawn,
      values: drawn.values.map(inThousandths),
      before: drawn.before.map(inThousandths),
    },
  };
}
