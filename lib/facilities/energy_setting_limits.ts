/** Bounds and steps of the numbers typed in the energy settings and the simulation. @module */

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

/** Highest pressure, temperature and altitude coefficient, m³(n)/m³: 1.23 at 300 mbar. @spec balance.source */
export const PTA_MAX = 10;

/** Highest gross calorific value, kWh/m³(n): gas is near 9 to 13. @spec balance.source */
export const PCS_MAX = 30;
