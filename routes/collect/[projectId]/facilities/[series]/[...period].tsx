import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { type BackLink, PageTitle } from "@/components/page/Page.tsx";
import { PeriodNavigator } from "@/components/periods/PeriodNavigator.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import type { Equipment } from "@/lib/domain/facilities/types.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { periodPath } from "@/lib/domain/periods/segments.ts";
import type { Annotation } from "@/lib/domain/series/types.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links, windowTitle } from "@/lib/links/links.ts";
import { readPlaceAlarms } from "@/lib/pages/alarms/place_alarms.ts";
import {
  type FacilitySeries,
  facilitySeriesOf,
  readFacilityIntervals,
  readFacilityYears,
} from "@/lib/pages/facilities/facility_series.ts";
import { showInMenu } from "@/lib/pages/projects/residence_page.ts";
import { rangeFile, type RangeReadings } from "@/lib/pages/series/range_file.ts";
import { canWriteSeries } from "@/lib/pages/series/series_list_page.ts";
import { readableYears } from "@/lib/pages/series/readable_years.ts";
import { openedRange } from "@/lib/pages/series/series_page.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import {
  define,
  page,
  type PageContext,
  residenceOf,
  type State,
  todayOf,
} from "@/lib/web/state.ts";
import { RangeEnd } from "@/routes/collect/[projectId]/(_components)/RangeFrame.tsx";
import { RangeView } from "@/routes/collect/[projectId]/(_components)/RangeView.tsx";
import { StateIntervalsView } from "@/routes/collect/[projectId]/(_components)/StateIntervalsView.tsx";

/** Data of a series over a range, with the annotations of its days. */
interface PageData {
  readonly readings: RangeReadings;
  readonly annotations: readonly Annotation[];
}

export const handler = define.handlers({
  async GET(ctx) {
    const found = await facilitySeriesOf(ctx);
    const { series, place, choices } = found;
    const range = openedRange(ctx, choices);
    if (range instanceof Response) return range;
    const read = await readPageData(ctx, found, range);
    const file = rangeFile(ctx, {
      ...read,
      name: seriesName(series),
      range,
      isSum: series.unit.sum,
    });
    if (file !== null) return file;
    ctx.state.title = windowTitle(seriesName(series), place?.settings.name);
    standUnder(ctx.state, place);
    const here = await readPlaceAlarms(ctx.state, [series.id], [series.equipmentId, place?.id]);
    keepPage(ctx, FRESH_DATA_SECONDS, here.nextMuteMs);
    return page({ ...found, ...read, range, here });
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { series, place, choices, range, readings, annotations, here } = data;
  const { project } = residenceOf(state);
  const name = seriesName(series);
  const hrefOf = (to: PeriodRange) => links.facilitySeries(project.id, series.id, periodPath(to));
  const path = hrefOf(range);
  const today = todayOf(state);
  const table = readTableState(url.searchParams);
  const settings = canWriteSeries(state, series.scope)
    ? links.seriesSettings(project.id, series.id)
    : null;
  return (
    <>
      <PageTitle
        title={name}
        subtitle={project.name}
        back={backOf(project, place)}
        navigator={<PeriodNavigator range={range} path={path} choices={choices} today={today} />}
      >
        {settings !== null && <a class="button" href={settings}>Réglages</a>}
      </PageTitle>
      <PlaceNotices {...here} />
      {readings.kind === "intervals"
        ? (
          <StateIntervalsView
            {...{ name, range, path, table }}
            intervals={readings.intervals}
            timeZone={project.timeZone}
          />
        )
        : (
          <RangeView
            name={name}
            isSum={series.unit.sum}
            {...{ choices, path, hrefOf, table }}
            years={readableYears(readings.years, series.dataUnitId)}
          />
        )}
      <RangeEnd {...{ annotations, settings, state }} />
    </>
  );
});

async function readPageData(
  { state }: PageContext,
  { series }: FacilitySeries,
  range: PeriodRange,
): Promise<PageData> {
  if (series.unit.kind !== "state") {
    const { years, annotations } = await readFacilityYears(state, series, range);
    return { readings: { kind: "figures", years }, annotations };
  }
  const { intervals, annotations } = await readFacilityIntervals(state, series, range);
  return { readings: { kind: "intervals", intervals }, annotations };
}

/** Selects the boiler room of the series in the menu. */
function standUnder(state: State, place: Equipment | null): void {
  if (place?.kind !== "boilerroom" || !state.place) return;
  showInMenu(state, { id: place.id, name: place.settings.name });
  state.place.menuPath = links.boilerRoom(residenceOf(state).project.id, place.id);
}

function backOf(project: { id: string; name: string }, place: Equipment | null): BackLink {
  if (place === null) return { href: links.residence(project.id), label: project.name };
  const label = place.settings.name;
  return place.kind === "building"
    ? { href: links.building(project.id, place.id), label }
    : { href: links.boilerRoom(project.id, place.id), label };
}
