/** Reads the balance, its period and its simulation for the pages, and what the page of settings shows. @module */

import { frozenAndMeasured } from "@/lib/api/deep_freeze.ts";
import { monthOf } from "@/lib/base/civil_dates.ts";
import { memo, memoOf } from "@/lib/base/memo.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import { isShifted, type PeriodRange } from "@/lib/base/periods.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { boilerRoomOf, onlyRoomWriters, roomAt } from "@/lib/facilities/pages.ts";
import { rangeOf } from "@/lib/facilities/readings.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { DEGREE_DAYS_CALLS } from "@/lib/weather/calls.ts";
import { type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import type { BalancePeriod } from "./balance_report.ts";
import { type Answer, ENERGY_BALANCE_CALLS } from "./calls.ts";
import {
  gasSourceChoice,
  knownSource,
  readSimulation,
  type Simulated,
  simulated,
  simulationPrefill,
} from "./simulation.ts";
import { seasonYearOf } from "./heating_season.ts";
import { balanceRange, type BoardData, yearReport } from "./year_report.ts";

export type BalancePage = Awaited<ReturnType<typeof readBalance>>;

interface Board {
  readonly data: BoardData;
  readonly prefilled: Simulated;
}

/** The period of a range. @param range a calendar or a shifted year, as `YEAR_ONLY` pages read it */
export function balancePeriodOf({ type, year }: PeriodRange): BalancePeriod {
  return { year, shifted: isShifted(type) };
}

/** Reads a boiler room's year in one call, and the simulation of the URL, or of a submitted form. */
export async function readBalance(
  ctx: PageContext,
  period: BalancePeriod,
  simulation: URLSearchParams = ctx.url.searchParams,
) {
  const segment = rangeSegment(balanceRange(period));
  const readings = await ctx.state.api.read(ENERGY_BALANCE_CALLS.getBalanceReadings, {
    ...roomAt(ctx),
    segment,
  });
  const { boilerRoomName } = readings;
  const board = boardOf(readings)(segment);
  const form = board && readSimulation(simulation, board.prefilled.form, {
    djuSources: readings.outdoorSources.map(({ id }) => id),
    gasSource: gasSourceChoice(board.data),
  });
  return { boilerRoomName, period, board, form };
}

/** NC against N'B of the running season of a boiler room; null while they are not compared. @spec balance.season-gap */
export async function readSeasonGap(
  state: State,
  at: { readonly projectId: string; readonly boilerRoomId: string },
) {
  const period = { year: seasonYearOf(monthOf(todayOf(state))), shifted: true };
  const segment = rangeSegment(balanceRange(period));
  const readings = await state.api.call(ENERGY_BALANCE_CALLS.getBalanceReadings, {
    ...at,
    segment,
  });
  const board = readings.ok ? boardOf(readings.answer)(segment) : null;
  const cumulative = board && yearReport(board.data.input).cumulative;
  return cumulative === null || cumulative.rate.percent === null ? null : { cumulative };
}

type Readings = Answer<"getBalanceReadings">;

/** The board of some readings of a range, on the day they were read: computed once, since all users get the same answer. */
const boardOf = memoOf((readings: Readings) =>
  memo((segment: string): Board | null => {
    const { boilerRoom, seasons, dju, series, units, now, ...choices } = readings;
    if (boilerRoom === null) return null;
    const period = balancePeriodOf(rangeOf(segment));
    const { outdoorSources, gasVolumeSeries, outdoorC } = choices;
    const input = { boilerRoom, seasons, dju, series, units, period, now };
    const prefill = simulationPrefill(boilerRoom.settings, period);
    const djuSource = knownSource(prefill.djuSource, outdoorSources.map(({ id }) => id));
    return frozenAndMeasured({
      data: { input, outdoorSources, gasVolumeSeries, outdoorC },
      prefilled: simulated({ ...prefill, djuSource }),
    });
  })
);

export async function readBoilerRoomSettings(ctx: PageContext) {
  onlyRoomWriters(ctx);
  const at = roomAt(ctx);
  const { projectId, boilerRoomId } = at;
  const { read } = ctx.state.api;
  const [boilerRoom, efficiency, seasons, outdoorSources, annotations] = await Promise.all([
    boilerRoomOf(ctx, PAGES.boilerRoomSettings.title),
    read(ENERGY_BALANCE_CALLS.getEfficiency, at),
    read(FACILITIES_CALLS.getHeatingSeasons, at),
    read(DEGREE_DAYS_CALLS.listOutdoorSources, { projectId }),
    read(FACILITIES_CALLS.listAnnotations, { projectId, annotatedId: boilerRoomId }),
  ]);
  return { boilerRoom, efficiency, seasons, outdoorSources, annotations };
}

export type SettingsRead = Awaited<ReturnType<typeof readBoilerRoomSettings>>;
