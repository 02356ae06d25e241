import { FloorSelector, SeriesLinks } from "@/components/housing/HouseLinks.tsx";
import { ComparedFigure, ConsumptionBar } from "@/components/housing/running_month_table.tsx";
import {
  completenessColumn,
  fileColumn,
  nameColumn,
  numberColumn,
  statusColumn,
  textColumn,
} from "@/components/ui/columns.tsx";
import { PagedRows, type TableColumn } from "@/components/ui/DataTable.tsx";
import { EmptyState } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import { monthOf } from "@/lib/base/civil_dates.ts";
import { periodPath, rangeSegment } from "@/lib/base/period_paths.ts";
import { monthOfRange } from "@/lib/base/periods.ts";
import { wholePercent } from "@/lib/base/rounding.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { NOT_BEGUN, rangeLabel } from "@/lib/base/text_periods.ts";
import { chosenFloor, floorText, housesOnFloor } from "@/lib/housing/dwelling_list.ts";
import { eachHouseSeries, type HouseMonth, readHouseMonths } from "@/lib/housing/month_pages.ts";
import { offeredSeries, readsGroups } from "@/lib/housing/series_pages.ts";
import {
  ANONYMOUS_HOUSES,
  CONSUMPTION_STATUS_LABELS,
  floorLabel,
  HOUSE_LABELS,
  monthReadNote,
  REMARKS,
  YEAR_BEFORE_READ,
} from "@/lib/housing/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { MONTH_ONLY, openedRange } from "@/lib/series/pages.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { DOUBTFUL_NOTE, withDoubt } from "@/lib/series/text.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { askedDate, withQuery } from "@/lib/ui/query.ts";
import { readTableState, withFilter, writeFilters, writeTableState } from "@/lib/ui/tables.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, page } from "@/lib/web/state.ts";
import { HousingViews } from "@/routes/collect/[projectId]/(_components)/RangeParts.tsx";

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
      empty: {
        title: "Aucun logement à détailler",
        text: months.length === 0
          ? ANONYMOUS_HOUSES
          : "Les relevés des logements de cet étage ne se voient qu’ensemble.",
        icon: "house" as const,
      },
    };
    const file = tableFile(url, houses);
    if (file !== null) return file;
    state.title = `${seriesName(series)} par logement`;
    state.menuPath = links.houses(project.id);
    return page({ series, range, table, floors, floor, houses });
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { series, range, table, floors, floor, houses } = data;
  const { project, today } = residenceOf(state);
  const path = links.eachHouse(project.id, series.id, periodPath(range));
  const date = askedDate(url);
  // The floor filter remains until the dwellings change (F §4).
  const requested = table.filters["floor"];
  const query = requested === undefined ? "" : writeFilters({ floor: requested });
  return (
    <>
      <RangeTitle
        title={seriesName(series)}
        subtitle={`${project.name}, logement par logement`}
        choices={MONTH_ONLY}
        {...{ range, query, state, url }}
      >
        <HousingViews
          {...{ state, series, range, date }}
          view="each"
          choices={{}}
          hasGroups={readsGroups(state)}
        />
      </RangeTitle>
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
      ...numberColumn<HouseMonth>("value", unit.sum ? "Total" : "Moyenne", ({ value }) => value, {
        unit: unit.unit,
      }),
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
