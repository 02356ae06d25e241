import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { type BackLink, PageTitle } from "@/components/page/Page.tsx";
import { PeriodNavigator } from "@/components/periods/PeriodNavigator.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import type { Equipment } from "@/lib/domain/facilities/types.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { periodPath, rangeSegment } from "@/lib/domain/periods/segments.ts";
import type { PeriodChoices } from "@/lib/domain/periods/switch.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { annotatedRows } from "@/lib/domain/series/range_rows.ts";
import type { Annotation } from "@/lib/domain/series/types.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { askedDate } from "@/lib/links/looked_at.ts";
import { readPlaceAlarms } from "@/lib/pages/alarms/place_alarms.ts";
import { showInMenu } from "@/lib/pages/projects/residence_page.ts";
import { readAnnotationsOf } from "@/lib/pages/series/annotations.ts";
import { mayDeleteReadings, shownPeriod } from "@/lib/pages/series/deletion_page.ts";
import { rangeFile, type RangeReadings } from "@/lib/pages/series/range_file.ts";
import { canWriteSeries } from "@/lib/pages/series/series_list_page.ts";
import { HOURLY, MONTH_ONLY, openedRange, readTwoYears } from "@/lib/pages/series/series_page.ts";
import { readIntervals } from "@/lib/pages/series/state_pages.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import { define, oneOf, page, type PageContext, residenceOf, type State } from "@/lib/web/state.ts";
import { RangeEnd } from "@/routes/collect/[projectId]/(_components)/RangeFrame.tsx";
import { SeriesReadings } from "@/routes/collect/[projectId]/(_components)/SeriesReadings.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const found = await facilitySeriesOf(ctx);
    const { series, place, choices } = found;
    const range = openedRange(ctx, choices);
    if (range instanceof Response) return range;
    const readRange = series.unit.kind === "state" ? readFacilityIntervals : readFacilityYears;
    const read = await readRange(ctx.state, series, range);
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
  const { project, today } = residenceOf(state);
  const hrefOf = (to: PeriodRange) => links.facilitySeries(project.id, series.id, periodPath(to));
  const path = hrefOf(range);
  const settings = canWriteSeries(state, series.scope)
    ? links.seriesSettings(project.id, series.id)
    : null;
  return (
    <>
      <PageTitle
        title={seriesName(series)}
        subtitle={project.name}
        back={backOf(project, place)}
        navigator={<PeriodNavigator {...{ range, path, choices, today }} date={askedDate(url)} />}
      >
        {settings !== null && <a class="button" href={settings}>Réglages</a>}
        {mayDeleteReadings(state, series) && (
          <a
            class="button"
            href={links.deletedReadings(project.id, series.id, shownPeriod(state, range))}
          >
            {PAGE_NAMES.deletedReadings}
          </a>
        )}
      </PageTitle>
      <PlaceNotices {...here} />
      <SeriesReadings
        {...{ series, range, today, readings, choices, path, hrefOf, url }}
        timeZone={project.timeZone}
      />
      <RangeEnd {...{ annotations, settings, state }} />
    </>
  );
});

interface PageData {
  readonly readings: RangeReadings;
  readonly annotations: readonly Annotation[];
}

function standUnder(state: State, place: Equipment | null): void {
  if (place?.kind !== "boilerroom" || !state.place) return;
  showInMenu(state, { id: place.id, name: place.settings.name });
  state.menuPath = links.boilerRoom(residenceOf(state).project.id, place.id);
}

function backOf(project: { id: string; name: string }, place: Equipment | null): BackLink {
  if (place === null) return { href: links.residence(project.id), label: project.name };
  const label = place.settings.name;
  return place.kind === "building"
    ? { href: links.building(project.id, place.id), label }
    : { href: links.boilerRoom(project.id, place.id), label };
}

/** The facility series in a page's URL. @throws HttpError 404 when the residence has none with that id */
async function facilitySeriesOf({ state, params }: PageContext) {
  const { project } = residenceOf(state);
  const series = oneOf(project.facilitiesDataseries, params.series);
  const equipments = await state.api.read("listEquipments", { projectId: project.id });
  // A state has no yearly figure: its changes are read month by month.
  const choices: PeriodChoices = series.unit.kind === "state"
    ? MONTH_ONLY
    : { ...HOURLY, isFiveMinuteAllowed: project.features.facilityFiveMin };
  /** `place` is null for a series of the whole residence. */
  return { series, place: placeOf(equipments, series.equipmentId), choices };
}

/** Figures of a series over a range, with the year before, and the annotations and marks of each line. */
async function readFacilityYears(
  state: State,
  series: ProjectSeries,
  range: PeriodRange,
): Promise<PageData> {
  const projectId = residenceOf(state).project.id;
  const { read } = state.api;
  const query = { projectId, series: series.id };
  const [years, annotations] = await Promise.all([
    readTwoYears(state, range, (segment) => read("getFacilityRangeData", { ...query, segment })),
    readAnnotationsOf(state.api, { projectId, annotatedId: series.id }, range),
  ]);
  const rows = annotatedRows(years.rows, annotations);
  return { readings: { kind: "figures", years: { ...years, rows } }, annotations };
}

async function readFacilityIntervals(
  state: State,
  { id }: ProjectSeries,
  range: PeriodRange,
): Promise<PageData> {
  const projectId = residenceOf(state).project.id;
  const [intervals, annotations] = await Promise.all([
    readIntervals(state, { projectId, series: id }, [rangeSegment(range)]),
    readAnnotationsOf(state.api, { projectId, annotatedId: id }, range),
  ]);
  return { readings: { kind: "intervals", intervals }, annotations };
}

function placeOf(equipments: readonly Equipment[], id: string | null): Equipment | null {
  const found = equipments.find((one) => one.id === id);
  if (found === undefined) return null;
  return found.parentId === null ? found : placeOf(equipments, found.parentId);
}
