/**
 * The pages and files of a series of the dwellings: what the reader may see of it, and its figures.
 *
 * @module
 */
import { type Context, HttpError } from "fresh";
import type { House } from "../domain/housing/types.ts";
import { houseVisibility, reaches } from "../domain/housing/visibility.ts";
import type { PeriodRange } from "../domain/periods/period.ts";
import type { PeriodChoices } from "../domain/periods/switch.ts";
import type { ProjectSeries } from "../domain/projects/types.ts";
import type { RangeData } from "../domain/series/types.ts";
import { answered } from "./answered.ts";
import { houseReader } from "./houses_page.ts";
import { residenceOf } from "./residence_page.ts";
import { readTwoYears, type TwoYears } from "./series_page.ts";
import type { State } from "./state.ts";

/** A series of the dwellings, in all of them or in one. */
export interface HousingSeries {
  readonly series: ProjectSeries;
  /** null for all together. */
  readonly house: House | null;
  /** As fine as the reader may see. */
  readonly choices: PeriodChoices;
}

/**
 * The series of dwellings that the reader may look at, in all or in one: a state has no figures to put together.
 *
 * @param house null for all together
 */
export function offeredSeries(state: State, house: House | null): ProjectSeries[] {
  const { housesDataseries } = residenceOf(state).project;
  return housesDataseries
    .filter(({ unit }) => unit.kind !== "state")
    .filter((series) => house === null || houseChoices(state, { series, house }) !== null);
}

/**
 * The series of a page's address, and its dwelling when the address names one.
 *
 * @throws HttpError 403 without a role for it, or for a dwelling whose detail is not shown; 404 for what is not there
 */
export async function housingSeriesOf({ state, params }: Context<State>): Promise<HousingSeries> {
  const { project } = houseReader(state);
  const series = offeredSeries(state, null).find(({ id }) => id === params.houseSeries);
  if (series === undefined) throw new HttpError(404, "not-found");
  const houses = answered(await state.api.call("listHouses", { projectId: project.id }));
  const { houseId } = params;
  if (houseId === undefined) {
    return { series, house: null, choices: togetherChoices(state, { series, houses }) };
  }
  const house = houses.find(({ id }) => id === houseId);
  if (house === undefined) throw new HttpError(404, "not-found");
  const choices = houseChoices(state, { series, house });
  if (choices === null) throw new HttpError(403, "forbidden");
  return { series, house, choices };
}

/** The periods over which the reader may see a series in one dwelling; null when its detail is not shown to them. */
function houseChoices(
  state: State,
  { series, house }: { series: ProjectSeries; house: House },
): PeriodChoices | null {
  const { alone } = visibilityOf(state, series, house);
  if (alone === null) return null;
  return {
    isHourlyAllowed: reaches(alone, "hour"),
    isFiveMinuteAllowed: reaches(alone, "five-minutes"),
  };
}

function togetherChoices(
  state: State,
  { series, houses }: { series: ProjectSeries; houses: readonly House[] },
): PeriodChoices {
  const seen = houses.map((house) => visibilityOf(state, series, house).together);
  return {
    isHourlyAllowed: seen.some((together) => reaches(together, "hour")),
    isFiveMinuteAllowed: seen.some((together) => reaches(together, "five-minutes")),
  };
}

function visibilityOf(state: State, { dataUnitId }: ProjectSeries, { settings }: House) {
  const { project: { features }, roles } = residenceOf(state);
  return houseVisibility({ features, choices: settings, dataUnitId, roles });
}

/** Reads a series of the dwellings over the range of a segment. */
export type RangeReader = (segment: string) => Promise<RangeData>;

/** How a series is read, in all dwellings together or in one. */
export function rangeReader(
  state: State,
  { series, house }: Pick<HousingSeries, "series" | "house">,
): RangeReader {
  const { call } = state.api;
  const asked = { projectId: residenceOf(state).project.id, series: series.id };
  return async (segment) =>
    house === null
      ? answered(await call("getSeriesRangeData", { ...asked, segment }))
      : answered(await call("getHouseRangeData", { ...asked, houseId: house.id, segment }));
}

/** Reads a range of the series beside the year before. */
export function readHousingYears(
  state: State,
  found: HousingSeries,
  range: PeriodRange,
): Promise<TwoYears> {
  return readTwoYears(state, range, rangeReader(state, found));
}
