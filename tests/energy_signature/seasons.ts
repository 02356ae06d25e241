import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import type { SignatureDay } from "@/lib/energy_signature/signature.ts";
import { seeded } from "@/tests/helpers/made_series.ts";

/** The signature of every season made here. */
export const EXACT = { baseKwh: 300, slopeKwhPerK: 120, balanceC: 17 };

/** First day of the seasons made here. */
export const FIRST_DAY: IsoDate = "2024-10-01";

interface SeasonOptions {
  /** Standard deviation of the days, as a share of each. */
  readonly noise?: number;
  /** Correlation of the noise of a day with that of the day before. */
  readonly correlation?: number;
  readonly balanceC?: number;
  /** Change from a day on, as a share. */
  readonly change?: number;
  readonly changeAt?: number;
  readonly dayCount?: number;
}

/** A heating season of invented weather: 240 days from October. */
export function aSeason(
  seed: number,
  {
    noise = 0.03,
    correlation = 0.2,
    balanceC = EXACT.balanceC,
    change = 0,
    changeAt = 0,
    dayCount = 240,
  }: SeasonOptions,
): SignatureDay[] {
  const chance = seeded(seed);
  const normal = () =>
    Math.sqrt(-2 * Math.log(chance() || 1e-12)) * Math.cos(2 * Math.PI * chance());
  let [error, weather] = [0, 0];
  return Array.from({ length: dayCount }, (_, day) => {
    weather = 0.8 * weather + 2 * normal();
    const outdoorC = 10 - 9 * Math.cos(2 * Math.PI * (day - 105) / 365) + weather;
    error = correlation * error + Math.sqrt(1 - correlation ** 2) * noise * normal();
    const expected = EXACT.baseKwh + EXACT.slopeKwhPerK * Math.max(0, balanceC - outdoorC);
    const share = day >= changeAt ? 1 + change : 1;
    return {
      date: addDays(FIRST_DAY, day),
      outdoorC,
      energyKwh: Math.max(1, expected * (1 + error) * share),
    };
  });
}
