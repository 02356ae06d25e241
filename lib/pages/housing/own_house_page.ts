/** The page of the occupant's dwelling: what it reads, and what its form saves. @module */
import { type Context, HttpError } from "fresh";
import type { RunningMonth } from "@/lib/domain/consumption_reports/running_month.ts";
import { type HouseAt, inHomeUnits, ownPeriod } from "@/lib/domain/housing/own_house.ts";
import { type OwnYear, ownYear } from "@/lib/domain/housing/own_year.ts";
import type { OwnHouse, OwnSeries } from "@/lib/domain/housing/types.ts";
import { reaches } from "@/lib/domain/housing/visibility.ts";
import { addDays, type IsoDate, monthOf, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { daysOfMonth } from "@/lib/domain/periods/period.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeSegment, readRangeSegment } from "@/lib/domain/periods/segments.ts";
import type { PeriodChoices } from "@/lib/domain/periods/switch.ts";
import type { RangeData, RangeSlot } from "@/lib/domain/series/types.ts";
import type { OwnPilot } from "@/lib/domain/pilot/types.ts";
import { ownHeatingForm } from "@/lib/forms/pilot/own_heating_form.ts";
import type { TwoYears } from "@/lib/pages/series/series_page.ts";
import { answered } from "@/lib/web/answered.ts";
import { changes, type FormAction } from "@/lib/web/forms/submit_forms.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";
import type { RangeReader } from "./housing_series.ts";
import { type OccupiedRange, readOccupiedYears, wholeSlots } from "./occupied_years.ts";
import { readRunningMonth } from "./running_months.ts";

/** What the page shows of a series that adds up: the running month beside the same one a year before. */
interface OwnMonth {
  readonly series: OwnSeries;
  readonly month: RunningMonth;
}

/** The last finished day of what is averaged: temperature, humidity. */
interface OwnClimate {
  readonly series: OwnSeries;
  /** Of the day; null when nothing was read lately. */
  readonly day: RangeSlot | null;
}

export interface OwnHouseRead {
  readonly home: OwnHouse;
  readonly months: readonly OwnMonth[];
  readonly climate: readonly OwnClimate[];
  readonly year: OwnYear<OwnSeries>;
  /** null where the heating is not driven. */
  readonly pilot: OwnPilot | null;
}

/** The dwelling that the address names, for its occupant. @throws HttpError 404 for everybody else */
async function ownHouseOf({ state, params }: Context<State>): Promise<OwnHouse> {
  const { projectId = "", houseId = "" } = params;
  state.home = null;
  const home = await state.api.read("getOwnHouse", { projectId, houseId });
  state.home = home;
  return home;
}

/**
 * Reads the page, over the year that the address asks for.
 *
 * @throws HttpError 404 for a user who does not live there, and for a year one did not live there
 */
export async function readOwnHouse(ctx: Context<State>): Promise<OwnHouseRead> {
  const { state, url } = ctx;
  const home = await ownHouseOf(ctx);
  const today = todayOf(state);
  const summed = home.series.filter(({ unit }) => unit.sum);
  const averaged = home.series.filter(({ unit }) => !unit.sum);
  const asked = Number(url.searchParams.get("year") ?? yearOf(today));
  if (!(asked >= yearOf(home.from) && asked <= yearOf(today))) {
    throw new HttpError(404, "not-found");
  }
  const [pilot, months, climate, years] = await Promise.all([
    readOwnPilot(state, { projectId: home.projectId, houseId: home.houseId }),
    Promise.all(summed.map(async (series) => ({
      series,
      month: await readRunningMonth(comparedReader(state, home, series), {
        today,
        leavesOn: home.to,
      }),
    }))),
    Promise.all(
      averaged.map((series) => readClimate(ownReader(state, home, series), series, today)),
    ),
    Promise.all(summed.map(async (series) => {
      const segment = rangeSegment({ type: "monthly", year: asked });
      return { series, slots: (await ownReader(state, home, series)(segment)).slots };
    })),
  ]);
  const year = ownYear(years, { year: asked, stay: home, today });
  return { home, months, climate, year, pilot };
}

/**
 * What the forms of the page do: one's agreement is given or withdrawn, one's heating chosen.
 *
 * @throws HttpError 404 for a user who does not live there
 */
export async function ownHouseForms(ctx: Context<State>): Promise<Record<string, FormAction>> {
  const { projectId, houseId } = await ownHouseOf(ctx);
  const { call } = ctx.state.api;
  const at = { projectId, houseId };
  const pilot = await readOwnPilot(ctx.state, at);
  return {
    consent: async ({ text }) => {
      const agreed = text("agreed");
      if (!["yes", "no"].includes(agreed)) throw new HttpError(400, "bad-request");
      answered(await call("putOwnConsent", { ...at, body: { isGiven: agreed === "yes" } }));
      return { done: true };
    },
    ...pilot && {
      heating: changes(ownHeatingForm(pilot), (body) => call("putOwnPilot", { ...at, body })),
    },
  };
}

/** The heating of one's dwelling; null where it is not driven. @spec pilot.occupant-range */
async function readOwnPilot({ api }: State, at: HouseAt): Promise<OwnPilot | null> {
  return await api.readUnless("not-found", "getOwnPilot", at);
}

/** A series of the occupant's dwelling, as finely as it is read there. */
export interface OwnSeriesRead {
  readonly home: OwnHouse;
  readonly series: OwnSeries;
  readonly choices: PeriodChoices;
}

/**
 * The series that the address names.
 *
 * @throws HttpError 404 when the dwelling has no such series, or is not one's own
 */
export async function ownSeriesOf(ctx: Context<State>): Promise<OwnSeriesRead> {
  const home = await ownHouseOf(ctx);
  const series = home.series.find(({ id }) => id === ctx.params.houseSeries);
  if (series === undefined) throw new HttpError(404, "not-found");
  const choices = {
    isHourlyAllowed: reaches(series.finest, "hour"),
    isFiveMinuteAllowed: reaches(series.finest, "five-minutes"),
  };
  return { home, series, choices };
}

/** Reads a series over a range beside the same one a year before, as far as one lived there then. @spec housing.own-pages */
export async function readOwnYears(
  state: State,
  { home, series }: OwnSeriesRead,
  range: PeriodRange,
): Promise<TwoYears> {
  const read = ownReader(state, home, series);
  const asked: OccupiedRange = { range, occupancyPeriod: ownPeriod(home) };
  const years = await readOccupiedYears(
    state,
    asked,
    async (one) => inHomeUnits(await read(rangeSegment(one)), one.type),
  );
  // What may be read is offered by the page: a range was checked against it.
  if (years === null) throw new HttpError(403, "forbidden");
  return years;
}

function ownReader(state: State, { projectId, houseId }: HouseAt, { id }: OwnSeries): RangeReader {
  const at = { projectId, houseId, series: id };
  return async (segment) => await state.api.read("getOwnRangeData", { ...at, segment });
}

/** The same without the parts of months, that are compared with no whole one. */
function comparedReader(state: State, home: OwnHouse, series: OwnSeries): RangeReader {
  const read = ownReader(state, home, series);
  const occupancyPeriod = ownPeriod(home);
  return async (segment): Promise<RangeData> => {
    const [data, range] = [await read(segment), readRangeSegment(segment)];
    return range === null ? data : wholeSlots(data, { range, occupancyPeriod });
  };
}

/** Days looked back for the last one that was read. */
const CLIMATE_DAYS = 7;

async function readClimate(
  read: RangeReader,
  series: OwnSeries,
  today: IsoDate,
): Promise<OwnClimate> {
  const first = addDays(today, -CLIMATE_DAYS);
  const months = [...new Set([monthOf(first), monthOf(today)])];
  const slots = await Promise.all(
    months.map(async (month) => (await read(rangeSegment(daysOfMonth(month)))).slots),
  );
  const days = slots.flat().filter(({ slot, value }) =>
    first <= slot && slot < today && value !== null
  );
  return { series, day: days.at(-1) ?? null };
}

/** The period a page of a series opens on: the months of the running year. */
export function openingRange(state: State): PeriodRange {
  return { type: "monthly", year: yearOf(todayOf(state)) };
}
