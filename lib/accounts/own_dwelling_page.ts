/** The page of the occupant's dwelling: its data, and its form actions. @module */

import { addDays, type IsoDate, monthOf, yearOf } from "@/lib/base/civil_dates.ts";
import { rangeSegment, readRangeSegment } from "@/lib/base/period_paths.ts";
import type { PeriodChoices } from "@/lib/base/period_selector.ts";
import { daysOfMonth, type PeriodRange } from "@/lib/base/periods.ts";
import { HEATING_CONTROL_CALLS } from "@/lib/heating_control/calls.ts";
import { ownHeatingForm } from "@/lib/heating_control/forms.ts";
import type { OwnPilot } from "@/lib/heating_control/schema.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { readRunningMonth } from "@/lib/housing/month_pages.ts";
import type { OwnHouse, OwnSeries } from "@/lib/housing/schema.ts";
import {
  type OccupiedRange,
  type RangeReader,
  readOccupiedYears,
  wholeSlots,
} from "@/lib/housing/series_pages.ts";
import type { TwoYears } from "@/lib/series/pages.ts";
import { reaches } from "@/lib/series/resolution.ts";
import type { RangeData } from "@/lib/series/schema.ts";
import type { HouseAt } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { answerOrThrow } from "@/lib/web/errors.ts";
import { type FormAction, save } from "@/lib/web/form_handlers.ts";
import { HttpError, oneOf, type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { inHomeUnits, ownPeriod, ownYear } from "./own_dwelling_rules.ts";

export type OwnHouseRead = Awaited<ReturnType<typeof readOwnHouse>>;

/** The dwelling in the URL, for its occupant. @throws HttpError 404 for any other user */
async function ownHouseOf({ state, params }: PageContext): Promise<OwnHouse> {
  const { projectId = "", houseId = "" } = params;
  state.home = null;
  const home = await state.api.read(HOUSING_CALLS.getOwnHouse, { projectId, houseId });
  state.home = home;
  return home;
}

/**
 * Reads the page, over the year in the URL.
 *
 * @throws HttpError 404 for a user who does not live there, and for a year in which they did not
 */
export async function readOwnHouse(ctx: PageContext) {
  const { state, url } = ctx;
  const home = await ownHouseOf(ctx);
  const today = todayOf(state);
  const summed = home.series.filter(({ unit }) => unit.sum);
  const averaged = home.series.filter(({ unit }) => !unit.sum);
  const requested = Number(url.searchParams.get("year") ?? yearOf(today));
  const isShown = Number.isInteger(requested) && requested >= yearOf(home.from) &&
    requested <= yearOf(today);
  if (!isShown) throw new HttpError(404, "not-found");
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
      const segment = rangeSegment({ type: "monthly", year: requested });
      return { series, slots: (await ownReader(state, home, series)(segment)).slots };
    })),
  ]);
  const year = ownYear(years, { year: requested, stay: home, today });
  state.title = [PAGES.ownHouse.title, home.residence];
  return { home, months, climate, year, pilot };
}

/**
 * Actions of the forms of the page: give or withdraw consent, choose the heating.
 *
 * @throws HttpError 404 for a user who does not live there
 */
export async function ownHouseForms(ctx: PageContext): Promise<Record<string, FormAction>> {
  const { projectId, houseId } = await ownHouseOf(ctx);
  const { call, sender } = ctx.state.api;
  const at = { projectId, houseId };
  const pilot = await readOwnPilot(ctx.state, at);
  return {
    consent: async ({ text }) => {
      const agreed = text("agreed");
      if (!["yes", "no"].includes(agreed)) throw new HttpError(400, "bad-request");
      answerOrThrow(
        await call(HOUSING_CALLS.putOwnConsent, { ...at, body: { isGiven: agreed === "yes" } }),
      );
      return { done: true };
    },
    ...pilot && {
      heating: save(ownHeatingForm(pilot), sender(HEATING_CONTROL_CALLS.putOwnPilot, at)),
    },
  };
}

/** The heating of the user's dwelling; null when it is not controlled. @spec pilot.occupant-range */
async function readOwnPilot({ api }: State, at: HouseAt): Promise<OwnPilot | null> {
  return await api.readUnless("not-found", HEATING_CONTROL_CALLS.getOwnPilot, at);
}

/** A series of the occupant's dwelling, with its available periods. */
export type OwnSeriesRead = Awaited<ReturnType<typeof ownSeriesOf>>;

/**
 * The series in the URL.
 *
 * @throws HttpError 404 when the dwelling has no such series, or is not the user's
 */
export async function ownSeriesOf(ctx: PageContext) {
  const home = await ownHouseOf(ctx);
  const series = oneOf(home.series, ctx.params.houseSeries);
  return { home, series, choices: ownChoices(series) };
}

/** The periods over which an occupant sees a series of their dwelling. */
export function ownChoices({ finest }: Pick<OwnSeries, "finest">): PeriodChoices {
  return {
    isHourlyAllowed: reaches(finest, "hour"),
    isFiveMinuteAllowed: reaches(finest, "five-minutes"),
  };
}

/** Reads a series over a range, with the year before if the user lived there then. @spec housing.own-pages */
export async function readOwnYears(
  state: State,
  { home, series }: OwnSeriesRead,
  range: PeriodRange,
): Promise<TwoYears> {
  const read = ownReader(state, home, series);
  const { dataUnitId } = series;
  const requested: OccupiedRange = { range, occupancyPeriod: ownPeriod(home) };
  const years = await readOccupiedYears(
    state,
    requested,
    async (one) => inHomeUnits(await read(rangeSegment(one)), { type: one.type, dataUnitId }),
  );
  // The page offers only readable ranges, and this range was checked.
  if (years === null) throw new HttpError(403, "forbidden");
  return years;
}

function ownReader(state: State, { projectId, houseId }: HouseAt, { id }: OwnSeries): RangeReader {
  const at = { projectId, houseId, series: id };
  return async (segment) => await state.api.read(HOUSING_CALLS.getOwnRangeData, { ...at, segment });
}

/** The same reader without partial months, which are not compared with whole ones. */
function comparedReader(state: State, home: OwnHouse, series: OwnSeries): RangeReader {
  const read = ownReader(state, home, series);
  const occupancyPeriod = ownPeriod(home);
  return async (segment): Promise<RangeData> => {
    const [data, range] = [await read(segment), readRangeSegment(segment)];
    return range === null ? data : wholeSlots(data, { range, occupancyPeriod });
  };
}

/** Number of days searched for the last one with readings. */
const CLIMATE_DAYS = 7;

/** An averaged quantity, temperature or humidity: its last finished day with readings; null without a recent one. */
async function readClimate(read: RangeReader, series: OwnSeries, today: IsoDate) {
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
