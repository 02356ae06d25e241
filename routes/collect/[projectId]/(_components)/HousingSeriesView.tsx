import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { SeriesLinks } from "@/components/housing/SeriesLinks.tsx";
import { OccupancyPeriodLinks } from "@/components/housing/OccupancyPeriodLinks.tsx";
import { type BackLink, EmptyState, PageTitle } from "@/components/page/Page.tsx";
import { PeriodNavigator } from "@/components/periods/PeriodNavigator.tsx";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { periodPath } from "@/lib/domain/periods/segments.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import type { PlaceAlarms } from "@/lib/pages/alarms/place_alarms.ts";
import type { HousingDays } from "@/lib/pages/housing/housing_days.ts";
import {
  type HousingSeries,
  isState,
  offeredSeries,
  type ShownDays,
} from "@/lib/pages/housing/housing_series.ts";
import { readableYears } from "@/lib/pages/series/readable_years.ts";
import { canWriteSeries } from "@/lib/pages/series/series_list_page.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { CLOSED_DATA } from "@/lib/text/housing/occupancies.ts";
import { residenceOf, type State, todayOf } from "@/lib/web/state.ts";
import { HousingViews } from "./HousingViews.tsx";
import { RangeEnd } from "./RangeFrame.tsx";
import { RangeView } from "./RangeView.tsx";
import { StateIntervalsView } from "./StateIntervalsView.tsx";

interface HousingSeriesViewProps {
  data: HousingSeries & ShownDays & { housingDays: HousingDays; here: PlaceAlarms | null };
  state: State;
  url: URL;
}

export function HousingSeriesView({ data, state, url }: HousingSeriesViewProps) {
  const { series, house, range, occupancyPeriod, occupancyPeriods, housingDays } = data;
  const { project } = residenceOf(state);
  const place = { projectId: project.id, houseId: house?.id };
  const hrefOn = (day: IsoDate | undefined) =>
    links.housingSeries(place, series.id, periodPath(range), day);
  return (
    <>
      <SeriesTitle data={data} state={state} />
      {data.here && <PlaceNotices {...data.here} />}
      <SeriesLinks
        label="Séries des logements"
        series={offeredSeries(state, house)}
        current={series.id}
        hrefOf={(seriesId, to) => links.housingSeries(place, seriesId, commonPeriod(range, to))}
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
}

function SeriesTitle({ data, state }: Omit<HousingSeriesViewProps, "url">) {
  const { series, house, choices, range } = data;
  const { project } = residenceOf(state);
  const back: BackLink = house === null
    ? { href: links.houses(project.id), label: PAGE_NAMES.houses }
    : { href: links.house(project.id, house.id), label: house.settings.name };
  const place = { projectId: project.id, houseId: house?.id };
  return (
    <PageTitle
      title={seriesName(series)}
      subtitle={`${project.name}, ${
        house === null ? "tous les logements ensemble" : `logement ${house.settings.name}`
      }`}
      back={back}
      navigator={
        <PeriodNavigator
          range={range}
          path={links.housingSeries(place, series.id, periodPath(range))}
          choices={choices}
          today={todayOf(state)}
        />
      }
    >
      {house === null && (
        <HousingViews
          {...{ state, series, range, choices }}
          view="all"
          hasGroups={data.hasGroups}
        />
      )}
    </PageTitle>
  );
}

interface DaysViewProps extends HousingSeriesViewProps {
  hrefOn(day: IsoDate | undefined): string;
}

/** Data of the selected days: figures, the intervals of a state, or why there are none. */
function DaysView({ data, state, url, hrefOn }: DaysViewProps) {
  const { series, house, choices, range, occupancyPeriod, occupancyPeriods, housingDays } = data;
  if (housingDays.kind === "closed") {
    return (
      <EmptyState title={CLOSED_DATA[housingDays.what].title} icon="sensor">
        <p>{CLOSED_DATA[housingDays.what].reason}</p>
      </EmptyState>
    );
  }
  const { project } = residenceOf(state);
  const place = { projectId: project.id, houseId: house?.id };
  const on = occupancyPeriods.length > 1
    ? occupancyPeriod.from ?? occupancyPeriod.to ?? undefined
    : undefined;
  const shown = {
    name: seriesName(series),
    path: hrefOn(on),
    table: readTableState(url.searchParams),
  };
  if (housingDays.kind === "intervals") {
    return (
      <StateIntervalsView
        {...shown}
        range={range}
        intervals={housingDays.intervals}
        timeZone={project.timeZone}
      />
    );
  }
  return (
    <RangeView
      {...shown}
      choices={choices}
      hrefOf={(to) => links.housingSeries(place, series.id, periodPath(to))}
      isSum={series.unit.sum}
      years={readableYears(housingDays.years, series.dataUnitId)}
      {...on !== undefined && { kept: { on } }}
    />
  );
}

/** The range, if another series supports it: some may not be seen by the hour, and a state is read by month. */
function commonPeriod(range: PeriodRange, to: ProjectSeries): string | undefined {
  const { year, month } = range;
  if (month === undefined) return isState(to) ? undefined : periodPath(range);
  return periodPath({ type: "daily", year, month });
}
