import {
  completenessColumn,
  fileColumn,
  linkColumn,
  statusColumn,
} from "@/components/tables/columns.tsx";
import type { PageTable, TableColumn } from "@/components/tables/DataTable.tsx";
import type { RunningMonth } from "@/lib/domain/consumption_reports/running_month.ts";
import { wholePercent } from "@/lib/domain/numbers/percent.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import {
  CONSUMPTION_STATUS_LABELS,
  monthReadNote,
  YEAR_BEFORE_READ,
} from "@/lib/text/consumption_reports/running_month.ts";
import { REMARKS } from "@/lib/text/consumption_reports/sheet_table.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { DOUBTFUL_NOTE, withDoubt } from "@/lib/text/series/doubtful.ts";
import { ComparedFigure, ConsumptionBar } from "./ConsumptionBar.tsx";

interface MonthRow {
  readonly series: ProjectSeries;
  readonly month: RunningMonth;
}

/** Names of a month and of the compared one: "novembre 2026", "novembre 2025". */
export interface MonthNames {
  readonly now: string;
  readonly before: string;
}

interface RunningMonthOptions {
  readonly names: MonthNames;
  readonly fileName: string;
  hrefOf(seriesId: string): string;
}

/** Consumption of each series this month, its projection, and its status (B §4, §9). */
export function runningMonthTable(
  rows: readonly MonthRow[],
  { names, fileName, hrefOf }: RunningMonthOptions,
): PageTable<MonthRow> {
  return {
    fileName,
    caption: `Consommation, ${names.now}`,
    columns: columnsOf(names, hrefOf),
    rows,
  };
}

function columnsOf(
  { now, before }: MonthNames,
  hrefOf: RunningMonthOptions["hrefOf"],
): TableColumn<MonthRow>[] {
  return [
    linkColumn(
      "series",
      "Consommation",
      ({ series }) => seriesName(series),
      ({ series }) => hrefOf(series.id),
    ),
    quantity("toDate", "Jusqu’à hier"),
    {
      field: "yearBefore",
      label: before,
      number: true,
      cell: ({ series: { unit }, month: { yearBefore } }) => (
        <ComparedFigure month={yearBefore} text={formatQuantity(yearBefore.value, unit.unit)} />
      ),
      value: ({ month: { yearBefore } }) => yearBefore.value,
    },
    {
      field: "bar",
      label: "Avancement",
      cell: ({ series, month: { percent } }) => (
        <ConsumptionBar percent={percent} label={`${seriesName(series)}, ${now}`} />
      ),
      value: ({ month: { percent } }) => percent === null ? null : wholePercent(percent),
    },
    quantity("projected", "Projection"),
    statusColumn(
      "status",
      "État",
      ({ month: { status } }) =>
        status && { tone: status, label: CONSUMPTION_STATUS_LABELS[status] },
    ),
    completenessColumn(({ month: { completeness } }) => completeness),
    // On the page each figure has its unit, and what was read is under that of the year before.
    fileColumn("Unité", ({ series }) => series.unit.unit),
    fileColumn(YEAR_BEFORE_READ, ({ month: { yearBefore } }) => monthReadNote(yearBefore)),
    fileColumn(REMARKS, ({ month: { doubtful } }) => doubtful ? DOUBTFUL_NOTE : ""),
  ];
}

/** A column whose figures have their own unit, since rows have different ones. */
function quantity(field: "toDate" | "projected", label: string): TableColumn<MonthRow> {
  return {
    field,
    label,
    number: true,
    cell: ({ series: { unit }, month }) =>
      withDoubt(formatQuantity(month[field], unit.unit), month.doubtful),
    value: ({ month }) => month[field],
  };
}
