import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { OccupancyPeriodLinks, SeriesLinks } from "@/components/housing/HouseLinks.tsx";
import { EmptyState } from "@/components/ui/Page.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import { type PlaceAlarms, readPlaceAlarms } from "@/lib/alarms/pages.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { periodPath } from "@/lib/base/period_paths.ts";
import { dayWithin, rangeAt } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import {
  type HousingDays,
  type HousingSeries,
  housingSeriesOf,
  isState,
  offeredSeries,
  readHousingDays,
  type ShownDays,
  shownDays,
} from "@/lib/housing/series_pages.ts";
import { CLOSED_DATA, dwellingWords } from "@/lib/housing/text.ts";
import { canWriteSeries, mayDeleteReadings, shownPeriod } from "@/lib/ingest/series_pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { openedRange, rangeFile } from "@/lib/series/pages.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { askedDate, withDate } from "@/lib/ui/query.ts";
import { isFileRequested } from "@/lib/web/downloads.ts";
import { define, HttpError, page, type PageContext, type State } from "@/lib/web/state.ts";
import {
  HousingViews,
  RangeEnd,
  SeriesReadings,
} from "@/routes/collect/[projectId]/(_components)/RangeParts.tsx";

export const handler = define.handlers({ GET: showSeries });

/** Renders the page of a series of the dwellings; without a period, redirects to the current year, or month. */
async function showSeries(ctx: PageContext) {
  const { state } = ctx;
  const found = await housingSeriesOf(ctx);
  const { series, house, choices } = found;
  const { project } = residenceOf(state);
  const range = openedRange(ctx, choices);
  if (range instanceof Response) return range;
  const days = shownDays(ctx, found, range);
  const housingDays = await readHousingDays(state, found, days);
  if (housingDays.kind === "closed") {
    if (isFileRequested(ctx.url)) throw new HttpError(403, "forbidden");
  } else {
    const name = [house?.settings.name, seriesName(series)].filter(Boolean).join(" ");
    const { annotations } = housingDays;
    const file = rangeFile(ctx, {
      name,
      range,
      isSum: series.unit.sum,
      readings: housingDays,
      annotations,
    });
    if (file !== null) return file;
  }
  state.title = [seriesName(series), house?.settings.name ?? project.name];
  state.menuPath = links.houses(project.id);
  const here = house === null ? null : await readPlaceAlarms(state, [house.id]);
  return page({ ...found, ...days, housingDays, here });
}

interface HousingSeriesViewProps {
  data: HousingSeries & ShownDays & { housingDays: HousingDays; here: PlaceAlarms | null };
  state: State;
  url: URL;
}

export default define.page<typeof handler>(({ data, state, url }) => {
  const { series, house, range, occupancyPeriod, occupancyPeriods, housingDays } = data;
  const { project, today } = residenceOf(state);
  const place = { projectId: project.id, houseId: house?.id };
  const date = dayWithin(range, today, askedDate(url));
  const hrefOn = (day: IsoDate | undefined) =>
    links.housingSeries(place, series.id, periodPath(range), day);
  return (
    <>
      <SeriesTitle data={data} state={state} url={url} />
      {data.here && <PlaceNotices {...data.here} />}
      <SeriesLinks
        label="Séries des logements"
        series={offeredSeries(state, house)}
        current={series.id}
        hrefOf={(seriesId, series) => {
          const to = commonRange(range, series, date);
          const href = links.housingSeries(place, seriesId, periodPath(to));
          return withDate(href, to, { date, today });
        }}
      />
      <OccupancyPeriodLinks
        {...{ range, occupancyPeriod, occupancyPeriods, hrefOn }}
        isCompared={!isState(series)}
      />
      <DaysView data={data} state={state} url={url} hrefOn={hrefOn} />
      <RangeEnd
        annotations={housingDays.annotations}
        settings={canWriteSeries(state, "housing")
          ? links.seriesSettings(project.id, series.id)
          : null}
        state={state}
      />
    </>
  );
});

function SeriesTitle({ data, state, url }: HousingSeriesViewProps) {
  const { series, house, choices, range } = data;
  const { project } = residenceOf(state);
  return (
    <RangeTitle
      title={seriesName(series)}
      subtitle={`${project.name}, ${
        house === null ? "tous les logements ensemble" : dwellingWords(house.settings.name)
      }`}
      back={house === null
        ? undefined
        : { href: links.house(project.id, house.id), label: house.settings.name }}
      {...{ range, choices, state, url }}
    >
      {house === null && (
        <HousingViews
          {...{ state, series, range, choices }}
          date={askedDate(url)}
          view="all"
          hasGroups={data.hasGroups}
        />
      )}
      {mayDeleteReadings(state, series) && (
        <a
          class="button"
          href={links.deletedReadings(project.id, series.id, shownPeriod(state, range, house?.id))}
        >
          {PAGES.deletedReadings.title}
        </a>
      )}
    </RangeTitle>
  );
}

interface DaysViewProps extends HousingSeriesViewProps {
  hrefOn(day: IsoDate | undefined): string;
}

function DaysView({ data, state, url, hrefOn }: DaysViewProps) {
  const { series, house, choices, range, occupancyPeriod, occupancyPeriods, housingDays } = data;
  if (housingDays.kind === "closed") {
    return <EmptyState {...CLOSED_DATA[housingDays.what]} icon="sensor" />;
  }
  const { project, today } = residenceOf(state);
  const place = { projectId: project.id, houseId: house?.id };
  const on = occupancyPeriods.length > 1
    ? occupancyPeriod.from ?? occupancyPeriod.to ?? undefined
    : undefined;
  return (
    <SeriesReadings
      {...{ series, range, choices, url }}
      today={today}
      readings={housingDays}
      path={hrefOn(on)}
      hrefOf={(to) => links.housingSeries(place, series.id, periodPath(to))}
      timeZone={project.timeZone}
      {...on !== undefined && { parameters: { on } }}
    />
  );
}

/** The range, if another series supports it: some may not be seen by the hour, and a state is read by month. */
function commonRange(range: PeriodRange, to: ProjectSeries, date: IsoDate): PeriodRange {
  return range.month === undefined && !isState(to) ? range : rangeAt("daily", date);
}
