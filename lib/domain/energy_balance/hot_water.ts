import { LITRES_PER_M3 } from "./constants.ts";
import { completeSum, quotient } from "./sums.ts";
import type { HotWaterFigures } from "./types.ts";

interface HotWaterReadings {
  /** m³ of each volume series; null when missing. */
  readonly volumesM3: readonly (number | null)[];
  /** kWh of each energy series; null when missing. */
  readonly energiesKWh: readonly (number | null)[];
}

interface HotWaterSettings {
  /** Source energy spent per m³, kWh/m³. */
  readonly q: number;
  readonly peopleNb: number;
}

/** A boiler room that makes no hot water. @spec balance.hot-water */
const NO_HOT_WATER: HotWaterFigures = { volume: null, energy: null, dailyVolumePerPerson: null };

/**
 * Hot water of a month: volume, energy, litres a day per person.
 *
 * @spec balance.hot-water "Hot water energy = volume × q, added to any measured energy"
 * @param readings of every hot-water series
 * @param settings in force; null before the first version
 * @param days counted in the month
 * @returns nulls where a series is missing or, for volumes, where no settings give q
 */
export function hotWaterFigures(
  readings: HotWaterReadings,
  settings: HotWaterSettings | null,
  days: number,
): HotWaterFigures {
  const { volumesM3, energiesKWh } = readings;
  if (volumesM3.length === 0 && energiesKWh.length === 0) return NO_HOT_WATER;
  const volumeM3 = volumesM3.length === 0 ? null : completeSum(volumesM3);
  const drawnKWh = volumesM3.length === 0
    ? 0
    : energyOfVolume({ volumeM3, q: settings?.q ?? null });
  return {
    volume: volumeM3,
    energy: completeSum([drawnKWh, ...energiesKWh]),
    dailyVolumePerPerson: dailyLitresPerPerson({
      volumeM3,
      peopleNb: settings?.peopleNb ?? null,
      days,
    }),
  };
}

/**
 * Source energy spent for a volume of hot water.
 *
 * @spec balance.hot-water "Hot water energy = volume × q"
 * @returns kWh; null when the volume (m³) or q (kWh/m³) is unknown
 */
export function energyOfVolume(
  { volumeM3, q }: { readonly volumeM3: number | null; readonly q: number | null },
): number | null {
  return volumeM3 === null || q === null ? null : volumeM3 * q;
}

/**
 * Litres of hot water a day per person.
 *
 * @spec balance.hot-water "Daily volume per person = 1000 × m³ / (people × days)"
 * @returns null when a term is unknown or the number of people is 0
 */
export function dailyLitresPerPerson(
  { volumeM3, peopleNb, days }: {
    readonly volumeM3: number | null;
    readonly peopleNb: number | null;
    readonly days: number;
  },
): number | null {
  if (volumeM3 === null || peopleNb === null) return null;
  return quotient(LITRES_PER_M3 * volumeM3, peopleNb * days);
}
