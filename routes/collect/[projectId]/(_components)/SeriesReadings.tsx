import { RangeLines, type RangeLinesProps } from "@/components/series/RangeLines.tsx";
import { StateTable } from "@/components/series/StateTable.tsx";
import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { TableFoot } from "@/components/ui/DataTable.tsx";
import { FilterSelect, TableTools } from "@/components/ui/ListTable.tsx";
import { EmptyState } from "@/components/ui/Page.tsx";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { NOT_BEGUN, rangeLabel } from "@/lib/base/text_periods.ts";
import { chartMarks } from "@/lib/series/notes_text.ts";
import { type RangeReadings, readableYears } from "@/lib/series/pages.ts";
import { rangeChart } from "@/lib/series/range_chart.ts";
import type { StateInterval } from "@/lib/series/range_notes.ts";
import { RANGE_FILTERS } from "@/lib/series/range_rows.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { NO_READING, rowStateLabel } from "@/lib/series/text.ts";
import { mayBePurged } from "@/lib/timeseries/retention.ts";
import type { ProjectSeries } from "@/lib/timeseries/series_schema.ts";
import { WIDE_CHART } from "@/lib/ui/chart_scale.ts";
import { paginated } from "@/lib/ui/pagination.ts";
import { filterOptions, readTableState, type TableState } from "@/lib/ui/tables.ts";

interface SeriesReadingsProps
  extends Pick<RangeViewProps, "choices" | "path" | "hrefOf" | "parameters"> {
  series: Pick<ProjectSeries, "renamed" | "unit" | "dataUnitId">;
  range: PeriodRange;
  today: IsoDate;
  readings: RangeReadings;
  timeZone: string;
  url: URL;
}

/** What a series measured over a range: its figures, or the intervals of a state. */
export function SeriesReadings(props: SeriesReadingsProps) {
  const { series, range, today, readings, timeZone, url, ...view } = props;
  const name = seriesName(series);
  const isOld = mayBePurged(range, today);
  const table = readTableState(url.searchParams);
  if (readings.kind === "intervals") {
    const { intervals } = readings;
    return (
      <StateIntervalsView
        {...{ name, range, isOld, intervals, timeZone, table }}
        path={view.path}
      />
    );
  }
  const years = readableYears(readings.years, series.dataUnitId);
  return <RangeView {...view} {...{ name, isOld, years, table }} isSum={series.unit.sum} />;
}

interface RangeViewProps extends RangeLinesProps {
  /** URL parameters kept by the filters. */
  parameters?: Readonly<Record<string, string>>;
  /** Whether its data may have been removed because of their age. */
  isOld: boolean;
}

/** A series over a range: its chart, its table with the year before, its file. */
function RangeView({ parameters, isOld, ...lines }: RangeViewProps) {
  const { name, isSum, years, table, path } = lines;
  const { rows, unit } = years;
  if (rows.length === 0) return <EmptyState title={NOT_BEGUN} icon="sensor" />;
  const model = rangeChart({
    ...years.drawn,
    size: WIDE_CHART,
    marks: chartMarks(rows),
    isSum,
    formatValue: formatNumber,
  });
  if (model === null) {
    return (
      <EmptyState title={NO_READING.title} icon="sensor">
        <p>{isOld ? NO_READING.old : NO_READING.next}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ChartFigure
        model={model}
        title={`${name} (${unit})`}
        label={`${
          isSum ? "Histogramme" : "Courbe"
        } de la période\u00A0; ses valeurs sont dans le tableau.`}
        unit={unit}
      />
      <div class="stack">
        <TableTools path={path} state={table} parameters={parameters}>
          <FilterSelect
            field="state"
            label="État"
            options={filterOptions(rows, RANGE_FILTERS.state, rowStateLabel)}
            chosen={table.filters["state"]}
          />
        </TableTools>
        <RangeLines {...lines} />
      </div>
    </>
  );
}

const PAGE_SIZE = 30;

interface StateIntervalsViewProps extends Pick<RangeViewProps, "isOld"> {
  name: string;
  range: PeriodRange;
  /** Newest first. */
  intervals: readonly StateInterval[];
  timeZone: string;
  table: TableState;
  path: string;
}

function StateIntervalsView(props: StateIntervalsViewProps) {
  const { name, range, isOld, intervals, timeZone, table, path } = props;
  if (intervals.length === 0) {
    return (
      <EmptyState title={NO_READING.title} icon="sensor">
        <p>{isOld ? NO_READING.old : NO_READING.state}</p>
      </EmptyState>
    );
  }
  const shown = paginated(intervals, table.page, PAGE_SIZE);
  return (
    <div class="stack">
      <div data-live="intervals">
        <StateTable
          caption={`${name}, ${rangeLabel(range)}`}
          intervals={shown.rows}
          timeZone={timeZone}
        />
      </div>
      <TableFoot path={path} state={table} page={shown} />
    </div>
  );
}
