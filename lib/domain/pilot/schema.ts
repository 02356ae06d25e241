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
  /** Lowering at night, °C. */
  night_decrease: numberBetween(...PILOT_LIMITS.night_decrease),
  /** Whether occupants may not change each of them. */
  temp_conf_limit: flag,
  temp_conf_clim_limit: flag,
  night_decrease_limit: flag,
  /** Heating on. */
  ch_on: flag,
  /** Hours of the day, 0 to 23, when the water tank heats. */
  watertank_hours: z.array(integerBetween(...PILOT_LIMITS.watertank_hours)).check(
    z.maxLength(24),
    z.refine((hours) => new Set(hours).size === hours.length, { message: "unique" }),
  ),
};

const pilotConfigValues = z.object(configFields);

/** What a module follows. */
export type PilotConfig = z.output<typeof pilotConfigValues>;

/** When it was last written, and by whom; null when never, and for an account that was removed. */
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

/** How far an occupant may set their own heating from that of the residence, °C up and down; 0 for not at all. */
const occupantRangeC = numberBetween(0, MOST_OCCUPANT_RANGE_C);

/** What the modules of a residence are driven for. @spec pilot.features */
export type PilotFeatures = z.output<typeof pilotFeatures>;
export const pilotFeatures = namedObject("PilotFeatures", {
  ...featureFields,
  occupantRangeC: figure,
  version: anyText,
});

export const pilotFeaturesDraft = z.strictObject({ ...featureFields, occupantRangeC, version });

/** From which value on a series raises an alarm. @spec pilot.thresholds */
export type PilotThreshold = z.output<typeof pilotThreshold>;
export const pilotThreshold = namedObject("PilotThreshold", {
  dataSeriesId: id,
  /** In the unit of the series; null for none. */
  threshold: numberOrNull,
  version: anyText,
});

/** A threshold to write. @spec pilot.thresholds */
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

/** A module's configuration among the others. @spec pilot.config */
export type ModuleConfig = z.output<typeof moduleConfig>;
export const moduleConfig = namedObject("ModuleConfig", {
  ...moduleFields,
  /** It follows the residence's configuration, whose values these are then. */
  isDefault: flag,
  ...configFields,
  /** The heating that the occupant has chosen, °C; null without a choice. */
  occupantChoiceC: numberOrNull,
  /** What is asked for it: the nearest that they may choose now, °C; null when `temp_conf` is asked. */
  occupantTempC: numberOrNull,
  ...changeFields,
  version: anyText,
});

export const moduleConfigDraft = z.strictObject({
  ...configFields,
  /** True to follow the residence's configuration; the other values are not stored then. */
  isDefault: flag,
  version,
}).check(z.refine((draft) => draft.isDefault || isNightInLimits(draft), ofNight));

/** Whether a module has applied what was last asked of it. @spec pilot.wishes */
export type ModuleWish = z.output<typeof moduleWish>;
const moduleWish = namedObject("ModuleWish", {
  /** `none` as long as nothing was asked. */
  state: z.enum(WISH_STATES),
  /** Grows with each change; 0 for none. */
  revision: figure,
  /** When it was asked, and by whom. */
  ...changeFields,
  /** By the occupant, whose name is not given. */
  isOccupants: flag,
  /** When the module said so; null while pending. */
  appliedAt: instantOrNull,
});

/** Status reported by a module. @spec pilot.wishes */
export type ModuleStatus = z.output<typeof moduleStatus>;
export const moduleStatus = namedObject("ModuleStatus", {
  ...moduleFields,
  /** As it was last asked for. */
  house_status: houseStatus,
  /** As the module reports it; null when it does not. */
  reportedHouseStatus: z.nullable(houseStatus),
  /** Measured, °C; null when unknown, and in a dwelling whose current temperature may not be shown. */
  temperatureC: numberOrNull,
  /** Which is newer: what the module reports or the readings of a sensor of the dwelling. */
  temperatureFrom: z.nullable(z.enum(["module", "sensor"])),
  temperatureAt: instantOrNull,
  /** Target that the module reports, °C. */
  setpointC: numberOrNull,
  isHeating: flagOrNull,
  isCooling: flagOrNull,
  isWaterHeating: flagOrNull,
  /** Instant of its last report; null when there is none. */
  at: instantOrNull,
  wish: moduleWish,
  /** Of the presence asked for. */
  version: anyText,
});

/** Command to a module. @spec pilot.changes */
export const moduleStatusDraft = z.strictObject({ house_status: houseStatus, version });

/** The heating of one's own dwelling, for its occupant. @spec pilot.occupant-range */
export type OwnPilot = z.output<typeof ownPilot>;
export const ownPilot = namedObject("OwnPilot", {
  /** What is asked without a choice, °C. */
  residenceTempC: figure,
  /** One's own choice, allowed now or not, °C; null without one. */
  chosenC: numberOrNull,
  /** What is asked of the module, °C. */
  askedC: figure,
  /** Lowest and highest choice, °C; null when one may not choose. */
  minC: numberOrNull,
  maxC: numberOrNull,
  state: z.enum(WISH_STATES),
  /** Of one's own choice. */
  version: anyText,
});

/** null to follow the landlord again. */
export const ownPilotDraft = z.strictObject({
  tempC: z.nullable(numberBetween(...PILOT_LIMITS.temp_conf)),
  version,
});

/** How a module answers. @spec pilot.connectivity */
export type ModuleConnectivity = z.output<typeof moduleConnectivity>;
export const moduleConnectivity = namedObject("ModuleConnectivity", {
  ...moduleFields,
  state: z.enum(CONNECTIVITY_STATES),
  /** Instant; null when it has never spoken. */
  lastSeenAt: instantOrNull,
});
