/** What the pages of series share: access, list, sheet, meters, doubts and deletions. @module */

import { MINUTE_S } from "@/lib/base/durations.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import {
  civilDateOf,
  clockTimeOf,
  epochOfClock,
  rangeBounds,
  repeatedInstant,
  utcInstant,
} from "@/lib/base/time_zones.ts";
import { type Answer as FacilitiesAnswer, FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import { readsSeriesAt } from "@/lib/facilities/pages.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { hasHouses } from "@/lib/housing/dwelling_settings.ts";
import { readDwellings } from "@/lib/housing/pages.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceOf, type ResidencePlace } from "@/lib/residences/place.ts";
import type { SeriesSource, SourceScaleDraft } from "@/lib/series/schema.ts";
import { type SeriesLine, seriesLines, seriesName } from "@/lib/series/series_names.ts";
import type { ProjectSeries, SeriesScope } from "@/lib/timeseries/schema.ts";
import { isMeasureKey } from "@/lib/timeseries/source_names.ts";
import { isBackwards } from "@/lib/ui/field_rules.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { action, deletion, save, type SentForm } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { HttpError, oneOf, type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { type Answer, SERIES_CALLS } from "./calls.ts";
import { DELETED_PERIOD_FORM, scaleForm } from "./forms.ts";
import { secondOfDay } from "./meter_rules.ts";
import type { MeterEvents, RegisterDoubts } from "./schema.ts";
import { measureText } from "./text.ts";

/** Name of the section in the page's URL. */
export const METER_SECTION = "meter";

/** The events of a series' meters, and the dwellings that may have others. */
interface Meters extends MeterEvents {
  readonly houses: readonly { readonly value: string; readonly label: string }[];
}

/** Reads the events of the meters of a series; null when it is not a register. */
async function readMeters(state: State, series: ProjectSeries): Promise<Meters | null> {
  if (series.unit.kind !== "index") return null;
  const at = { projectId: residenceOf(state).project.id };
  const [events, houses] = await Promise.all([
    state.api.read(SERIES_CALLS.listMeterEvents, { ...at, series: series.id }),
    series.scope === "housing" ? readDwellings(state) : [],
  ]);
  return { ...events, houses };
}

/** Name of the section in the URL of a page. */
export const DOUBTS_SECTION = "doubts";

/** @param series one series; all of the residence by default. @returns null from a host that judges no registers */
export async function readDoubts(state: State, series?: string): Promise<RegisterDoubts | null> {
  const { project } = residenceOf(state);
  const at = { projectId: project.id, ...series !== undefined && { series } };
  const read = await state.api.call(SERIES_CALLS.listRegisterDoubts, at);
  return read.ok ? read.answer : null;
}

/** Those of some series. */
export function doubtsOf(
  { readings, verdicts, lowRates }: RegisterDoubts,
  isShown: (seriesId: string) => boolean,
): RegisterDoubts {
  const shown = <Of extends { readonly seriesId: string }>(all: readonly Of[]) =>
    all.filter(({ seriesId }) => isShown(seriesId));
  const stored = shown(readings);
  const meterCount = new Set(stored.map(({ seriesId, houseId }) => `${seriesId} ${houseId}`)).size;
  return { meterCount, readings: stored, verdicts: shown(verdicts), lowRates: shown(lowRates) };
}

/** The forms of the section. @spec series.verdicts @param path of the page */
export function doubtForms(state: State, path: string) {
  const { call } = state.api;
  const at = { projectId: residenceOf(state).project.id };
  const next = savedPath(path, DOUBTS_SECTION);
  return {
    verdict: action(({ text, intent }) => {
      if (intent !== "real" && intent !== "error") throw new HttpError(400, "bad-request");
      const body = {
        houseId: text("houseId") || null,
        at: text("at"),
        value: Number(text("value")),
        isReal: intent === "real",
      };
      return call(SERIES_CALLS.addReadingVerdict, { ...at, series: text("series"), body });
    }, next),
    "verdict-removal": deletion(
      ({ text }) =>
        call(SERIES_CALLS.deleteReadingVerdict, {
          ...at,
          series: text("series"),
          verdictId: text("id"),
        }),
      next,
    ),
    "max-rate": action((sent) => raiseRate(state, sent), next),
  };
}

/** Sets the proposed rate of a series, and leaves its other settings. */
async function raiseRate(state: State, { text, version }: SentForm) {
  const at = { projectId: residenceOf(state).project.id };
  const { id, ...series } = oneOf(
    await state.api.read(SERIES_CALLS.listDataseries, at),
    text("series"),
  );
  const { dataUnitId, scope, renamed, importedUnit, manualIndex } = series;
  const { equipmentId, dataSourceOptions } = series;
  const body = {
    dataUnitId,
    scope,
    renamed,
    importedUnit,
    manualIndex,
    equipmentId,
    dataSourceOptions,
    maxRatePerHour: Number(text("rate")),
    version,
  };
  return await state.api.call(SERIES_CALLS.putDataseries, { ...at, series: id, body });
}

type SeriesRead = Answer<"listDataseries">[number];

/** Name of the section in the page's URL. */
export const SCALES_SECTION = "scales";

/** The forms that add or remove a version of a source. @spec collectors.scales @param path of the page */
export function scaleForms(state: State, { id, unit }: SeriesRead, path: string) {
  const { project: { id: projectId, timeZone } } = residenceOf(state);
  const at = { projectId, series: id };
  const next = savedPath(path, SCALES_SECTION);
  const sources = () => state.api.read(SERIES_CALLS.listSeriesSources, at);
  const put = async (source: string, from: string | null, own: SourceScaleDraft[]) => {
    const { scales = [] } = oneOf(
      (await sources()).map((one) => ({ ...one, id: one.source })),
      source,
    );
    const others = scales.filter((scale) => scale.from !== from);
    const body = { scales: [...others, ...own] };
    return await state.api.call(SERIES_CALLS.putSourceScales, { ...at, source, body });
  };
  return {
    scale: save(scaleForm(unit.kind === "index"), ({ source, date, time, factor, offset }) => {
      const from = date === null
        ? null
        : utcInstant(epochOfClock(date, secondOfDay(time), timeZone));
      return put(source, from, [{ from, ...factor, offset }]);
    }, {
      next: () => next,
      named: async () => ({ source: sourceChoices(await sources()) }),
    }),
    "scale-removal": action(({ text }) => put(text("source"), text("from") || null, []), next),
  };
}

/** The sources to choose from: measures of every dwelling first. */
export function sourceChoices(sources: readonly SeriesSource[]) {
  return sources.map(({ source }) => ({ value: source, label: measureText(source) }))
    .sort((a, b) => Number(isMeasureKey(b.value)) - Number(isMeasureKey(a.value)));
}

/** The residence of the list of its series, for a user who reads facilities or configures dwellings. */
function seriesReader(state: State): ResidencePlace {
  const place = residenceOf(state);
  if (readsScope(place, "facilities") || readsScope(place, "housing")) return place;
  throw new HttpError(403, "forbidden");
}

function readsScope({ roles, isAdmin, project }: ResidencePlace, scope: SeriesScope): boolean {
  if (scope === "housing") {
    return hasHouses(project.features) && (isAdmin || opensScreen("house-settings", roles));
  }
  return isAdmin || opensScreen("boiler-rooms", roles) || opensScreen("buildings", roles);
}

export function canWriteSeries(state: State, scope: SeriesScope): boolean {
  const { roles, isAdmin } = residenceOf(state);
  if (isAdmin) return true;
  return scope === "housing"
    ? opensScreen("house-settings", roles)
    : opensScreen("boiler-room-settings", roles) || opensScreen("building-settings", roles);
}

/** Refuses a user who may only read the series of a scope. */
export function onlySeriesWriters(state: State, scope: SeriesScope): void {
  if (!canWriteSeries(state, scope)) throw new HttpError(403, "forbidden");
}

/** Scopes in which a user may create series: equipment, and dwellings when the residence shows them. */
export function writtenScopes(state: State): SeriesScope[] {
  const { features } = residenceOf(state).project;
  const scopes = ["facilities", "housing"] as const;
  return scopes.filter((scope) =>
    canWriteSeries(state, scope) && (scope === "facilities" || hasHouses(features))
  );
}

/** Reads the series of the residence visible to the user, for the list and its file. */
export async function readSeriesList(state: State): Promise<SeriesLine[]> {
  const place = seriesReader(state);
  const { project } = place;
  const at = { projectId: project.id };
  const [equipments, last] = await Promise.all([
    state.api.read(FACILITIES_CALLS.listEquipments, at),
    state.api.readUnless("forbidden", FACILITIES_CALLS.getLastSensorData, at),
  ]);
  // An administrator without a role lists the series, and reads no value.
  const readings = new Map((last ?? []).map((value) => [value.seriesId, value]));
  const series = [...project.facilitiesDataseries, ...project.housesDataseries]
    .filter(({ scope }) => readsScope(place, scope));
  return seriesLines(series, distinctEquipment(equipments), (id) => readings.get(id) ?? null);
}

/** Whether the user may read the values of a series of the facilities. */
function readsFacilitySeries(
  state: State,
  { scope, equipmentId }: SeriesRead,
  equipments: FacilitiesAnswer<"listEquipments">,
): boolean {
  const equipment = equipments.find(({ id }) => id === equipmentId) ?? null;
  const parent = equipments.find(({ id }) => id === equipment?.parentId) ?? null;
  return scope === "facilities" && readsSeriesAt(state, equipment, parent);
}

export type SeriesSheet = Awaited<ReturnType<typeof readSeriesSheet>>;

/**
 * Reads a series for a user who may change it.
 *
 * @throws HttpError 404 when the residence has none with this id, 403 when the user may not change it
 */
export async function readChangedSeries(state: State, seriesId: string): Promise<SeriesRead> {
  const { project } = seriesReader(state);
  const listed = await state.api.read(SERIES_CALLS.listDataseries, { projectId: project.id });
  const series = oneOf(listed, seriesId);
  onlySeriesWriters(state, series.scope);
  return series;
}

export async function readSeriesSheet(state: State, seriesId: string) {
  const series = await readChangedSeries(state, seriesId);
  const at = { projectId: residenceOf(state).project.id };
  const [sources, equipments, meters, doubts, annotations, houses] = await Promise.all([
    state.api.read(SERIES_CALLS.listSeriesSources, { ...at, series: seriesId }),
    state.api.read(FACILITIES_CALLS.listEquipments, at),
    readMeters(state, series),
    series.unit.kind === "index" ? readDoubts(state, seriesId) : null,
    state.api.read(FACILITIES_CALLS.listAnnotations, { ...at, annotatedId: seriesId }),
    series.scope === "housing" ? state.api.read(HOUSING_CALLS.listHouses, at) : null,
  ]);
  return {
    series,
    isReadable: readsFacilitySeries(state, series, equipments),
    sources,
    /** Names of the dwellings by id; null for a series without dwellings. */
    houses: houses && new Map(houses.map(({ id, settings }) => [id, settings.name])),
    equipments,
    meters,
    doubts,
    annotations,
  };
}

/** Name of the section with past deletions in the page's URL. */
export const DELETIONS_SECTION = "deletions";

/** Whether a user may delete readings of a series: its settings are theirs, or they type its indexes. */
export function mayDeleteReadings(
  state: State,
  { scope, manualIndex }: Pick<ProjectSeries, "scope" | "manualIndex">,
): boolean {
  return canWriteSeries(state, scope) ||
    manualIndex && residenceOf(state).roles.has("collect:config:manualindex:write");
}

/** The period of a page of readings, from which the deletion starts. */
export function shownPeriod(state: State, range: PeriodRange, houseId?: string) {
  const { from, to } = rangeBounds(range, residenceOf(state).project.timeZone);
  return {
    from: utcInstant(from / 1_000),
    to: utcInstant(to / 1_000 - 1),
    houseId: houseId ?? null,
  };
}

/** A period chosen in the URL, both ends included, and the dwelling. */
export interface DeletedPeriod {
  readonly houseId: string | null;
  readonly from: string;
  readonly to: string;
}

/** The series of a page about its readings: a facility's or the dwellings'. */
function seriesOfPage({ state, params }: PageContext): ProjectSeries {
  const { project } = residenceOf(state);
  return oneOf([...project.facilitiesDataseries, ...project.housesDataseries], params.seriesId);
}

function periodOf({ searchParams }: URL): DeletedPeriod | null {
  const [from, to] = [searchParams.get("from"), searchParams.get("to")];
  return from && to ? { from, to, houseId: searchParams.get("houseId") || null } : null;
}

export async function readDeletionPage(ctx: PageContext, _: ShownForm | null) {
  const { state, url } = ctx;
  const series = seriesOfPage(ctx);
  state.title = [PAGES.deletedReadings.title, seriesName(series)];
  const at = { projectId: residenceOf(state).project.id, series: series.id };
  const period = periodOf(url);
  const isHousing = series.scope === "housing";
  // Without a dwelling there is nothing to show yet.
  const requested = isHousing && period?.houseId === null ? null : period;
  const [deletions, houses, preview] = await Promise.all([
    state.api.read(SERIES_CALLS.listReadingsDeletions, at),
    isHousing ? readDwellings(state) : [],
    requested === null ? null : state.api.call(SERIES_CALLS.getReadingsToDelete, {
      ...at,
      from: requested.from,
      to: requested.to,
      ...requested.houseId !== null && { houseId: requested.houseId },
    }),
  ]);
  const found = preview === null
    ? null
    : preview.ok
    ? preview.answer
    : { failure: errorText(preview.code) };
  return { series, houses, deletions, period, found, initial: initialOf(ctx, period) };
}

/** The fields of the period in the URL, else the whole of the current day. */
function initialOf({ state, url }: PageContext, period: DeletedPeriod | null) {
  const { timeZone } = residenceOf(state).project;
  const today = todayOf(state);
  const houseId = url.searchParams.get("houseId") ?? "";
  if (period === null) {
    return { houseId, from: today, fromTime: "00:00", to: today, toTime: "23:59" };
  }
  const [from, to] = [Date.parse(period.from), Date.parse(period.to)];
  if (Number.isNaN(from) || Number.isNaN(to)) return { houseId };
  return {
    houseId,
    from: civilDateOf(from, timeZone),
    fromTime: clockTimeOf(from, timeZone),
    to: civilDateOf(to, timeZone),
    toTime: clockTimeOf(to, timeZone),
  };
}

interface TypedPeriod {
  readonly houseId: string | null;
  readonly from: string;
  readonly fromTime: string;
  readonly to: string;
  readonly toTime: string;
}

/** The instants of a typed period, from the first of a repeated hour to the last second of the last minute. */
function periodTyped({ houseId, ...typed }: TypedPeriod, timeZone: string): DeletedPeriod {
  const from = epochOfClock(typed.from, secondOfDay(typed.fromTime), timeZone);
  const last = epochOfClock(typed.to, secondOfDay(typed.toTime), timeZone);
  const to = (repeatedInstant(typed.to, last, timeZone) ?? last) + MINUTE_S - 1;
  return { houseId, from: utcInstant(from), to: utcInstant(to) };
}

export function deletionForms(ctx: PageContext) {
  const { state, url, params } = ctx;
  const { project } = residenceOf(state);
  const series = seriesOfPage(ctx);
  const { call } = state.api;
  const at = { projectId: project.id, series: params.seriesId ?? "" };
  const path = links.deletedReadings(project.id, series.id);
  const next = savedPath(path, DELETIONS_SECTION);
  return {
    period: save(
      DELETED_PERIOD_FORM,
      (body) => Promise.resolve({ ok: true as const, answer: periodTyped(body, project.timeZone) }),
      {
        next: (period) => links.deletedReadings(project.id, series.id, period),
        named: async () => ({
          houseId: series.scope === "housing" ? await readDwellings(state) : [],
        }),
        check: ({ from, to, houseId }) => ({
          ...isBackwards(from, to) && { to: { code: "date-order" as const } },
          ...series.scope === "housing" && !houseId && { houseId: { code: "required" as const } },
        }),
      },
    ),
    deletion: deletion(({ version }) => {
      const period = periodOf(url);
      if (period === null) throw new HttpError(400, "bad-request");
      return call(SERIES_CALLS.deleteReadings, { ...at, body: { ...period, version } });
    }, next),
    restore: deletion(
      ({ text }) => call(SERIES_CALLS.restoreReadings, { ...at, deletionId: text("deletionId") }),
      next,
    ),
  };
}
