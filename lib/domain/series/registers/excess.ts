import { round } from "@/lib/domain/numbers/round.ts";
import { HOUR_S } from "@/lib/domain/periods/durations.ts";
import { type Excess, MOST_COUNTED, type PathPoint } from "./path_state.ts";
import type { RegisterLimits } from "./register_limits.ts";

/** Readings in a row beyond the rate, after one that does not follow the reading before it; null when it is below. */
export function excessAfter(
  before: Excess | null,
  { limits, from, to }: {
    readonly limits: RegisterLimits;
    readonly from: PathPoint;
    readonly to: PathPoint;
  },
): Excess | null {
  if (to.value < from.value) return null;
  const hours = Math.max((to.epochS - from.epochS) / HOUR_S, 1);
  const needed = (to.value - from.value - limits.resolution) / hours;
  const { count, fromS, ratePerHour } = before ?? { count: 0, fromS: to.epochS, ratePerHour: 0 };
  return {
    count: Math.min(MOST_COUNTED, count + 1),
    fromS,
    ratePerHour: Math.max(ratePerHour, needed),
  };
}

/** « Débit maximal trop bas ? »: the rate within which readings beyond it in a row would be. */
export interface RateTooLow {
  readonly fromS: number;
  /** Per hour, in the unit of the series. */
  readonly ratePerHour: number;
}

/** Significant digits of a proposed rate. */
const RATE_DIGITS = 2;

/** The rate that is proposed instead: rounded up, so that the readings are within it. @spec series.verdicts */
export function proposedRate({ ratePerHour }: RateTooLow): number {
  const decimals = RATE_DIGITS - 1 - Math.floor(Math.log10(ratePerHour));
  const below = round(ratePerHour, decimals);
  return below >= ratePerHour ? below : round(below + 10 ** -decimals, decimals);
}

/** Readings beyond the rate in a row before which it is asked whether the rate is right. */
const EXCESS_READINGS = 3;

/** Whether the rate seems too low after the last reading. @spec series.registers @returns null when it does not */
export function rateTooLow(excess: Excess | null): RateTooLow | null {
  if (excess === null || excess.count < EXCESS_READINGS) return null;
  return { fromS: excess.fromS, ratePerHour: excess.ratePerHour };
}
