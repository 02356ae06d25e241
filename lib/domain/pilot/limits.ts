/** Lowest and highest value of each quantity of a configuration, both allowed. @spec pilot.config */
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

/** The greatest lowering at night that leaves the night within the limits too, °C. @spec pilot.config */
export function mostNightDecreaseC(temp_conf: number): number {
  return temp_conf - PILOT_LIMITS.temp_conf[0];
}

/** Every temperature that is asked is a multiple of it, °C. @spec pilot.config */
export const SET_POINT_STEP_C = 0.5;

/** Widest range that occupants may be allowed, °C up and down. */
export const MOST_OCCUPANT_RANGE_C = 5;

/** Nothing asked; asked, and not applied yet; applied. */
export const WISH_STATES = ["none", "pending", "applied"] as const;
