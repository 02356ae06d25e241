/** Estimates what a heating season will have used when it ends, from past weather. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { meanOf, sumBy, sumOf } from "@/lib/base/sums.ts";
import { expectedKwh, type Signature } from "./signature.ts";

/** The signature of the baseline, and how much its days vary by chance. */
export interface ForecastBaseline extends Signature {
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

/** The energy of a whole season, kWh. */
export interface Landing {
  readonly kwh: number;
  /** Bounds between which it lands 80 times in 100; null with fewer than five past seasons. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface SeasonForecast {
  /** Past seasons whose weather is used. */
  readonly seasonCount: number;
  /** The boiler room behaves as the baseline from now on; null without a past season. */
  readonly withoutDrift: Landing | null;
  /** The drift goes on; null without a drift. */
  readonly withDrift: Landing | null;
  /** N'B of the whole season: heating alone, kWh; null without contract or DJU. */
  readonly targetKwh: number | null;
}

/** The landing as a day sees it, which is not over. */
export interface DatedLanding extends SeasonForecast {
  readonly on: IsoDate;
  /** Energy of the days before, kWh. */
  readonly doneKwh: number;
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
export function seasonForecast(season: RunningSeason): SeasonForecast {
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
