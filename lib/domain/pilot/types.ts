export type * from "./schema.ts";

/** Configuration of a module; names are the modules' own. @spec B §3 "Pilot: config" */
export interface PilotConfig {
  /** Heating comfort temperature, °C. */
  temp_conf: number;
  /** Cooling comfort temperature, °C. */
  temp_conf_clim: number;
  /** Lowering at night, °C. */
  night_decrease: number;
  /** Whether occupants may not change each of them. */
  temp_conf_limit: boolean;
  temp_conf_clim_limit: boolean;
  night_decrease_limit: boolean;
  /** Heating on. */
  ch_on: boolean;
  /** Hours of the day, 0 to 23, when the water tank heats. */
  watertank_hours: number[];
}
