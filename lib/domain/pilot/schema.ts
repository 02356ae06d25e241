import * as z from "zod/mini";
import {
  anyText,
  anyTextOrNull,
  figure,
  flag,
  flagOrNull,
  id,
  idOrNull,
  instantOrNull,
  integerBetween,
  namedObject,
  numberBetween,
  numberOrNull,
  UNIQUE,
  version,
} from "@/lib/domain/forms/schema.ts";
import { CONNECTIVITY_STATES } from "@/lib/domain/housing/types.ts";
import { MOST_OCCUPANT_RANGE_C, mostNightDecreaseC, PILOT_LIMITS, WISH_STATES } from "./limits.ts";

const houseStatus = z.enum(["present", "absent"]);

/** Whether the occupants of a dwelling are at home. */
export type HouseStatus = z.output<typeof houseStatus>;

/** Configuration of a module; names are the modules' own. @spec pilot.config */
const configFields = {
  /** Heating comfort temperature, °C. */
  temp_conf: numberBetween(...PILOT_LIMITS.temp_conf),
  /** Cooling comfort temperature, °C. */
  temp_conf_clim: numberBetween(...PILOT_LIMITS.temp_conf_clim),
  /** Night decrease, °C. */
  night_decrease: numberBetween(...PILOT_LIMITS.night_decrease),
  /** Whether occupants are prevented from changing each value. */
  temp_conf_limit: flag,
  temp_conf_clim_limit: flag,
  night_decrease_limit: flag,
  /** Heating on. */
  ch_on: flag,
  /** Hours of the day, 0 to 23, when the water tank heats. */
  watertank_hours: z.array(integerBetween(...PILOT_LIMITS.watertank_hours)).check(
    z.maxLength(24),
    UNIQUE,
  ),
};

const pilotConfigValues = z.object(configFields);

/** Configuration followed by a module. */
export type PilotConfig = z.output<typeof pilotConfigValues>;

/** Last change and its author; null when never changed, or when the account was removed. */
const changeFields = { changedAt: instantOrNull, changedBy: anyTextOrNull };

export const pilotConfigRead = namedObject("PilotConfig", {
  ...configFields,
  ...changeFields,
  version: anyText,
});

const isNightInLimits = ({ temp_conf, night_decrease }: PilotConfig) =>
  night_decrease <= mostNightDecreaseC(temp_conf);
const ofNight = {
  path: ["night_decrease"],
  message: `Leaves less than ${PILOT_LIMITS.temp_conf[0]} at night`,
};

export const pilotConfigDraft = z.strictObject({ ...configFields, version })
  .check(z.refine(isNightInLimits, ofNight));

const featureFields = {
  /** Presence of the occupants. */
  house_status: flag,
  /** Heating. */
  ch_pilot: flag,
  /** Cooling. */
  clim_pilot: flag,
  /** Water tank. */
  watertank_pilot: flag,
};

/** Maximum deviation of an occupant's heating from the residence's, °C up and down; 0 when not allowed. */
const occupantRangeC = numberBetween(0, MOST_OCCUPANT_RANGE_C);

/** Features controlled by the modules of a residence. @spec pilot.features */
export type PilotFeatures = z.output<typeof pilotFeatures>;
export const pilotFeatures = namedObject("PilotFeatures", {
  ...featureFields,
  occupantRangeC: figure,
  version: anyText,
});

export const pilotFeaturesDraft = z.strictObject({ ...featureFields, occupantRangeC, version });

/** Value from which a series raises an alarm. @spec pilot.thresholds */
export const pilotThreshold = namedObject("PilotThreshold", {
  dataSeriesId: id,
  /** In the unit of the series; null for none. */
  threshold: numberOrNull,
  version: anyText,
});

/** Draft of a threshold. @spec pilot.thresholds */
export const pilotThresholdDraft = z.strictObject({
  threshold: z.nullable(numberBetween(-1e9, 1e9)),
  version,
});

const moduleFields = {
  moduleId: id,
  houseId: idOrNull,
  /** Name of the dwelling. */
  name: anyText,
};

/** Configuration of a module. @spec pilot.config */
export type ModuleConfig = z.output<typeof moduleConfig>;
export const moduleConfig = namedObject("ModuleConfig", {
  ...moduleFields,
  /** It follows the residence's configuration, which provides these values. */
  isDefault: flag,
  ...configFields,
  /** Heating temperature chosen by the occupant, °C; null without a choice. */
  occupantChoiceC: numberOrNull,
  /** Requested temperature: the nearest one the occupant may choose now, °C; null when `temp_conf` is requested. */
  occupantTempC: numberOrNull,
  ...changeFields,
  version: anyText,
});

export const moduleConfigDraft = z.strictObject({
  ...configFields,
  /** True to follow the residence's configuration; the other values are then not stored. */
  isDefault: flag,
  version,
}).check(z.refine((draft) => draft.isDefault || isNightInLimits(draft), ofNight));

/** Whether a module has applied the last request. @spec pilot.wishes */
export type ModuleWish = z.output<typeof moduleWish>;
const moduleWish = namedObject("ModuleWish", {
  /** `none` before the first request. */
  state: z.enum(WISH_STATES),
  /** Increases with each change; 0 for none. */
  revision: figure,
  /** Time and author of the request. */
  ...changeFields,
  /** Requested by the occupant, whose name is not disclosed. */
  isOccupants: flag,
  /** When the module reported it as applied; null while pending. */
  appliedAt: instantOrNull,
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
  temperatureC: numberOrNull,
  /** Source of the temperature: the more recent of the module's report and the dwelling's sensor. */
  temperatureFrom: z.nullable(z.enum(["module", "sensor"])),
  temperatureAt: instantOrNull,
  /** Target temperature reported by the module, °C. */
  setpointC: numberOrNull,
  isHeating: flagOrNull,
  isCooling: flagOrNull,
  isWaterHeating: flagOrNull,
  /** Instant of its last report; null when there is none. */
  at: instantOrNull,
  wish: moduleWish,
  /** Version of the requested presence. */
  version: anyText,
});

/** Command to a module. @spec pilot.changes */
export const moduleStatusDraft = z.strictObject({ house_status: houseStatus, version });

/** Heating of the caller's own dwelling. @spec pilot.occupant-range */
export type OwnPilot = z.output<typeof ownPilot>;
export const ownPilot = namedObject("OwnPilot", {
  /** Temperature requested without a choice, °C. */
  residenceTempC: figure,
  /** The caller's choice, allowed now or not, °C; null when there is none. */
  chosenC: numberOrNull,
  /** Temperature requested from the module, °C. */
  askedC: figure,
  /** Lowest and highest choice, °C; null when the caller may not choose. */
  minC: numberOrNull,
  maxC: numberOrNull,
  state: z.enum(WISH_STATES),
  /** Version of the caller's choice. */
  version: anyText,
});

/** null to follow the landlord's setting again. */
export const ownPilotDraft = z.strictObject({
  tempC: z.nullable(numberBetween(...PILOT_LIMITS.temp_conf)),
  version,
});

/** Connectivity of a module. @spec pilot.connectivity */
export type ModuleConnectivity = z.output<typeof moduleConnectivity>;
export const moduleConnectivity = namedObject("ModuleConnectivity", {
  ...moduleFields,
  state: z.enum(CONNECTIVITY_STATES),
  /** Instant of the last reception; null for never. */
  lastSeenAt: instantOrNull,
});
