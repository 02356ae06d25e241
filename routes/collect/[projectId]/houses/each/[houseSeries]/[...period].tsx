import {
  ComparedFigure,
  ConsumptionBar,
} from "@/components/consumption_reports/ConsumptionBar.tsx";
import { FloorSelector } from "@/components/housing/FloorSelector.tsx";
import { SeriesLinks } from "@/components/housing/SeriesLinks.tsx";
import { EmptyState, PageTitle } from "@/components/page/Page.tsx";
import { PeriodNavigator } from "@/components/periods/PeriodNavigator.tsx";
import {
  completenessColumn,
  fileColumn,
  nameColumn,
  numberColumn,
  statusColumn,
  textColumn,
} from "@/components/tables/columns.tsx";
import { PagedRows, type TableColumn } from "@/components/tables/DataTable.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { chosenFloor, floorText, housesOnFloor } from "@/lib/domain/housing/floors.ts";
import { wholePercent } from "@/lib/domain/numbers/percent.ts";
import { monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { monthOfRange } from "@/lib/domain/periods/period.ts";
import { periodPath, rangeSegment } from "@/lib/domain/periods/segments.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import {
  readTableState,
  withFilter,
  writeFilters,
  writeTableState,
} from "@/lib/domain/tables/table_state.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { askedDate } from "@/lib/links/looked_at.ts";
import { withQuery } from "@/lib/links/query.ts";
import {
  eachHouseSeries,
  type HouseMonth,
  readHouseMonths,
} from "@/lib/pages/housing/house_months.ts";
import { offeredSeries, readsGroups } from "@/lib/pages/housing/housing_series.ts";
import { MONTH_ONLY, openedRange } from "@/lib/pages/series/series_page.ts";
import {
  CONSUMPTION_STATUS_LABELS,
  monthReadNote,
  YEAR_BEFORE_READ,
} from "@/lib/text/consumption_reports/running_month.ts";
import { REMARKS } from "@/lib/text/consumption_reports/sheet_table.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { ANONYMOUS_HOUSES, floorLabel, HOUSE_LABELS } from "@/lib/text/housing/housing.ts";
import { NOT_BEGUN, rangeLabel } from "@/lib/text/periods.ts";
import { DOUBTFUL_NOTE, withDoubt } from "@/lib/text/series/doubtful.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import { define, page, residenceOf } from "@/lib/web/state.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";
import { HousingViews } from "@/routes/collect/[projectId]/(_components)/HousingViews.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const { state, url } = ctx;
    const series = eachHouseSeries(ctx);
    const { project } = residenceOf(state);
    const range = openedRange(ctx, MONTH_ONLY);
    if (range instanceof Response) return range;
    const { floors, months } = await readHouseMonths(state, series, range);
    const table = readTableState(url.searchParams);
    const floor = chosenFloor(floors, table.filters["floor"] ?? null);
    const houses = {
      fileName: `${seriesName(series)} par logement ${rangeSegment(range)}.csv`,
      caption: `${seriesName(series)} par logement, ${rangeLabel(range)}`,
      columns: columnsOf(
        series,
        (houseId) =>
          links.housingSeries({ projectId: project.id, houseId }, series.id, periodPath(range)),
      ),
      rows: housesOnFloor(months, floor),
    };
    const file = tableFile(url, houses);
    if (file !== null) return file;
    keepPage(ctx, FRESH_DATA_SECONDS);
    state.title = windowTitle(`${seriesName(series)} par logement`, project.name);
    state.menuPath = links.houses(project.id);
    return page({ series, range, table, floors, floor, months, houses });
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { series, range, table, floors, floor, months, houses } = data;
  const { project, today } = residenceOf(state);
  const path = links.eachHouse(project.id, series.id, periodPath(range));
  const date = askedDate(url);
  // The floor filter remains until the dwellings change (F §4).
  const asked = table.filters["floor"];
  const query = asked === undefined ? "" : writeFilters({ floor: asked });
  return (
    <>
      <PageTitle
        title={seriesName(series)}
        subtitle={`${project.name}, logement par logement`}
        back={{ href: links.houses(project.id), label: PAGE_NAMES.houses }}
        navigator={
          <PeriodNavigator
            {...{ range, path, query }}
            choices={MONTH_ONLY}
            today={today}
            date={date}
          />
        }
      >
        <HousingViews
          {...{ state, series, range, date }}
          view="each"
          choices={{}}
          hasGroups={readsGroups(state)}
        />
      </PageTitle>
      <SeriesLinks
        label="Séries des logements"
        series={offeredSeries(state, null)}
        current={series.id}
        hrefOf={(seriesId) =>
          withQuery(links.eachHouse(project.id, seriesId, periodPath(range)), query)}
      />
      <FloorSelector
        floors={floors}
        chosen={floor}
        hrefOf={(one) =>
          withQuery(
            path,
            writeTableState(withFilter(table, { field: "floor", value: floorText(one) })),
          )}
      />
      {monthOfRange(range) > monthOf(today)
        ? <EmptyState title={NOT_BEGUN} icon="house" />
        : houses.rows.length === 0
        ? (
          <EmptyState title="Aucun logement à détailler" icon="house">
            <p>
              {months.length === 0
                ? ANONYMOUS_HOUSES
                : "Les relevés des logements de cet étage ne se voient qu’ensemble."}
            </p>
          </EmptyState>
        )
        : <PagedRows table={houses} url={url} pageSize={40} live="houses" />}
      <PageRefresh everySeconds={FRESH_DATA_SECONDS} state={state} />
    </>
  );
});

function columnsOf(
  { unit }: ProjectSeries,
  hrefOf: (houseId: string) => string,
): TableColumn<HouseMonth>[] {
  const compared: TableColumn<HouseMonth>[] = [
    {
      field: "bar",
      label: "Avancement",
      cell: ({ name, percent }) => <ConsumptionBar percent={percent} label={name} />,
      value: ({ percent }) => percent === null ? null : wholePercent(percent),
    },
    statusColumn(
      "status",
      "État",
      ({ status }) => status && { tone: status, label: CONSUMPTION_STATUS_LABELS[status] },
    ),
  ];
  return [
    nameColumn("Logement", hrefOf),
    textColumn("floor", HOUSE_LABELS.floor, ({ settings }) => floorLabel(settings.floor)),
    {
      ...numberColumn<HouseMonth>(
        { field: "value", label: unit.sum ? "Total" : "Moyenne", unit: unit.unit },
        ({ value }) => value,
      ),
      cell: ({ value, doubtful }) => withDoubt(formatNumber(value), doubtful),
    },
    {
      field: "before",
      unit: unit.unit,
      number: true,
      label: "Un an avant",
      cell: ({ before }) =>
        unit.sum
          ? <ComparedFigure month={before} text={formatNumber(before.value)} />
          : formatNumber(before.value),
      value: ({ before }) => before.value,
    },
    ...unit.sum ? compared : [],
    completenessColumn(({ completeness }) => completeness),
    fileColumn(YEAR_BEFORE_READ, ({ before }) => monthReadNote(before)),
    fileColumn(REMARKS, ({ doubtful }) => doubtful ? DOUBTFUL_NOTE : ""),
  ];
}
