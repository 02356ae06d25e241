/** What a person types of a boiler room for its carbon and its class: network, DPE, altitude. @module */

export const ENERGY_CLASSES = ["A", "B", "C", "D", "E", "F", "G"] as const;

/** A class of the DPE. */
export type EnergyClass = typeof ENERGY_CLASSES[number];

/** The climate zones of France. */
export const CLIMATE_ZONES = ["H1a", "H1b", "H1c", "H2a", "H2b", "H2c", "H2d", "H3"] as const;

export type ClimateZone = typeof CLIMATE_ZONES[number];

/** Each is null when unknown. @spec facilities.site-marks */
export interface SiteMarks {
  /** Carbon of a kWh of its district network, kgCO2e, and its year; both or none. */
  readonly networkKgPerKwh: number | null;
  readonly networkYear: number | null;
  /** Class of the DPE, as a certified person signed it. */
  readonly dpe: EnergyClass | null;
  readonly altitudeM: number | null;
  readonly zone: ClimateZone | null;
}

/** Highest carbon of a network, kg/kWh, and highest altitude, m. */
export const MARK_LIMITS = { networkKgPerKwh: 2, altitudeM: 3_000 } as const;
