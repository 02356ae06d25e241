/** Fits the energy signature of a season: energy of the days against their outdoor temperature. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { meanOf, quantile, sumBy } from "@/lib/base/sums.ts";
import type { FittedSignature, SignatureFit } from "./schema.ts";

/** A day of the season whose energy and outdoor temperature are both known. */
export interface SignatureDay {
  readonly date: IsoDate;
  /** Mean outdoor temperature, °C. */
  readonly outdoorC: number;
  /** Energy of the source, kWh, above 0. */
  readonly energyKwh: number;
}

/** Energy expected of a day: a base load, and a slope below the balance temperature. */
export interface Signature {
  /** Energy of a day that is not heated (hot water, losses of its loop), kWh/day. */
  readonly baseKwh: number;
  /** Energy of a day for each kelvin below the balance temperature, kWh/(K·day). */
  readonly slopeKwhPerK: number;
  /** Outdoor temperature from which nothing is heated, °C. */
  readonly balanceC: number;
}

const LEAST_DAYS = 90;
const LEAST_SPREAD_K = 10;
const LEAST_R2 = 0.7;
const MOST_CV_RMSE = 0.25;
/** Days below a balance temperature, without which it is not tried. */
const LEAST_COLD_DAYS = 20;
/** Days above the balance temperature, without which the base load is not known. */
const LEAST_WARM_DAYS = 10;
/** Balance temperatures tried, in tenths of a degree. */
const [FIRST_TENTH, LAST_TENTH] = [100, 200];
/** Difference below which two sums of squares are equal: as a share, or kWh² where days have no noise. */
const TIE = 1e-12;
const PARAMETERS = 3;

/**
 * The signature of the valid days of one heating season, by ordinary least squares for each balance temperature.
 *
 * @spec signature.fit
 * @param days valid days, in any order
 */
export function fitSignature(days: readonly SignatureDay[]): SignatureFit {
  const fit = (status: SignatureFit["status"], signature: FittedSignature | null = null) => ({
    status,
    dayCount: days.length,
    signature,
  });
  if (days.length < LEAST_DAYS) return fit("tooFewDays");
  const sorted = days.map(({ outdoorC }) => outdoorC).sort((a, b) => a - b);
  if (quantile(sorted, 0.95) - quantile(sorted, 0.05) < LEAST_SPREAD_K) {
    return fit("narrowTemperatures");
  }
  const signature = bestSignature(days);
  if (signature === null) return fit("noHeating");
  const isScattered = signature.r2 < LEAST_R2 || signature.cvRmse > MOST_CV_RMSE;
  return fit(isScattered ? "tooScattered" : "ok", signature);
}

/** Energy that a signature expects of a day, kWh. */
export function expectedKwh(signature: Signature, outdoorC: number): number {
  return signature.baseKwh + signature.slopeKwhPerK * heatedK(signature, outdoorC);
}

/** Kelvins of a day below the balance temperature. */
export function heatedK({ balanceC }: Pick<Signature, "balanceC">, outdoorC: number): number {
  return Math.max(0, balanceC - outdoorC);
}

/** Half of the band that contains 95 % of the days at an outdoor temperature, kWh. @spec signature.fit */
export function bandKwh({ dayCount }: SignatureFit, fitted: FittedSignature, outdoorC: number) {
  const { residualKwh, meanK, squaresK2 } = fitted;
  const distance = heatedK(fitted, outdoorC) - meanK;
  const spread = Math.sqrt(1 + 1 / dayCount + distance ** 2 / squaresK2);
  return studentQuantile(dayCount - PARAMETERS) * residualKwh * spread;
}

function bestSignature(days: readonly SignatureDay[]): FittedSignature | null {
  let best: { signature: FittedSignature; squares: number } | null = null;
  for (let tenth = FIRST_TENTH; tenth <= LAST_TENTH; tenth++) {
    const candidate = candidateAt(days, tenth / 10);
    if (candidate === null) continue;
    if (best === null || best.squares - candidate.squares > TIE * Math.max(best.squares, 1)) {
      best = candidate;
    }
  }
  return best?.signature ?? null;
}

/** The least squares at one balance temperature; null when they describe no heating. */
function candidateAt(days: readonly SignatureDay[], balanceC: number) {
  const count = days.length;
  const coldDays = days.filter(({ outdoorC }) => outdoorC < balanceC).length;
  if (coldDays < LEAST_COLD_DAYS) return null;
  const kelvins = days.map(({ outdoorC }) => heatedK({ balanceC }, outdoorC));
  const meanK = meanOf(kelvins);
  const meanKwh = meanOf(days.map(({ energyKwh }) => energyKwh));
  let [squaresK2, products, total] = [0, 0, 0];
  for (const [at, { energyKwh }] of days.entries()) {
    const [distanceK, distanceKwh] = [(kelvins[at] ?? 0) - meanK, energyKwh - meanKwh];
    squaresK2 += distanceK ** 2;
    products += distanceK * distanceKwh;
    total += distanceKwh ** 2;
  }
  const slopeKwhPerK = products / squaresK2;
  const baseKwh = meanKwh - slopeKwhPerK * meanK;
  if (!(slopeKwhPerK > 0) || baseKwh < 0) return null;
  const model = { baseKwh, slopeKwhPerK, balanceC };
  const squares = sumBy(days, (day) => (day.energyKwh - expectedKwh(model, day.outdoorC)) ** 2);
  const residualKwh = Math.sqrt(squares / (count - PARAMETERS));
  const warmDays = days.filter(({ outdoorC }) => outdoorC > balanceC).length;
  const signature = {
    ...model,
    r2: 1 - squares / total,
    cvRmse: residualKwh / meanKwh,
    residualKwh,
    slopeError: residualKwh / Math.sqrt(squaresK2),
    meanK,
    squaresK2,
    baseIdentified: warmDays >= LEAST_WARM_DAYS,
  };
  return { signature, squares };
}

/** Normal quantile of 97.5 %. */
const NORMAL = 1.959963984540054;

/**
 * Student's quantile of 97.5 %, by the expansion of Cornish and Fisher: exact to 1e-7 from 80 degrees of freedom.
 */
function studentQuantile(freedom: number): number {
  const z = NORMAL;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, at) => sum + term / freedom ** (at + 1), z);
}
