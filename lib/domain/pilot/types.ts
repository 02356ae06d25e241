export type * from "./schema.ts";

/** Whether the dwelling is occupied at the moment. @spec B §3 "house_status" */
export type HouseStatus = "present" | "absent";

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

/** {@link PilotConfig} as read. */
export interface PilotConfigRead extends PilotConfig {
  version: string;
}

/** {@link PilotConfig} to write. */
export interface PilotConfigDraft extends PilotConfig {
  version?: string | undefined;
}

/** A module's configuration among the others. @spec B §7 "modulesconfig" */
export interface ModuleConfig extends PilotConfig {
  moduleId: string;
  houseId: string | null;
  /** It follows the residence's configuration. */
  isDefault: boolean;
  version: string;
}

/** A module's configuration to write. */
export interface ModuleConfigDraft extends PilotConfig {
  /** True to follow the residence's configuration; the values are stored but unused. */
  isDefault: boolean;
  version?: string | undefined;
}
