/** Estimates what a heating season will have used when it ends, from past weather, week after week. @module */

import { addDays, type IsoDate, weekday } from "@/lib/base/civil_dates.ts";
import { known, meanOf, sumBy, sumOf } from "@/lib/base/sums.ts";
import { completeSum } from "@/lib/energy_balance/formulas.ts";
import { type Baseline, findDrift, gapCorrelation } from "./drift.ts";
import type { DatedLanding, Landing, SeasonDay } from "./schema.ts";
import { usedDays } from "./season_signature.ts";
import { expectedKwh, type Signature } from "./signature.ts";

/** The signature of the baseline, and how much its days vary by chance. */
interface ForecastBaseline extends Signature {
  /** Standard deviation of its residuals, kWh/day. */
  readonly residualKwh: number;
  /** Correlation of the gap of a day with that of the day before, 0 to 0.6. */
  readonly correlation: number;
}

/** The rest of the season as a past one had it: its days of the same dates. */
export interface PastRest {
  /** Mean outdoor temperature of each remaining day, °C; null when unknown. */
  readonly outdoorC: readonly (number | null)[];
  /** DJU of the remaining days together; null when unknown. */
  readonly dju: number | null;
}

/** What is known of a running season. */
export interface RunningSeason {
  readonly baseline: ForecastBaseline;
  /** Energy of the source since the season began, kWh. */
  readonly doneKwh: number;
  /** DJU since the season began; null when unknown. */
  readonly doneDju: number | null;
  /** Days until the season ends. */
  readonly remainingDays: number;
  readonly past: readonly PastRest[];
  /** Change of an ongoing drift, %: 18 for 18 % more than the baseline; null without one. */
  readonly driftPercent: number | null;
  /** NB in kWh at the contract's DJU; null without contract. */
  readonly contract: { readonly nbKwh: number; readonly dju: number } | null;
}

/** Past seasons from which an interval is given. */
const LEAST_SEASONS = 5;
/** Normal quantile of 90 %: four fifths of the landings lie within. */
const NORMAL_90 = 1.28155;
/** Share of the remaining days that a past season must know; its known days count for the others. */
const LEAST_KNOWN = 0.9;

/**
 * The landing of a season: what is done, and what the baseline expects of the rest under the weather of past seasons.
 *
 * @spec signature.landing
 */
export function seasonForecast(season: RunningSeason): Omit<DatedLanding, "on" | "doneKwh"> {
  const { remainingDays, driftPercent, contract, doneDju } = season;
  const rests = season.past.flatMap((past) => restKwh(season, past) ?? []);
  const djus = season.past.flatMap(({ dju }) => dju ?? []);
  const restDju = remainingDays === 0 ? 0 : djus.length === 0 ? null : meanOf(djus);
  return {
    seasonCount: rests.length,
    withoutDrift: landing(season, rests),
    withDrift: driftPercent === null
      ? null
      : landing(season, rests.map((kwh) => kwh * (1 + driftPercent / 100))),
    targetKwh: contract === null || contract.dju <= 0 || doneDju === null || restDju === null
      ? null
      : contract.nbKwh * (doneDju + restDju) / contract.dju,
  };
}

/** What the baseline expects of the rest, under the weather of a past season; null when too little of it is known. */
function restKwh(
  { baseline, remainingDays }: RunningSeason,
  { outdoorC }: PastRest,
): number | null {
  if (remainingDays === 0) return 0;
  const known = outdoorC.filter((temperature) => temperature !== null);
  if (known.length === 0 || known.length < LEAST_KNOWN * remainingDays) return null;
  const expected = sumBy(known, (temperature) => expectedKwh(baseline, temperature));
  return expected * remainingDays / known.length;
}

function landing(
  { baseline, doneKwh, remainingDays }: RunningSeason,
  rests: readonly number[],
): Landing | null {
  if (rests.length === 0) return null;
  const mean = meanOf(rests);
  const kwh = doneKwh + mean;
  if (rests.length < LEAST_SEASONS) return { kwh, low: null, high: null };
  const { residualKwh, correlation } = baseline;
  const ofWeather = sumOf(rests.map((rest) => (rest - mean) ** 2)) / (rests.length - 1);
  const ofChance = residualKwh ** 2 * remainingDays * (1 + correlation) / (1 - correlation);
  const half = NORMAL_90 * Math.sqrt(ofWeather + ofChance);
  return { kwh, low: kwh - half, high: kwh + half };
}

/** The weather of the dates of a season, in another season: each list is in the order of the dates. */
interface SeasonWeather {
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
      dju: completeSum(unknownDju.map((at) => weather.dju[at] ?? null)),
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
