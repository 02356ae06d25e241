/** Bounds and steps of what is typed in the energy settings and the simulation, and the marks for carbon and class. @module */

export interface NumberLimits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/**
 * Bounds and steps of the numbers typed in the simulation form, to which its controls clamp.
 *
 * The specification gives the steps; the upper bounds only limit the width of numbers. Nothing can be compared with a
 * target of 0, so the area and the target have a minimum.
 *
 * @spec balance.simulation
 */
export const SETTINGS_LIMITS = {
  area: { min: 1, max: 10_000_000, step: 1 },
  peopleNb: { min: 0, max: 1_000_000, step: 1 },
  q: { min: 0, max: 1_000, step: 1 },
  target: { min: 0.1, max: 1_000, step: 1 },
  threshold: { min: 0, max: 100, step: 1 },
} as const satisfies Record<string, NumberLimits>;

/** Step of the threshold in the settings form, %. @spec balance.settings */
export const THRESHOLD_SETTING_STEP = 0.1;

export const DJU_CONTRACT_LIMITS = { min: 0, max: 10_000, step: 1 } as const satisfies NumberLimits;

export const ENERGY_CLASSES = ["A", "B", "C", "D", "E", "F", "G"] as const;

/** A class of the DPE. */
export type EnergyClass = typeof ENERGY_CLASSES[number];

/** The climate zones of France. */
export const CLIMATE_ZONES = ["H1a", "H1b", "H1c", "H2a", "H2b", "H2c", "H2d", "H3"] as const;
