import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { PROFILE_TABLE, WeekProfileFigure } from "@/components/series/WeekProfileFigure.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import { readPlaceAlarms } from "@/lib/alarms/pages.ts";
import { isoMonth } from "@/lib/base/civil_dates.ts";
import { periodPath, rangeSegment } from "@/lib/base/period_paths.ts";
import type { PeriodChoices } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { rangeLabel } from "@/lib/base/text_periods.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { readAnnotationsOf, readIntervals } from "@/lib/facilities/pages.ts";
import type { Equipment } from "@/lib/facilities/schema.ts";
import { canWriteSeries, mayDeleteReadings, shownPeriod } from "@/lib/ingest/series_pages.ts";
import { showInMenu } from "@/lib/residences/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import {
  HOURLY,
  MONTH_ONLY,
  openedRange,
  rangeFile,
  type RangeReadings,
  readTwoYears,
} from "@/lib/series/pages.ts";
import { annotatedRows } from "@/lib/series/range_rows.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { type WeekProfile, weekProfile } from "@/lib/series/week_profile.ts";
import { profileCsv, profileHours } from "@/lib/series/text.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, oneOf, page, type PageContext, type State } from "@/lib/web/state.ts";
import {
  RangeEnd,
  SeriesReadings,
} from "@/routes/collect/[projectId]/(_components)/RangeParts.tsx";

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
    const profile = await readProfile(ctx.state, series, range);
    const profileFile = profile && tableFile(ctx.url, {
      table: PROFILE_TABLE,
      fileName: `${seriesName(series)} semaine type ${rangeSegment(range)}.csv`,
      columns: profileCsv(series.unit.unit),
      rows: profileHours(profile),
    });
    if (profileFile) return profileFile;
    ctx.state.title = [seriesName(series), place?.settings.name];
    standUnder(ctx.state, place);
    const here = await readPlaceAlarms(ctx.state, [series.id], [series.equipmentId, place?.id]);
    return page({ ...found, ...read, range, here, profile });
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { series, place, choices, range, readings, annotations, here, profile } = data;
  const { project, today } = residenceOf(state);
  const hrefOf = (to: PeriodRange) => links.facilitySeries(project.id, series.id, periodPath(to));
  const path = hrefOf(range);
  const settings = canWriteSeries(state, series.scope)
    ? links.seriesSettings(project.id, series.id)
    : null;
  return (
    <>
      <RangeTitle
        title={seriesName(series)}
        subtitle={project.name}
        back={place?.kind === "building"
          ? { href: links.building(project.id, place.id), label: place.settings.name }
          : undefined}
        {...{ range, choices, state, url }}
      >
        {settings !== null && <a class="button" href={settings}>Réglages</a>}
        {mayDeleteReadings(state, series) && (
          <a
            class="button"
            href={links.deletedReadings(project.id, series.id, shownPeriod(state, range))}
          >
            {PAGES.deletedReadings.title}
          </a>
        )}
      </RangeTitle>
      <PlaceNotices {...here} />
      <SeriesReadings
        {...{ series, range, today, readings, choices, path, hrefOf, url }}
        timeZone={project.timeZone}
      />
      {profile && (
        <WeekProfileFigure {...{ profile, series }} period={rangeLabel(range)} page={url} />
      )}
      <RangeEnd {...{ annotations, settings, state }} />
    </>
  );
});

/** The week of a month; null over another period, and for a state. */
async function readProfile(
  state: State,
  { id, unit }: ProjectSeries,
  { type, year, month }: PeriodRange,
): Promise<WeekProfile | null> {
  if (type !== "daily" || month === undefined || unit.kind === "state") return null;
  const { project, today } = residenceOf(state);
  const hours = await state.api.call(FACILITIES_CALLS.getFacilityHourlyMonth, {
    projectId: project.id,
    series: id,
    month: isoMonth(year, month),
  });
  return hours.ok ? weekProfile(hours.answer.slots, today) : null;
}

interface PageData {
  readonly readings: RangeReadings;
  readonly annotations: readonly Annotation[];
}

function standUnder(state: State, place: Equipment | null): void {
  if (place?.kind !== "boilerroom" || !state.place) return;
  showInMenu(state, { id: place.id, name: place.settings.name });
  state.menuPath = links.boilerRoom(residenceOf(state).project.id, place.id);
}

/** The facility series in a page's URL. @throws HttpError 404 when the residence has none with that id */
async function facilitySeriesOf({ state, params }: PageContext) {
  const { project } = residenceOf(state);
  const series = oneOf(project.facilitiesDataseries, params.series);
  const equipments = await state.api.read(FACILITIES_CALLS.listEquipments, {
    projectId: project.id,
  });
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
    readTwoYears(
      state,
      range,
      (segment) => read(FACILITIES_CALLS.getFacilityRangeData, { ...query, segment }),
    ),
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
