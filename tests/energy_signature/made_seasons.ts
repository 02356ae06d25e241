/** Heating seasons of invented weather and consumption, the same for the same seed. */
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import type { Baseline } from "@/lib/energy_signature/drift.ts";
import { fitSignature, type SignatureDay } from "@/lib/energy_signature/signature.ts";
import { seeded } from "@/tests/helpers/made_series.ts";

/** The signature of the seasons made here, unless another is asked for. */
export const EXACT = { baseKwh: 300, slopeKwhPerK: 120, balanceC: 17 };

/** First day of the seasons made here. */
export const FIRST_DAY: IsoDate = "2024-10-01";

interface SeasonOptions {
  readonly signature?: typeof EXACT;
  /** Standard deviation of the days, as a share of each. */
  readonly noise?: number;
  /** Correlation of the noise of a day with that of the day before. */
  readonly correlation?: number;
  /** Mean temperature of the year, °C. */
  readonly meanC?: number;
  /** Change from a day on, as a share. */
  readonly change?: number;
  readonly changeAt?: number;
  readonly dayCount?: number;
}

/** A heating season from October: 240 days by default. */
export function aSeason(
  seed: number,
  {
    signature: { baseKwh, slopeKwhPerK, balanceC } = EXACT,
    noise = 0.03,
    correlation = 0.2,
    meanC = 10,
    change = 0,
    changeAt = 0,
    dayCount = 240,
  }: SeasonOptions = {},
): SignatureDay[] {
  const chance = seeded(seed);
  const normal = () =>
    Math.sqrt(-2 * Math.log(chance() || 1e-12)) * Math.cos(2 * Math.PI * chance());
  let [error, weather] = [0, 0];
  return Array.from({ length: dayCount }, (_, day) => {
    weather = 0.8 * weather + 2 * normal();
    const outdoorC = meanC - 9 * Math.cos(2 * Math.PI * (day - 105) / 365) + weather;
    error = correlation * error + Math.sqrt(1 - correlation ** 2) * noise * normal();
    const expected = baseKwh + slopeKwhPerK * Math.max(0, balanceC - outdoorC);
    const share = day >= changeAt ? 1 + change : 1;
    return {
      date: addDays(FIRST_DAY, day),
      outdoorC,
      energyKwh: Math.max(1, expected * (1 + error) * share),
    };
  });
}

/** A boiler room of random size, weather and noise: at most 4 % a day, correlated by 0.3 at most. */
export function randomOptions(seed: number): SeasonOptions {
  const chance = seeded(seed + 77_000);
  const between = (least: number, most: number) => least + chance() * (most - least);
  return {
    signature: {
      baseKwh: between(80, 600),
      slopeKwhPerK: between(40, 300),
      balanceC: between(12.5, 18.5),
    },
    noise: between(0.02, 0.04),
    correlation: between(0, 0.3),
    meanC: between(7, 11),
    dayCount: Math.round(between(215, 260)),
  };
}

/** A complete season of a random boiler room, and its signature. */
export function randomBaseline(seed: number): Baseline {
  const days = aSeason(seed, randomOptions(seed));
  const { signature } = fitSignature(days);
  if (signature === null) throw new Error(`season ${seed} has no signature`);
  return { signature, days };
}

/** Day on which a made season changes. */
export const CHANGED_AT = 80;

/** The next season of a random boiler room. @param change from {@link CHANGED_AT}, as a share */
export function randomSeason(seed: number, change = 0): SignatureDay[] {
  return aSeason(seed + 10_000, { ...randomOptions(seed), change, changeAt: CHANGED_AT });
}
