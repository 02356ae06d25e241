import { EmptyState } from "@/components/page/Page.tsx";
import { StateTable } from "@/components/series/StateTable.tsx";
import { FilterSelect } from "@/components/tables/FilterSelect.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import { TableTools } from "@/components/tables/TableTools.tsx";
import LiveChart from "@/islands/charts/LiveChart.tsx";
import { WIDE_CHART } from "@/lib/domain/charts/limits.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { rangeChart } from "@/lib/domain/series/range_chart.ts";
import { RANGE_FILTERS } from "@/lib/domain/series/range_rows.ts";
import { mayBePurged } from "@/lib/domain/series/retention.ts";
import type { StateInterval } from "@/lib/domain/series/state_intervals.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import { paginated } from "@/lib/domain/tables/paginate.ts";
import { readTableState, type TableState } from "@/lib/domain/tables/table_state.ts";
import { type RangeReadings, readableYears } from "@/lib/pages/series/range_file.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { NOT_BEGUN, rangeLabel } from "@/lib/text/periods.ts";
import { NO_READING, rowStateLabel } from "@/lib/text/series/series.ts";
import { chartMarks } from "@/lib/text/series/slot_notes.ts";
import { RangeLines, type RangeLinesProps } from "@/routes/(_components)/RangeLines.tsx";

interface SeriesReadingsProps extends Pick<RangeViewProps, "choices" | "path" | "hrefOf" | "kept"> {
  series: ProjectSeries;
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
  kept?: Readonly<Record<string, string>>;
  /** Whether its data may have been removed because of their age. */
  isOld: boolean;
}

/** A series over a range: its chart, its table with the year before, its file. */
function RangeView({ kept, isOld, ...lines }: RangeViewProps) {
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
      <LiveChart
        model={model}
        title={`${name} (${unit})`}
        label={`${
          isSum ? "Histogramme" : "Courbe"
        } de la période\u00A0; ses valeurs sont dans le tableau.`}
        unit={unit}
      />
      <div class="stack">
        <TableTools path={path} state={table} kept={kept}>
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

/** Intervals on a page. */
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
