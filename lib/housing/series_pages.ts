/** Reads the series of dwellings over days and years for their pages. @module */

import { addDays, isIsoDate } from "@/lib/base/civil_dates.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import type { PeriodChoices } from "@/lib/base/period_selector.ts";
import { yearBefore } from "@/lib/base/period_steps.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilBounds, civilDays, slotsOf } from "@/lib/base/slots.ts";
import { readAnnotationsOf } from "@/lib/facilities/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { covers, isWithin, type OccupancyPeriod } from "@/lib/series/day_spans.ts";
import {
  intervalsOf,
  MONTH_ONLY,
  type RangeReadings,
  sideBySide,
  type TimeContext,
  type TwoYears,
} from "@/lib/series/pages.ts";
import { annotatedRows } from "@/lib/series/range_rows.ts";
import { allowedResolution, reaches } from "@/lib/series/resolution.ts";
import type { Annotation, RangeData } from "@/lib/series/schema.ts";
import { CURRENT_FOR_S } from "@/lib/timeseries/rhythm.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { answerOrThrow } from "@/lib/web/errors.ts";
import { HttpError, oneOf, type PageContext, type State } from "@/lib/web/state.ts";
import { HOUSING_CALLS } from "./calls.ts";
import { hasAnonymousGroups } from "./dwelling_settings.ts";
import { occupancyPeriodOf, occupancyPeriodsOver } from "./occupancy.ts";
import { houseReader } from "./pages.ts";
import type { House, HouseSensorValue, OccupancySpan } from "./schema.ts";
import type { CLOSED_DATA } from "./text.ts";
import { houseVisibility } from "./visibility.ts";

export interface OccupiedRange {
  readonly range: PeriodRange;
  readonly occupancyPeriod: OccupancyPeriod;
}

/**
 * Reads the days of one occupancy in a range, with those of a year before that belong to it too.
 *
 * @spec housing.one-occupancy
 * @param read returns null for data finer than the user may see
 * @returns null when the range is finer
 */
export async function readOccupiedYears(
  state: TimeContext,
  { range, occupancyPeriod }: OccupiedRange,
  read: (range: PeriodRange) => Promise<RangeData | null>,
): Promise<TwoYears | null> {
  const earlierRange = yearBefore(range);
  const before = earlierRange !== null && isShared(occupancyPeriod, earlierRange)
    ? earlierRange
    : null;
  const [data, earlier] = await Promise.all([read(range), before && read(before)]);
  if (data === null) return null;
  const whole = before && earlier && wholeSlots(earlier, { range: before, occupancyPeriod });
  // A slot in which an occupant arrived or left is partial: it is not compared.
  const compared = whole && wholeSlots(whole, { range, occupancyPeriod });
  return sideBySide(state, range, { data, before: compared && before, earlier: compared });
}

function isShared({ from, to }: OccupancyPeriod, range: PeriodRange): boolean {
  const days = civilDays(range);
  return (from === null || from <= days.to) && (to === null || days.from <= to);
}

/** Empties the slots cut by the ends of the occupancy: a part of a month is not compared with a whole one. */
export function wholeSlots(data: RangeData, { range, occupancyPeriod }: OccupiedRange): RangeData {
  if (allowedResolution(range.type) !== "day") return data;
  const bounds = slotsOf(range);
  const slots = data.slots.map((slot, position) => {
    const { from, to } = bounds[position] ?? civilBounds(range);
    return covers(occupancyPeriod, { from, to: addDays(to, -1) }) ? slot : { ...slot, value: null };
  });
  return { ...data, slots };
}

export interface HousingSeries {
  readonly series: ProjectSeries;
  /** null for all together. */
  readonly house: House | null;
  /** Periods as fine as the user may see. */
  readonly choices: PeriodChoices;
  /** The days of the dwelling's occupancies. */
  readonly spans: readonly OccupancySpan[];
  /** True when the user may see all dwellings by anonymous group. */
  readonly hasGroups: boolean;
}

/** The selected days of a range: those of one of its occupancies. */
export interface ShownDays {
  readonly range: PeriodRange;
  readonly occupancyPeriod: OccupancyPeriod;
  /** Occupancies of the range that have begun; more than one when the occupant changed. */
  readonly occupancyPeriods: readonly OccupancyPeriod[];
}

/**
 * The series of dwellings that the user may see, of all dwellings or of one: states are only of one, since they cannot
 * be aggregated.
 *
 * @param house null for all together
 */
export function offeredSeries(state: State, house: House | null): ProjectSeries[] {
  const { housesDataseries } = residenceOf(state).project;
  return housesDataseries
    .filter((series) =>
      house === null ? !isState(series) : houseChoices(state, { series, house }) !== null
    );
}

export function isState({ unit }: ProjectSeries): boolean {
  return unit.kind === "state";
}

/**
 * The series in a page's URL, with its dwelling if any.
 *
 * @throws HttpError 403 without a role for it, or for a dwelling whose detail is hidden; 404 when it does not exist
 */
export async function housingSeriesOf({ state, params }: PageContext): Promise<HousingSeries> {
  const { project } = houseReader(state);
  const { houseId } = params;
  const series = project.housesDataseries.find(({ id }) => id === params.houseSeries);
  if (series === undefined || (houseId === undefined && isState(series))) {
    throw new HttpError(404, "not-found");
  }
  const houses = await state.api.read(HOUSING_CALLS.listHouses, { projectId: project.id });
  if (houseId === undefined) {
    const choices = togetherChoices(state, { series, houses });
    return { series, house: null, choices, spans: [], hasGroups: hasGroups(state, houses) };
  }
  const house = oneOf(houses, houseId);
  if (houseChoices(state, { series, house }) === null) throw new HttpError(403, "forbidden");
  const at = { projectId: project.id, houseId };
  const spans = await state.api.read(HOUSING_CALLS.listOccupancySpans, at);
  const isFineAgreed = spans.length === 0 || spans.some(({ fineFrom }) => fineFrom !== null);
  const choices = isState(series)
    ? MONTH_ONLY
    : houseChoices(state, { series, house, isFineAgreed }) ?? {};
  return { series, house, choices, spans, hasGroups: false };
}

function hasGroups(state: State, houses: readonly House[]): boolean {
  return readsGroups(state) && houses.some(({ settings }) => settings.anonymousGroupId !== null);
}

/** True when the user may see figures by anonymous group, and the residence has groups. */
export function readsGroups(state: State): boolean {
  const { project: { features }, roles } = residenceOf(state);
  return hasAnonymousGroups(features) && roles.has("collect:anondetail:daily");
}

/**
 * The selected days of a page or a file of a range: the occupancy of the day in its URL, else the last one.
 *
 * @spec housing.one-occupancy
 */
export function shownDays(
  { state, url }: Pick<PageContext, "state" | "url">,
  { spans }: HousingSeries,
  range: PeriodRange,
): ShownDays {
  const { from, to } = civilDays(range);
  const { today } = residenceOf(state);
  const begun = today < to ? today : to;
  const last = begun < from ? from : begun;
  const occupancyPeriods = occupancyPeriodsOver(spans, { from, to: last });
  const on = url.searchParams.get("on") ?? "";
  const named = occupancyPeriods.find((one) => isIsoDate(on) && isWithin(one, on));
  return { range, occupancyPeriods, occupancyPeriod: named ?? occupancyPeriodOf(spans, last) };
}

/** The periods over which the user may see a series in one dwelling; null when its detail is hidden from them. */
function houseChoices(
  state: State,
  { series, house, isFineAgreed = true }: {
    series: ProjectSeries;
    house: House;
    isFineAgreed?: boolean;
  },
): PeriodChoices | null {
  const { alone } = visibilityOf(state, { series, house, isFineAgreed });
  if (alone === null) return null;
  // A state reveals presence: it is read in full detail or not at all, and month by month.
  if (isState(series)) return reaches(alone, "five-minutes") ? MONTH_ONLY : null;
  return {
    isHourlyAllowed: reaches(alone, "hour"),
    isFiveMinuteAllowed: reaches(alone, "five-minutes"),
  };
}

function togetherChoices(
  state: State,
  { series, houses }: { series: ProjectSeries; houses: readonly House[] },
): PeriodChoices {
  // Consents are checked when a day is requested.
  const seen = houses.map((house) =>
    visibilityOf(state, { series, house, isFineAgreed: true }).together
  );
  return {
    isHourlyAllowed: seen.some((together) => reaches(together, "hour")),
    isFiveMinuteAllowed: seen.some((together) => reaches(together, "five-minutes")),
  };
}

function visibilityOf(
  state: State,
  { series: { dataUnitId }, house: { settings }, isFineAgreed }: {
    series: ProjectSeries;
    house: House;
    isFineAgreed: boolean;
  },
) {
  const { project: { features }, roles } = residenceOf(state);
  return houseVisibility({ features, choices: settings, dataUnitId, roles, isFineAgreed });
}

export type RangeReader = (segment: string) => Promise<RangeData>;

/** Reads a series today, for all dwellings together or for one, of its current occupancy only. */
export function rangeReader(
  state: State,
  { series, house }: Pick<HousingSeries, "series" | "house">,
): RangeReader {
  const { read } = state.api;
  const { project, today: on } = residenceOf(state);
  const query = { projectId: project.id, series: series.id };
  return (segment) =>
    house === null
      ? read(HOUSING_CALLS.getSeriesRangeData, { ...query, segment })
      : read(HOUSING_CALLS.getHouseRangeData, { ...query, houseId: house.id, segment, on });
}

/**
 * Reads the selected days of a series with those of a year before, if they are of the same occupancy.
 *
 * @returns null when they are finer than those concerned have agreed to
 */
function readHousingYears(
  state: State,
  found: HousingSeries,
  { range, occupancyPeriod }: ShownDays,
): Promise<TwoYears | null> {
  return readOccupiedYears(
    state,
    { range, occupancyPeriod },
    (one) => readOccupied(state, found, { range: one, occupancyPeriod }),
  );
}

async function readOccupied(
  state: State,
  { series, house }: HousingSeries,
  { range, occupancyPeriod }: OccupiedRange,
): Promise<RangeData | null> {
  const { call } = state.api;
  const segment = rangeSegment(range);
  const at = { projectId: residenceOf(state).project.id, series: series.id, segment };
  const on = occupancyPeriod.from ?? occupancyPeriod.to ?? undefined;
  const result = house === null
    ? await call(HOUSING_CALLS.getSeriesRangeData, at)
    : await call(HOUSING_CALLS.getHouseRangeData, { ...at, houseId: house.id, on });
  // The roles were checked before: this refusal comes from the consents of the occupants of that day.
  const isUnagreed = !result.ok && result.code === "forbidden" &&
    allowedResolution(range.type) !== "day";
  return isUnagreed ? null : answerOrThrow(result);
}

/** Figures with those of a year before, the intervals of a state, or data finer than agreed to. */
type Readings =
  | RangeReadings
  | { readonly kind: "closed"; readonly what: keyof typeof CLOSED_DATA };

/** Data of the selected days, with annotations. */
export type HousingDays = Readings & { readonly annotations: readonly Annotation[] };

/** Reads a series of the dwellings over the selected days. @spec housing.states */
export async function readHousingDays(
  state: State,
  found: HousingSeries,
  days: ShownDays,
): Promise<HousingDays> {
  const at = { projectId: residenceOf(state).project.id, annotatedId: found.series.id };
  const [readings, annotations] = await Promise.all([
    isState(found.series) ? readIntervalsIn(state, found, days) : readFigures(state, found, days),
    readAnnotationsOf(state.api, at, days.range),
  ]);
  if (readings.kind !== "figures") return { ...readings, annotations };
  const rows = annotatedRows(readings.years.rows, annotations);
  return { kind: "figures", years: { ...readings.years, rows }, annotations };
}

async function readFigures(state: State, found: HousingSeries, days: ShownDays): Promise<Readings> {
  const years = await readHousingYears(state, found, days);
  if (years !== null) return { kind: "figures", years };
  return { kind: "closed", what: found.house === null ? "together" : "alone" };
}

async function readIntervalsIn(
  state: State,
  { series, house }: HousingSeries,
  { range, occupancyPeriod }: ShownDays,
): Promise<Readings> {
  const read = await state.api.readUnless("forbidden", HOUSING_CALLS.getHouseDetailedData, {
    projectId: residenceOf(state).project.id,
    series: series.id,
    houseId: house?.id ?? "",
    segment: rangeSegment(range),
    on: occupancyPeriod.from ?? occupancyPeriod.to ?? undefined,
  });
  // What the roles allow has been looked at: what is left is what the occupants of those days agreed to.
  if (read === null) return { kind: "closed", what: "state" };
  return { kind: "intervals", intervals: intervalsOf(read) };
}

export interface LastValue {
  readonly series: ProjectSeries;
  /** null when older than a day, or for states. */
  readonly last: HouseSensorValue | null;
}

/** The last values of a dwelling, as visible to the user (B §4, §7). */
export function readLastValues(state: State, house: House): Promise<LastValue[]> {
  return Promise.all(
    offeredSeries(state, house).map(async (series) => ({
      series,
      last: isState(series) ? null : await readLast(state, { series, house }),
    })),
  );
}

async function readLast(
  state: State,
  { series, house }: { series: ProjectSeries; house: House },
): Promise<HouseSensorValue | null> {
  const { project, today } = residenceOf(state);
  const last = await state.api.readUnless("not-found", HOUSING_CALLS.getHouseLastSensorData, {
    projectId: project.id,
    series: series.id,
    houseId: house.id,
    instant: today,
  });
  if (last === null) return null;
  const ageS = (Date.parse(state.now) - Date.parse(last.at)) / 1_000;
  return ageS <= CURRENT_FOR_S ? last : null;
}
