/** Parts of pages about a period: frame, readings of a series, views of the dwellings. @module */

import type { ComponentChildren } from "preact";
import { AnnotationList } from "@/components/series/AnnotationList.tsx";
import { RangeLines, type RangeLinesProps } from "@/components/series/RangeLines.tsx";
import { StateTable } from "@/components/series/slot_columns.tsx";
import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { CsvLinks, TableFoot } from "@/components/ui/DataTable.tsx";
import { FilterSelect, TableTools } from "@/components/ui/ListTable.tsx";
import { type BackLink, EmptyState, type EmptyStateProps } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { dayPath } from "@/lib/base/period_instants.ts";
import { periodPath } from "@/lib/base/period_paths.ts";
import { dayWithin, type PeriodChoices, rangeAt, rangeOfMode } from "@/lib/base/period_selector.ts";
import { levelOf, type PeriodRange } from "@/lib/base/periods.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { NOT_BEGUN, rangeLabel } from "@/lib/base/text_periods.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { type RangeReadings, readableYears } from "@/lib/series/pages.ts";
import type { StateInterval } from "@/lib/series/range_notes.ts";
import { RANGE_FILTERS, rangeChart } from "@/lib/series/range_rows.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { chartMarks, NO_READING, rowStateLabel } from "@/lib/series/text.ts";
import { mayBePurged } from "@/lib/timeseries/retention.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { WIDE_CHART } from "@/lib/ui/chart_scale.ts";
import { links } from "@/lib/ui/links.ts";
import { paginated } from "@/lib/ui/pagination.ts";
import { withDate } from "@/lib/ui/query.ts";
import { filterOptions, readTableState, type TableState } from "@/lib/ui/tables.ts";
import type { State } from "@/lib/web/state.ts";

interface RangeFrameProps {
  title: string;
  subtitle: string;
  back?: BackLink;
  intro?: string;
  notices?: ComponentChildren;
  range: PeriodRange;
  choices: PeriodChoices;
  /** Message for a range without data; null to show the children. */
  empty: EmptyStateProps | null;
  state: State;
  url: URL;
  children: ComponentChildren;
}

/** The frame of a page whose URL ends with a period: its title with the periods, then the data of the range. */
export function RangeFrame(
  { range, choices, empty, state, url, children, intro, notices, ...title }: RangeFrameProps,
) {
  return (
    <>
      <RangeTitle {...title} {...{ range, choices, state, url }} />
      {intro && <p>{intro}</p>}
      {notices}
      {empty === null ? children : <EmptyState icon="sensor" {...empty} />}
    </>
  );
}

/** The end of a range page: annotations of its days, and live refresh. */
export function RangeEnd(
  { annotations, settings, state }: {
    annotations: readonly Annotation[];
    /** URL of the annotation form; null for a user who may only read. */
    settings: string | null;
    state: State;
  },
) {
  const { timeZone } = residenceOf(state).project;
  return (
    <>
      <AnnotationList {...{ annotations, settings, timeZone }} />
      <PageRefresh everySeconds={FRESH_DATA_SECONDS} state={state} />
    </>
  );
}

/** The table of a range, refreshed in place, and its file. */
export function RangeBlock(
  { live, url, children }: { live: string; url: URL; children: ComponentChildren },
) {
  return (
    <div class="stack">
      <div data-live={live}>{children}</div>
      <CsvLinks page={url} />
    </div>
  );
}

/** All the dwellings together over a range, each of them over a month, their anonymous groups on a day. */
type HousingView = "all" | "each" | "groups";

interface HousingViewsProps {
  state: State;
  series: ProjectSeries;
  view: HousingView;
  /** Range of this view; the day of a group is a range of its hours. */
  range: PeriodRange;
  /** The date that the page before looked at. */
  date?: IsoDate | undefined;
  /** Periods of the view of all the dwellings. */
  choices: PeriodChoices;
  hasGroups: boolean;
}

/**
 * Links to the other views of a series of the dwellings, over the period that each supports.
 *
 * @spec periods.views
 */
export function HousingViews(props: HousingViewsProps) {
  const { state, view, hasGroups } = props;
  const { roles } = residenceOf(state);
  const views: Record<HousingView, { isShown: boolean; label: string }> = {
    all: { isShown: true, label: "Tous les logements ensemble" },
    each: { isShown: roles.has("collect:detail:daily"), label: "Logement par logement" },
    groups: { isShown: hasGroups, label: "Par groupe anonyme" },
  };
  const hrefs = hrefsOf(props);
  return (
    <>
      {VIEWS.filter((one) => one !== view && views[one].isShown).map((one) => (
        <a key={one} class="button" href={hrefs[one]}>{views[one].label}</a>
      ))}
    </>
  );
}

const VIEWS: readonly HousingView[] = ["all", "each", "groups"];

/** Their addresses: the first view shows ranges, the two others single instants. @spec periods.views */
function hrefsOf(props: HousingViewsProps): Record<HousingView, string> {
  const { state, series, range, choices } = props;
  const { project, today } = residenceOf(state);
  const date = dayWithin(range, today, props.date);
  const finished = dayWithin(range, addDays(today, -1), props.date);
  const all = rangeOfMode(levelOf(range.type), date, choices);
  const each = rangeAt("daily", date);
  const place = { projectId: project.id };
  return {
    all: withDate(links.housingSeries(place, series.id, periodPath(all)), all, { date, today }),
    each: withDate(links.eachHouse(project.id, series.id, periodPath(each)), each, { date, today }),
    groups: links.houseGroups(project.id, series.id, dayPath(finished)),
  };
}

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
  if (model === null) return <NoReading isOld={isOld} text={NO_READING.next} />;
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

function NoReading({ isOld, text }: { isOld: boolean; text: string }) {
  return <EmptyState title={NO_READING.title} icon="sensor" text={isOld ? NO_READING.old : text} />;
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
  if (intervals.length === 0) return <NoReading isOld={isOld} text={NO_READING.state} />;
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
