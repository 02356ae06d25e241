/** Bounds and steps of setpoints, and the states of a setpoint request. @module */

/** Minimum and maximum of each quantity of a configuration, both allowed. @spec pilot.config */
export const PILOT_LIMITS = {
  /** °C. */
  temp_conf: [5, 30],
  /** °C. */
  temp_conf_clim: [15, 35],
  /** °C. */
  night_decrease: [0, 10],
  /** Hours of the day. */
  watertank_hours: [0, 23],
} as const;

/** Maximum night decrease that keeps the night temperature within the limits, °C. @spec pilot.config */
export function mostNightDecreaseC(temp_conf: number): number {
  return temp_conf - PILOT_LIMITS.temp_conf[0];
}

/** Step of every requested temperature, °C. @spec pilot.config */
export const SET_POINT_STEP_C = 0.5;

/** States of a setpoint request: none requested; requested but not applied yet; applied. */
export const WISH_STATES = ["none", "pending", "applied"] as const;
