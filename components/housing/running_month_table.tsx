/** Shows the running month of dwellings, with bars against the mean. @module */

import {
  completenessColumn,
  fileColumn,
  linkColumn,
  statusColumn,
} from "@/components/ui/columns.tsx";
import type { PageTable, TableColumn } from "@/components/ui/DataTable.tsx";
import { Status } from "@/components/ui/Page.tsx";
import { wholePercent } from "@/lib/base/rounding.ts";
import { formatPercent, formatQuantity } from "@/lib/base/text_format.ts";
import { type MonthRead, progressStatus, type RunningMonth } from "@/lib/housing/running_month.ts";
import {
  CONSUMPTION_STATUS_LABELS,
  monthReadNote,
  PROGRESS_LABELS,
  REMARKS,
  YEAR_BEFORE_READ,
} from "@/lib/housing/text.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { DOUBTFUL_NOTE, withDoubt } from "@/lib/series/text.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";

interface ConsumptionBarProps {
  /** Percentage of the reference; null when there is nothing to compare with. */
  percent: number | null;
  label: string;
}

/** A share as a bar, with its figure, its word and its drawing (B §9 "Consumption progress bar"). @spec reports.progress-bar */
export function ConsumptionBar({ percent, label }: ConsumptionBarProps) {
  if (percent === null) return null;
  const status = progressStatus(percent);
  return (
    <span class="consumption-bar">
      <progress
        class={`bar-${status}`}
        max="100"
        value={Math.min(percent, 100)}
        aria-label={label}
      />
      <span class="number">{formatPercent(wholePercent(percent), 0)}</span>
      <Status tone={status} label={PROGRESS_LABELS[status]} />
    </span>
  );
}

/** A figure for comparison, with its completeness when it is partial. */
export function ComparedFigure({ month, text }: { month: MonthRead; text: string }) {
  const note = monthReadNote(month);
  return (
    <>
      {text}
      {note !== "" && <small class="slot-mark">{note}</small>}
    </>
  );
}

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
