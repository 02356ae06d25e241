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

const houseStatus: z.ZodMiniType<HouseStatus> = z.enum(["present", "absent"]);

const configFields = {
  temp_conf: numberBetween(5, 30),
  temp_conf_clim: numberBetween(15, 35),
  night_decrease: numberBetween(0, 10),
  temp_conf_limit: flag,
  temp_conf_clim_limit: flag,
  night_decrease_limit: flag,
  ch_on: flag,
  watertank_hours: z.array(integerBetween(0, 23)).check(
    z.maxLength(24),
    z.refine((hours) => new Set(hours).size === hours.length, { message: "unique" }),
  ),
};

/** {@link PilotConfigRead} */
export const pilotConfigRead: z.ZodMiniType<PilotConfigRead> = named(
  "PilotConfig",
  z.object({
    ...configFields,
    version: anyText,
  }),
);

/** {@link PilotConfigDraft} */
export const pilotConfigDraft: z.ZodMiniType<PilotConfigDraft> = z.strictObject({
  ...configFields,
  version,
});

/** {@link PilotFeatures} */
export const pilotFeatures: z.ZodMiniType<PilotFeatures> = named(
  "PilotFeatures",
  z.object({
    house_status: flag,
    ch_pilot: flag,
    clim_pilot: flag,
    watertank_pilot: flag,
  }),
);

/** {@link PilotThreshold} */
export const pilotThreshold: z.ZodMiniType<PilotThreshold> = named(
  "PilotThreshold",
  z.object({
    dataSeriesId: id,
    threshold: numberOrNull,
    version: anyText,
  }),
);

/** {@link PilotThresholdDraft} */
export const pilotThresholdDraft: z.ZodMiniType<PilotThresholdDraft> = z.strictObject({
  threshold: z.nullable(numberBetween(-1e9, 1e9)),
  version,
});

/** {@link ModuleConfig} */
export const moduleConfig: z.ZodMiniType<ModuleConfig> = named(
  "ModuleConfig",
  z.object({
    moduleId: id,
    houseId: idOrNull,
    isDefault: flag,
    ...configFields,
    version: anyText,
  }),
);

/** {@link ModuleConfigDraft} */
export const moduleConfigDraft: z.ZodMiniType<ModuleConfigDraft> = z.strictObject({
  ...configFields,
  isDefault: flag,
  version,
});

/** {@link ModuleStatus} */
export const moduleStatus: z.ZodMiniType<ModuleStatus> = named(
  "ModuleStatus",
  z.object({
    moduleId: id,
    houseId: idOrNull,
    house_status: houseStatus,
    temperatureC: numberOrNull,
    setpointC: numberOrNull,
    isHeating: flagOrNull,
    isCooling: flagOrNull,
    isWaterHeating: flagOrNull,
    at: instantOrNull,
  }),
);

/** {@link ModuleStatusDraft} */
export const moduleStatusDraft: z.ZodMiniType<ModuleStatusDraft> = z.strictObject({
  house_status: houseStatus,
});

/** {@link ModuleConnectivity} */
export const moduleConnectivity: z.ZodMiniType<ModuleConnectivity> = named(
  "ModuleConnectivity",
  z.object({
    moduleId: id,
    houseId: idOrNull,
    state: z.enum(CONNECTIVITY_STATES),
    lastSeenAt: instantOrNull,
  }),
);
