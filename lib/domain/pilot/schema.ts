import * as z from "zod/mini";
import {
  anyText,
  flag,
  flagOrNull,
  id,
  idOrNull,
  instantOrNull,
  integerBetween,
  named,
  numberBetween,
  numberOrNull,
  version,
} from "@/lib/domain/forms/schema.ts";
import { CONNECTIVITY_STATES } from "@/lib/domain/housing/types.ts";

const houseStatus = z.enum(["present", "absent"]);

/** Configuration of a module; names are the modules' own. @spec B §3 "Pilot: config" */
const configFields = {
  /** Heating comfort temperature, °C. */
  temp_conf: numberBetween(5, 30),
  /** Cooling comfort temperature, °C. */
  temp_conf_clim: numberBetween(15, 35),
  /** Lowering at night, °C. */
  night_decrease: numberBetween(0, 10),
  /** Whether occupants may not change each of them. */
  temp_conf_limit: flag,
  temp_conf_clim_limit: flag,
  night_decrease_limit: flag,
  /** Heating on. */
  ch_on: flag,
  /** Hours of the day, 0 to 23, when the water tank heats. */
  watertank_hours: z.array(integerBetween(0, 23)).check(
    z.maxLength(24),
    z.refine((hours) => new Set(hours).size === hours.length, { message: "unique" }),
  ),
};

export type PilotConfigRead = z.output<typeof pilotConfigRead>;

export const pilotConfigRead = named(
  "PilotConfig",
  z.object({
    ...configFields,
    version: anyText,
  }),
);

export type PilotConfigDraft = z.output<typeof pilotConfigDraft>;

export const pilotConfigDraft = z.strictObject({
  ...configFields,
  version,
});

/** Features of the residence's modules. @spec B §3 "features (house_status, ch_pilot, clim_pilot, watertank_pilot)" */
export type PilotFeatures = z.output<typeof pilotFeatures>;

export const pilotFeatures = named(
  "PilotFeatures",
  z.object({
    house_status: flag,
    ch_pilot: flag,
    clim_pilot: flag,
    watertank_pilot: flag,
  }),
);

/** From which value on a series raises an alarm. @spec B §3 "thresholds[dataSeriesId, threshold]" */
export type PilotThreshold = z.output<typeof pilotThreshold>;

export const pilotThreshold = named(
  "PilotThreshold",
  z.object({
    dataSeriesId: id,
    /** In the unit of the series; null for none. */
    threshold: numberOrNull,
    version: anyText,
  }),
);

/** A threshold to write. @spec B §7 "thresholds/{id} (body threshold)" */
export type PilotThresholdDraft = z.output<typeof pilotThresholdDraft>;

export const pilotThresholdDraft = z.strictObject({
  threshold: z.nullable(numberBetween(-1e9, 1e9)),
  version,
});

/** A module's configuration among the others. @spec B §7 "modulesconfig" */
export type ModuleConfig = z.output<typeof moduleConfig>;

export const moduleConfig = named(
  "ModuleConfig",
  z.object({
    moduleId: id,
    houseId: idOrNull,
    /** It follows the residence's configuration. */
    isDefault: flag,
    ...configFields,
    version: anyText,
  }),
);

export type ModuleConfigDraft = z.output<typeof moduleConfigDraft>;

export const moduleConfigDraft = z.strictObject({
  ...configFields,
  /** True to follow the residence's configuration; the values are stored but unused. */
  isDefault: flag,
  version,
});

/** Status reported by a module. @spec B §7 "modulesstatus" */
export type ModuleStatus = z.output<typeof moduleStatus>;

export const moduleStatus = named(
  "ModuleStatus",
  z.object({
    moduleId: id,
    houseId: idOrNull,
    house_status: houseStatus,
    /** Measured and target, °C; null when unknown. */
    temperatureC: numberOrNull,
    setpointC: numberOrNull,
    isHeating: flagOrNull,
    isCooling: flagOrNull,
    isWaterHeating: flagOrNull,
    /** Instant; null when it has never spoken. */
    at: instantOrNull,
  }),
);

/** Command to a module. @spec B §7 "PUT … modules/{id}/status" */
export type ModuleStatusDraft = z.output<typeof moduleStatusDraft>;

export const moduleStatusDraft = z.strictObject({
  house_status: houseStatus,
});

/** How a module answers. @spec B §7 "modulesconnectivity" */
export type ModuleConnectivity = z.output<typeof moduleConnectivity>;

export const moduleConnectivity = named(
  "ModuleConnectivity",
  z.object({
    moduleId: id,
    houseId: idOrNull,
    state: z.enum(CONNECTIVITY_STATES),
    /** Instant; null when it has never spoken. */
    lastSeenAt: instantOrNull,
  }),
);
