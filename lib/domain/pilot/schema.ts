import { z } from "zod";
import {
  id,
  idOrNull,
  instantOrNull,
  integerBetween,
  numberBetween,
  numberOrNull,
  version,
} from "../forms/schema.ts";
import { CONNECTIVITY_STATES } from "../housing/types.ts";
import type {
  HouseStatus,
  ModuleConfig,
  ModuleConfigDraft,
  ModuleConnectivity,
  ModuleStatus,
  ModuleStatusDraft,
  PilotConfigDraft,
  PilotConfigRead,
  PilotFeatures,
  PilotThreshold,
  PilotThresholdDraft,
} from "./types.ts";

const houseStatus: z.ZodType<HouseStatus> = z.enum(["present", "absent"]);

const configFields = {
  temp_conf: numberBetween(5, 30),
  temp_conf_clim: numberBetween(15, 35),
  night_decrease: numberBetween(0, 10),
  temp_conf_limit: z.boolean(),
  temp_conf_clim_limit: z.boolean(),
  night_decrease_limit: z.boolean(),
  ch_on: z.boolean(),
  watertank_hours: z.array(integerBetween(0, 23)).max(24)
    .refine((hours) => new Set(hours).size === hours.length, { message: "unique" }),
};

/** {@link PilotConfigRead} */
export const pilotConfigRead: z.ZodType<PilotConfigRead> = z.object({
  ...configFields,
  version: z.string(),
}).meta({ id: "PilotConfig" });

/** {@link PilotConfigDraft} */
export const pilotConfigDraft: z.ZodType<PilotConfigDraft> = z.strictObject({
  ...configFields,
  version,
});

/** {@link PilotFeatures} */
export const pilotFeatures: z.ZodType<PilotFeatures> = z.object({
  house_status: z.boolean(),
  ch_pilot: z.boolean(),
  clim_pilot: z.boolean(),
  watertank_pilot: z.boolean(),
}).meta({ id: "PilotFeatures" });

/** {@link PilotThreshold} */
export const pilotThreshold: z.ZodType<PilotThreshold> = z.object({
  dataSeriesId: id,
  threshold: numberOrNull,
  version: z.string(),
}).meta({ id: "PilotThreshold" });

/** {@link PilotThresholdDraft} */
export const pilotThresholdDraft: z.ZodType<PilotThresholdDraft> = z.strictObject({
  threshold: numberBetween(-1e9, 1e9).nullable(),
  version,
});

/** {@link ModuleConfig} */
export const moduleConfig: z.ZodType<ModuleConfig> = z.object({
  moduleId: id,
  houseId: idOrNull,
  isDefault: z.boolean(),
  ...configFields,
  version: z.string(),
}).meta({ id: "ModuleConfig" });

/** {@link ModuleConfigDraft} */
export const moduleConfigDraft: z.ZodType<ModuleConfigDraft> = z.strictObject({
  ...configFields,
  isDefault: z.boolean(),
  version,
});

/** {@link ModuleStatus} */
export const moduleStatus: z.ZodType<ModuleStatus> = z.object({
  moduleId: id,
  houseId: idOrNull,
  house_status: houseStatus,
  temperatureC: numberOrNull,
  setpointC: numberOrNull,
  isHeating: z.boolean().nullable(),
  isCooling: z.boolean().nullable(),
  isWaterHeating: z.boolean().nullable(),
  at: instantOrNull,
}).meta({ id: "ModuleStatus" });

/** {@link ModuleStatusDraft} */
export const moduleStatusDraft: z.ZodType<ModuleStatusDraft> = z.strictObject({
  house_status: houseStatus,
});

/** {@link ModuleConnectivity} */
export const moduleConnectivity: z.ZodType<ModuleConnectivity> = z.object({
  moduleId: id,
  houseId: idOrNull,
  state: z.enum(CONNECTIVITY_STATES),
  lastSeenAt: instantOrNull,
}).meta({ id: "ModuleConnectivity" });
