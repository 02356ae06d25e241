import type { ConnectivityState } from "@/lib/domain/housing/types.ts";

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

/** Features of the residence's modules. @spec B §3 "features (house_status, ch_pilot, clim_pilot, watertank_pilot)" */
export interface PilotFeatures {
  house_status: boolean;
  ch_pilot: boolean;
  clim_pilot: boolean;
  watertank_pilot: boolean;
}

/** From which value on a series raises an alarm. @spec B §3 "thresholds[dataSeriesId, threshold]" */
export interface PilotThreshold {
  dataSeriesId: string;
  /** In the unit of the series; null for none. */
  threshold: number | null;
  version: string;
}

/** A threshold to write. @spec B §7 "thresholds/{id} (body threshold)" */
export interface PilotThresholdDraft {
  threshold: number | null;
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

/** Status reported by a module. @spec B §7 "modulesstatus" */
export interface ModuleStatus {
  moduleId: string;
  houseId: string | null;
  house_status: HouseStatus;
  /** Measured and target, °C; null when unknown. */
  temperatureC: number | null;
  setpointC: number | null;
  isHeating: boolean | null;
  isCooling: boolean | null;
  isWaterHeating: boolean | null;
  /** Instant; null when it has never spoken. */
  at: string | null;
}

/** Command to a module. @spec B §7 "PUT … modules/{id}/status" */
export interface ModuleStatusDraft {
  house_status: HouseStatus;
}

/** How a module answers. @spec B §7 "modulesconnectivity" */
export interface ModuleConnectivity {
  moduleId: string;
  houseId: string | null;
  state: ConnectivityState;
  /** Instant; null when it has never spoken. */
  lastSeenAt: string | null;
}
