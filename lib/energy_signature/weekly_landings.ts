/** Follows the landing of a heating season week after week, from its readings as they are now. @module */

import { addDays, type IsoDate, weekday } from "@/lib/base/civil_dates.ts";
import { known, sumOf } from "@/lib/base/sums.ts";
import { type Baseline, findDrift, gapCorrelation } from "./drift.ts";
import { type DatedLanding, type RunningSeason, seasonForecast } from "./landing.ts";
import type { SeasonDay } from "./schema.ts";
import { usedDays } from "./season_signature.ts";

/** The weather of the dates of a season, in another season: each list is in the order of the dates. */
export interface SeasonWeather {
  readonly outdoorC: readonly (number | null)[];
  readonly dju: readonly (number | null)[];
}

export interface LandingsQuery {
  readonly baseline: Baseline;
  /** Every date of the season, in order. */
  readonly dates: readonly IsoDate[];
  /** Its days that are over. */
  readonly days: readonly Pick<SeasonDay, "date" | "outdoorC" | "energyKwh" | "exclusion">[];
  /** Its own DJU: null for a day that is unknown, or not over. */
  readonly dju: readonly (number | null)[];
  readonly past: readonly SeasonWeather[];
  /** Days on which a person closed a verdict. */
  readonly closings: readonly IsoDate[];
  readonly contract: RunningSeason["contract"];
}

const MONDAY = 1;

/**
 * The landing on each Monday of the season, and on the day after the last one that is over.
 *
 * Nothing is stored: a past week is computed again from the days before it, so a reading that was corrected since
 * changes it.
 *
 * @spec signature.landing
 */
export function weeklyLandings(query: LandingsQuery): DatedLanding[] {
  const { days, dates } = query;
  const [first, last] = [dates[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const end = addDays(last.date, 1);
  const mondays = dates.filter((date) => first < date && date < end && weekday(date) === MONDAY);
  const correlation = gapCorrelation(query.baseline);
  return [...mondays, end].map((on) => landingOn(query, on, correlation));
}

function landingOn(query: LandingsQuery, on: IsoDate, correlation: number): DatedLanding {
  const { baseline, dates, past, contract } = query;
  const over = new Map(query.days.filter(({ date }) => date < on).map((day) => [day.date, day]));
  // A day that is over, but whose energy is unknown, is expected as those to come, at its own temperature.
  const rest = dates.flatMap((date, at) =>
    (over.get(date)?.energyKwh ?? null) === null ? [at] : []
  );
  const isKnown = (at: number) => (dates[at] ?? on) < on && (query.dju[at] ?? null) !== null;
  const djus = dates.flatMap((_, at) => isKnown(at) ? query.dju[at] ?? [] : []);
  const unknownDju = dates.flatMap((_, at) => isKnown(at) ? [] : [at]);
  const doneKwh = sumOf(known([...over.values()].map(({ energyKwh }) => energyKwh)));
  const forecast = seasonForecast({
    baseline: { ...baseline.signature, correlation },
    doneKwh,
    doneDju: sumOf(djus),
    remainingDays: rest.length,
    past: past.map((weather) => ({
      outdoorC: rest.map((at) =>
        over.get(dates[at] ?? "")?.outdoorC ?? weather.outdoorC[at] ?? null
      ),
      dju: totalOf(unknownDju.map((at) => weather.dju[at] ?? null)),
    })),
    driftPercent: driftOn(query, on),
    contract,
  });
  return { on, doneKwh, ...forecast };
}

/** The drift that a day sees, %; null without one of some size. */
function driftOn({ baseline, days, closings }: LandingsQuery, on: IsoDate): number | null {
  const since = closings.findLast((date) => date <= on) ?? "";
  const seen = days.filter(({ date }) => since <= date && date < on);
  const { drift } = findDrift(baseline, usedDays(seen));
  return drift === null || drift.verdict === "watch" ? null : drift.percent;
}

function totalOf(figures: readonly (number | null)[]): number | null {
  return figures.includes(null) ? null : sumOf(known(figures));
}
