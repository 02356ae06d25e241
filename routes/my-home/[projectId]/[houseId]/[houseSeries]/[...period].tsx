import { ChartLegend } from "@/components/charts/ChartLegend.tsx";
import { ChartSvg } from "@/components/charts/ChartSvg.tsx";
import { SeriesLinks } from "@/components/housing/SeriesLinks.tsx";
import { EmptyState, PageTitle } from "@/components/page/Page.tsx";
import { PeriodNavigator } from "@/components/periods/PeriodNavigator.tsx";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { dayWithin, rangeAt } from "@/lib/domain/periods/range_at.ts";
import { periodPath } from "@/lib/domain/periods/segments.ts";
import { isOffered } from "@/lib/domain/periods/switch.ts";
import { rangeChart } from "@/lib/domain/series/range_chart.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { askedDate, withDate } from "@/lib/links/looked_at.ts";
import {
  ownChoices,
  ownSeriesOf,
  type OwnSeriesRead,
  readOwnYears,
} from "@/lib/pages/housing/own_house_page.ts";
import { rangeFile, readableYears } from "@/lib/pages/series/range_file.ts";
import { openedRange, type TwoYears } from "@/lib/pages/series/series_page.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { NOTHING_READ, ownHouseText } from "@/lib/text/housing/own_house.ts";
import { NOT_BEGUN } from "@/lib/text/periods.ts";
import { define, page, todayOf } from "@/lib/web/state.ts";
import { RangeLines } from "@/routes/(_components)/RangeLines.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const found = await ownSeriesOf(ctx);
    const { state } = ctx;
    const range = openedRange(ctx, found.choices);
    if (range instanceof Response) return range;
    const years = await readOwnYears(state, found, range);
    const name = seriesName(found.series);
    const readings = { kind: "figures", years } as const;
    const isSum = found.series.unit.sum;
    const file = rangeFile(ctx, { name, range, isSum, readings, annotations: [] });
    if (file !== null) return file;
    state.title = windowTitle(name, PAGE_NAMES.ownHouse);
    return page({ ...found, years });
  },
});

/** A series of the occupant's dwelling over a period: a static SVG, so that the page is light. */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { home, series, choices, years: { range } } = data;
  const hrefOf = (to: PeriodRange) => links.ownSeries(home, series.id, periodPath(to));
  const today = todayOf(state);
  const date = dayWithin(range, today, askedDate(url));
  return (
    <>
      <PageTitle
        title={seriesName(series)}
        subtitle={ownHouseText(home)}
        back={{ href: links.ownHouse(home), label: PAGE_NAMES.ownHouse }}
        navigator={
          <PeriodNavigator
            range={range}
            path={hrefOf(range)}
            choices={choices}
            today={today}
            date={askedDate(url)}
          />
        }
      />
      <SeriesLinks
        label="Mes relevés"
        series={home.series}
        current={series.id}
        hrefOf={(seriesId, other) => {
          const to = isOffered(range, ownChoices(other)) ? range : rangeAt("daily", date);
          return withDate(links.ownSeries(home, seriesId, periodPath(to)), to, { date, today });
        }}
      />
      <OwnRange {...data} url={url} hrefOf={hrefOf} />
    </>
  );
});

const CHART_SIZE = { width: 800, height: 280 };

interface OwnRangeProps extends OwnSeriesRead {
  years: TwoYears;
  url: URL;
  hrefOf(to: PeriodRange): string;
}

function OwnRange({ series, choices, url, hrefOf, ...read }: OwnRangeProps) {
  const isSum = series.unit.sum;
  const years = readableYears(read.years, series.dataUnitId);
  const { rows, unit, range, drawn } = years;
  if (rows.length === 0) return <EmptyState title={NOT_BEGUN} icon="sensor" />;
  const model = rangeChart({ ...drawn, size: CHART_SIZE, isSum, formatValue: formatNumber });
  if (model === null) {
    return (
      <EmptyState title={NOTHING_READ.title} icon="sensor">
        <p>{NOTHING_READ.next}</p>
      </EmptyState>
    );
  }
  const name = seriesName(series);
  return (
    <>
      <figure class="chart">
        <figcaption>{`${name} (${unit})`}</figcaption>
        <div class="chart-box" role="region" aria-label={name} tabIndex={0}>
          <ChartSvg model={model} label="Graphique&nbsp;; ses valeurs sont dans le tableau." />
        </div>
        {model.legend.length > 0 && <ChartLegend entries={model.legend} />}
      </figure>
      <div class="stack">
        <RangeLines
          {...{ name, isSum, choices, years, hrefOf }}
          table={readTableState(url.searchParams)}
          path={hrefOf(range)}
        />
      </div>
    </>
  );
}
