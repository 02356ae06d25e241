import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { completenessColumn, linkColumn, statusColumn } from "@/components/tables/columns.tsx";
import { type RunningMonth, wholePercent } from "@/lib/domain/consumption_reports/running_month.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import {
  CONSUMPTION_STATUS_LABELS,
  monthReadNote,
  YEAR_BEFORE_READ,
} from "@/lib/text/consumption_reports/running_month.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { ComparedFigure } from "./ComparedFigure.tsx";
import { ConsumptionBar } from "./ConsumptionBar.tsx";

/** A summed series with its consumption of the current month. */
interface MonthRow {
  readonly series: ProjectSeries;
  readonly month: RunningMonth;
}

/** Names of a month and of the compared one: "novembre 2026", "novembre 2025". */
export interface MonthNames {
  readonly now: string;
  readonly before: string;
}

interface RunningMonthTableProps {
  names: MonthNames;
  rows: readonly MonthRow[];
  /** URL of the days of a series. */
  hrefOf(seriesId: string): string;
  csv: CsvSource;
}

/** Consumption of each series this month, its projection, and its status (B §4, §9). */
export function RunningMonthTable({ names, rows, hrefOf, csv }: RunningMonthTableProps) {
  return (
    <DataTable
      caption={`Consommation, ${names.now}`}
      columns={runningMonthColumns(names, hrefOf)}
      rows={rows}
      rowKey={({ series }) => series.id}
      csv={csv}
    />
  );
}

export function runningMonthColumns(
  { now, before }: MonthNames,
  hrefOf: RunningMonthTableProps["hrefOf"],
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
  ];
}

/** In the file only: on the page each figure has its unit. */
export const MONTH_UNIT_COLUMN = {
  label: "Unité",
  value: ({ series }: MonthRow) => series.unit.unit,
};

/** In the file only: on the page it is under the figure of the year before. */
export const YEAR_BEFORE_COLUMN = {
  label: YEAR_BEFORE_READ,
  value: ({ month: { yearBefore } }: MonthRow) => monthReadNote(yearBefore),
};

/** A column whose figures have their own unit, since rows have different ones. */
function quantity(field: "toDate" | "projected", label: string): TableColumn<MonthRow> {
  return {
    field,
    label,
    number: true,
    cell: ({ series: { unit }, month }) => formatQuantity(month[field], unit.unit),
    value: ({ month }) => month[field],
  };
}
