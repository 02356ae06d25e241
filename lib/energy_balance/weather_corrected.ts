/** Brings a consumption to the weather of another period. @module */

import { exact, R } from "@/lib/base/decimals.ts";

/** A consumption, with the DJU of its own period and of the reference: same months, station and method. */
export interface WeatherQuery {
  /** Heating, hot water left out, kWh; null when unknown. */
  readonly heatingKwh: number | null;
  /** Hot water, kWh: 0 without any, null when unknown. */
  readonly hotWaterKwh: number | null;
  readonly dju: number | null;
  /** DJU of the compared year, or of the contract. */
  readonly referenceDju: number | null;
  /** Heating and hot water of the compared year, kWh; null when unknown, or without one. */
  readonly beforeKwh: number | null;
}

/** Why nothing is corrected; the first reason that holds. */
export type NotCorrected =
  | "no-heating"
  | "no-hot-water"
  | "no-dju"
  | "no-reference-dju";

export interface WeatherCorrected {
  /** Whole kWh at the weather of the reference; null with a reason. */
  readonly correctedKwh: number | null;
  /** Change since the compared year, %, one decimal; null without a consumption above 0 to compare with. */
  readonly changePercent: number | null;
  readonly reason: NotCorrected | null;
}

/**
 * Heating in proportion to the DJU; hot water, which does not follow the weather, as it is.
 *
 * @spec balance.weather-corrected
 */
export function weatherCorrected(query: WeatherQuery): WeatherCorrected {
  const { heatingKwh, hotWaterKwh, dju, referenceDju, beforeKwh } = query;
  if (heatingKwh === null) return notCorrected("no-heating");
  if (hotWaterKwh === null) return notCorrected("no-hot-water");
  if (dju === null || dju <= 0) return notCorrected("no-dju");
  if (referenceDju === null || referenceDju <= 0) return notCorrected("no-reference-dju");
  const corrected = R(exact(heatingKwh).times(referenceDju).div(dju).plus(hotWaterKwh), 0);
  const change = beforeKwh === null || beforeKwh <= 0
    ? null
    : R(corrected.times(100).div(beforeKwh).minus(100), 1).toNumber();
  return { correctedKwh: corrected.toNumber(), changePercent: change, reason: null };
}

function notCorrected(reason: NotCorrected): WeatherCorrected {
  return { correctedKwh: null, changePercent: null, reason };
}
