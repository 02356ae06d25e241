/** The pages and files of a series of the dwellings: access checks, and its figures. @module */
import {
  isWithin,
  type OccupancyPeriod,
  occupancyPeriodOf,
  occupancyPeriodsOver,
} from "@/lib/domain/housing/occupancy.ts";
import { hasAnonymousGroups } from "@/lib/domain/housing/shown_fields.ts";
import type { House, OccupancySpan } from "@/lib/domain/housing/types.ts";
import { finenessOf, houseVisibility, reaches } from "@/lib/domain/housing/visibility.ts";
import { isIsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { civilDays } from "@/lib/domain/periods/slots.ts";
import type { PeriodChoices } from "@/lib/domain/periods/switch.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { RangeData } from "@/lib/domain/series/types.ts";
import { MONTH_ONLY, type TwoYears } from "@/lib/pages/series/series_page.ts";
import { answered } from "@/lib/web/answered.ts";
import { HttpError, oneOf, type PageContext, residenceOf, type State } from "@/lib/web/state.ts";
import { houseReader } from "./houses_page.ts";
import { type OccupiedRange, readOccupiedYears } from "./occupied_years.ts";

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
  const houses = await state.api.read("listHouses", { projectId: project.id });
  if (houseId === undefined) {
    const choices = togetherChoices(state, { series, houses });
    return { series, house: null, choices, spans: [], hasGroups: hasGroups(state, houses) };
  }
  const house = oneOf(houses, houseId);
  if (houseChoices(state, { series, house }) === null) throw new HttpError(403, "forbidden");
  const at = { projectId: project.id, houseId };
  const spans = await state.api.read("listOccupancySpans", at);
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
      ? read("getSeriesRangeData", { ...query, segment })
      : read("getHouseRangeData", { ...query, houseId: house.id, segment, on });
}

/**
 * Reads the selected days of a series with those of a year before, if they are of the same occupancy.
 *
 * @returns null when they are finer than those concerned have agreed to
 */
export function readHousingYears(
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
    ? await call("getSeriesRangeData", at)
    : await call("getHouseRangeData", { ...at, houseId: house.id, on });
  // The roles were checked before: this refusal comes from the consents of the occupants of that day.
  const isUnagreed = !result.ok && result.code === "forbidden" && finenessOf(range.type) !== "day";
  return isUnagreed ? null : answered(result);
}
