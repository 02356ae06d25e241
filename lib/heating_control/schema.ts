/** Schemas of configurations, features, thresholds and modules of the heating control. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { draft, namedObject, versionedObject } from "@/lib/base/object_schemas.ts";
import { connectivityFields } from "@/lib/housing/schema.ts";
import { mostNightDecreaseC, PILOT_LIMITS, WISH_STATES } from "./setpoint_limits.ts";

const houseStatus = z.enum(["present", "absent"]);

/** Whether the occupants of a dwelling are at home. */
export type HouseStatus = z.output<typeof houseStatus>;

/** Configuration of a module; names are the modules' own. @spec pilot.config */
const configFields = {
  /** Heating comfort temperature, °C. */
  temp_conf: field.numberBetween(...PILOT_LIMITS.temp_conf),
  /** Cooling comfort temperature, °C. */
  temp_conf_clim: field.numberBetween(...PILOT_LIMITS.temp_conf_clim),
  /** Night decrease, °C. */
  night_decrease: field.numberBetween(...PILOT_LIMITS.night_decrease),
  /** Whether occupants are prevented from changing each value. */
  temp_conf_limit: field.flag,
  temp_conf_clim_limit: field.flag,
  night_decrease_limit: field.flag,
  /** Heating on. */
  ch_on: field.flag,
  /** Hours of the day, 0 to 23, when the water tank heats. */
  watertank_hours: z.array(field.integerBetween(...PILOT_LIMITS.watertank_hours)).check(
    z.maxLength(24),
    field.UNIQUE,
  ),
};

const pilotConfigValues = z.object(configFields);

/** Configuration followed by a module. */
export type PilotConfig = z.output<typeof pilotConfigValues>;

/** Last change and its author; null when never changed, or when the account was removed. */
const changeFields = { changedAt: field.instantOrNull, changedBy: field.anyTextOrNull };

export const pilotConfigRead = versionedObject("PilotConfig", { ...configFields, ...changeFields });

const isNightInLimits = ({ temp_conf, night_decrease }: PilotConfig) =>
  night_decrease <= mostNightDecreaseC(temp_conf);
const ofNight = {
  path: ["night_decrease"],
  message: `Leaves less than ${PILOT_LIMITS.temp_conf[0]} at night`,
};

export const pilotConfigDraft = draft(configFields).check(z.refine(isNightInLimits, ofNight));

const featureFields = {
  /** Presence of the occupants. */
  house_status: field.flag,
  /** Heating. */
  ch_pilot: field.flag,
  /** Cooling. */
  clim_pilot: field.flag,
  /** Water tank. */
  watertank_pilot: field.flag,
};

/** Maximum deviation of an occupant's heating from the residence's, °C up and down; 0 when not allowed. */
const occupantRangeC = field.numberBetween(0, 5);

/** Features controlled by the modules of a residence. @spec pilot.features */
export type PilotFeatures = z.output<typeof pilotFeatures>;
export const pilotFeatures = versionedObject("PilotFeatures", {
  ...featureFields,
  occupantRangeC: field.figure,
});

export const pilotFeaturesDraft = draft({ ...featureFields, occupantRangeC });

/** Value from which a series raises an alarm. @spec pilot.thresholds */
export const pilotThreshold = versionedObject("PilotThreshold", {
  dataSeriesId: field.id,
  /** In the unit of the series; null for none. */
  threshold: field.numberOrNull,
});

/** Draft of a threshold. @spec pilot.thresholds */
export const pilotThresholdDraft = draft({ threshold: z.nullable(field.numberBetween(-1e9, 1e9)) });

/** A module, its dwelling, and the name of the dwelling. */
const moduleFields = { moduleId: field.id, houseId: field.idOrNull, name: field.anyText };

/** Configuration of a module. @spec pilot.config */
export type ModuleConfig = z.output<typeof moduleConfig>;
export const moduleConfig = versionedObject("ModuleConfig", {
  ...moduleFields,
  /** It follows the residence's configuration, which provides these values. */
  isDefault: field.flag,
  ...configFields,
  /** Heating temperature chosen by the occupant, °C; null without a choice. */
  occupantChoiceC: field.numberOrNull,
  /** Requested temperature: the nearest one the occupant may choose now, °C; null when `temp_conf` is requested. */
  occupantTempC: field.numberOrNull,
  ...changeFields,
});

export const moduleConfigDraft = draft({
  ...configFields,
  /** True to follow the residence's configuration; the other values are then not stored. */
  isDefault: field.flag,
}).check(z.refine((draft) => draft.isDefault || isNightInLimits(draft), ofNight));

/** Whether a module has applied the last request. @spec pilot.wishes */
export type ModuleSetpointRequest = z.output<typeof moduleSetpointRequest>;
const moduleSetpointRequest = namedObject("ModuleWish", {
  /** `none` before the first request. */
  state: z.enum(WISH_STATES),
  /** Increases with each change; 0 for none. */
  revision: field.figure,
  /** Time and author of the request. */
  ...changeFields,
  /** Requested by the occupant, whose name is not disclosed. */
  isOccupants: field.flag,
  /** When the module reported it as applied; null while pending. */
  appliedAt: field.instantOrNull,
});

/** Status reported by a module. @spec pilot.wishes */
export type ModuleStatus = z.output<typeof moduleStatus>;
export const moduleStatus = namedObject("ModuleStatus", {
  ...moduleFields,
  /** Last requested status. */
  house_status: houseStatus,
  /** Status reported by the module; null when it reports none. */
  reportedHouseStatus: z.nullable(houseStatus),
  /** Measured, °C; null when unknown, and for a dwelling whose current temperature may not be shown. */
  temperatureC: field.numberOrNull,
  /** Source of the temperature: the more recent of the module's report and the dwelling's sensor. */
  temperatureFrom: z.nullable(z.enum(["module", "sensor"])),
  temperatureAt: field.instantOrNull,
  /** Target temperature reported by the module, °C. */
  setpointC: field.numberOrNull,
  isHeating: field.flagOrNull,
  isCooling: field.flagOrNull,
  isWaterHeating: field.flagOrNull,
  /** Instant of its last report; null when there is none. */
  at: field.instantOrNull,
  wish: moduleSetpointRequest,
  /** Version of the requested presence. */
  version: field.anyText,
});

/** Command to a module. @spec pilot.changes */
export const moduleStatusDraft = draft({ house_status: houseStatus });

/** Heating of the caller's own dwelling. @spec pilot.occupant-range */
export type OwnPilot = z.output<typeof ownPilot>;
export const ownPilot = namedObject("OwnPilot", {
  /** Temperature requested without a choice, °C. */
  residenceTempC: field.figure,
  /** The caller's choice, allowed now or not, °C; null when there is none. */
  chosenC: field.numberOrNull,
  /** Temperature requested from the module, °C. */
  askedC: field.figure,
  /** Lowest and highest choice, °C; null when the caller may not choose. */
  minC: field.numberOrNull,
  maxC: field.numberOrNull,
  state: z.enum(WISH_STATES),
  /** Version of the caller's choice. */
  version: field.anyText,
});

/** null to follow the landlord's setting again. */
export const ownPilotDraft = draft({
  tempC: z.nullable(field.numberBetween(...PILOT_LIMITS.temp_conf)),
});

/** Connectivity of a module. @spec pilot.connectivity */
export type ModuleConnectivity = z.output<typeof moduleConnectivity>;
export const moduleConnectivity = namedObject("ModuleConnectivity", {
  ...moduleFields,
  ...connectivityFields,
});
