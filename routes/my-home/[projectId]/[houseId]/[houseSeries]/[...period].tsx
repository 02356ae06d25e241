import { SeriesLinks } from "@/components/housing/HouseLinks.tsx";
import { RangeLines } from "@/components/series/RangeLines.tsx";
import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { EmptyState } from "@/components/ui/Page.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import {
  ownChoices,
  ownSeriesOf,
  type OwnSeriesRead,
  readOwnYears,
} from "@/lib/accounts/own_dwelling_page.ts";
import { NOTHING_READ, ownHouseText } from "@/lib/accounts/own_dwelling_text.ts";
import { periodPath } from "@/lib/base/period_paths.ts";
import { dayWithin, isOffered, rangeAt } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { NOT_BEGUN } from "@/lib/base/text_periods.ts";
import { openedRange, rangeFile, readableYears, type TwoYears } from "@/lib/series/pages.ts";
import { rangeChart } from "@/lib/series/range_rows.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { askedDate, withDate } from "@/lib/ui/query.ts";
import { readTableState } from "@/lib/ui/tables.ts";
import { define, page, todayOf } from "@/lib/web/state.ts";

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
    state.title = [name, PAGES.ownHouse.title];
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
      <RangeTitle
        title={seriesName(series)}
        subtitle={ownHouseText(home)}
        back={{ href: links.ownHouse(home), label: PAGES.ownHouse.title }}
        {...{ range, choices, state, url }}
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
  if (model === null) return <EmptyState {...NOTHING_READ} icon="sensor" />;
  const name = seriesName(series);
  return (
    <>
      <ChartFigure
        model={model}
        title={`${name} (${unit})`}
        name={name}
        label="Graphique&nbsp;; ses valeurs sont dans le tableau."
      />
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
