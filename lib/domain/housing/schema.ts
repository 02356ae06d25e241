import * as z from "zod/mini";
import {
  anyText,
  figure,
  freeText,
  id,
  idOrNull,
  ids,
  instant,
  instantOrNull,
  integerBetween,
  isoDate,
  isoDateOrNull,
  named,
  numberBetween,
  numberOrNull,
  pairs,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
import { ecotouchAccess } from "@/lib/domain/projects/schema.ts";
import {
  ALERT_MAX_LENGTH,
  MOST_AREA_M2,
  MOST_HOUSES,
  MOST_OCCUPANTS,
  TOP_FLOOR,
} from "./limits.ts";
import {
  type CollectMode,
  CONNECTIVITY_STATES,
  type ConnectivityState,
  type HourlyMode,
} from "./types.ts";

/** How a dwelling's readings come. @spec housing.fields */
export type HouseKind = z.output<typeof houseKind>;

const houseKind = z.enum(["module", "enocean"]);
const collectMode: z.ZodMiniType<CollectMode> = z.literal([0, 1, 2]);
const hourlyMode: z.ZodMiniType<HourlyMode> = z.literal([0, 1, 2, 3]);

/** Settings of a dwelling. @spec housing.fields */
export type HouseSettings = z.output<typeof houseSettings>;

const houseSettings = named(
  "HouseSettings",
  z.object({
    name: anyText,
    collectMode,
    hourlyMode,
    /** 0 is the ground floor; null when unknown. */
    floor: numberOrNull,
    buildingId: idOrNull,
    houseTypeId: idOrNull,
    anonymousGroupId: idOrNull,
  }),
);

/** −1 means every floor in the floor selector, so no dwelling has it. @spec housing.fields */
const floor: z.ZodMiniType<number | null> = z.nullable(integerBetween(0, TOP_FLOOR));

/** Free fields; those there already stay when left out. */
const config = z.optional(pairs);

const settingsFields = {
  name: text(100),
  collectMode,
  hourlyMode,
  floor,
  buildingId: idOrNull,
  houseTypeId: idOrNull,
  anonymousGroupId: idOrNull,
};

/** A dwelling, or the module in it. @spec housing.fields */
export type House = z.output<typeof house>;

export const house = named(
  "House",
  z.object({
    id,
    kind: houseKind,
    /** Module that carries the sensors; null when there is none. */
    projectModuleId: idOrNull,
    serial: anyText,
    settings: houseSettings,
    /** Free fields, when the residence has houseMetadata. */
    config: z.record(anyText, anyText),
    version: anyText,
  }),
);

export type HouseDraft = z.output<typeof houseDraft>;

export const houseDraft = z.strictObject({
  kind: houseKind,
  projectModuleId: idOrNull,
  serial: freeText(100),
  settings: z.strictObject(settingsFields),
  config,
});

/** {@link HouseSettings} to write. */
export const houseSettingsDraft = z.strictObject({
  ...settingsFields,
  config,
  version,
});

/** A kind of dwelling. @spec housing.types-and-groups */
export type HouseType = z.output<typeof houseType>;

export const houseType = named(
  "HouseType",
  z.object({
    id,
    name: anyText,
    /** Habitable area, m²; null when unknown. */
    area: numberOrNull,
    occupants: numberOrNull,
    version: anyText,
  }),
);

export const houseTypeDraft = z.strictObject({
  name: text(100),
  area: z.nullable(numberBetween(0, MOST_AREA_M2)),
  occupants: z.nullable(numberBetween(0, MOST_OCCUPANTS)),
  version,
});

/** Dwellings shown together, never one by one. @spec housing.types-and-groups */
export type AnonymousGroup = z.output<typeof anonymousGroup>;

export const anonymousGroup = named(
  "AnonymousGroup",
  z.object({
    id,
    name: anyText,
    version: anyText,
  }),
);

export const anonymousGroupDraft = z.strictObject({
  name: text(100),
  version,
});

const connectivityState: z.ZodMiniType<ConnectivityState> = z.enum(CONNECTIVITY_STATES);

/** Connectivity of one dwelling. @spec housing.connectivity */
export type HouseConnectivity = z.output<typeof houseConnectivity>;

export const houseConnectivity = named(
  "HouseConnectivity",
  z.object({
    houseId: id,
    state: connectivityState,
    /** Instant of the last reading; null when there is none. */
    lastSeenAt: instantOrNull,
  }),
);

/** How many dwellings are in each state. @spec housing.connectivity-counts */
export type ConnectivitySummary = z.output<typeof connectivitySummary>;

export const connectivitySummary = named(
  "ConnectivitySummary",
  z.object({
    onlineCount: figure,
    reachableCount: figure,
    last7DaysCount: figure,
    offlineCount: figure,
  }),
);

/** Rights of the occupants' application in a dwelling. @spec housing.app-rights */
export type ModuleRights = z.output<typeof moduleRights>;

export const moduleRights = named(
  "ModuleRights",
  z.object({
    houseId: id,
    /** 0 none, 1 read, 2 write, 3 websocket. */
    access: ecotouchAccess,
    version: anyText,
  }),
);

/** {@link ModuleRights} to write. */
export const moduleRightsDraft = z.strictObject({
  access: ecotouchAccess,
  version,
});

/** A message to the tenants' application. @spec housing.messages */
export type HousingAlert = z.output<typeof housingAlert>;

export const housingAlert = named(
  "HousingAlert",
  z.object({
    id,
    /** Civil days; an open end stays until removed. */
    from: isoDate,
    to: isoDateOrNull,
    message: anyText,
    /** Dwellings it is for; none = all. */
    houseIds: z.array(id),
    version: anyText,
  }),
);

export const housingAlertDraft = z.strictObject({
  from: isoDate,
  to: isoDateOrNull,
  message: text(ALERT_MAX_LENGTH),
  houseIds: ids(MOST_HOUSES),
  version,
}).check(z.refine(({ from, to }) => to === null || from <= to, { path: ["to"] }));

/** A series over a period in a few figures, in its unit. @spec housing.series */
export type SeriesStats = z.output<typeof seriesStats>;

export const seriesStats = named(
  "SeriesStats",
  z.object({
    seriesId: id,
    unit: anyText,
    /** null without readings. */
    min: numberOrNull,
    mean: numberOrNull,
    max: numberOrNull,
    /** Sum, for what adds up. */
    sum: numberOrNull,
    /** The same sum or mean a year before. */
    previousYear: numberOrNull,
    /** Dwellings counted. */
    houseCount: figure,
    completeness: figure,
  }),
);

/** Figures of one slot over the dwellings, or over a dwelling's readings. */
export type RangeStatsSlot = z.output<typeof rangeStatsSlot>;

const rangeStatsSlot = named(
  "RangeStatsSlot",
  z.object({
    slot: anyText,
    min: numberOrNull,
    mean: numberOrNull,
    max: numberOrNull,
    /** Dwellings, or readings, counted. */
    count: figure,
  }),
);

/** A series slot by slot in a few figures. @spec housing.series */
export type RangeStats = z.output<typeof rangeStats>;

export const rangeStats = named(
  "RangeStats",
  z.object({
    seriesId: id,
    unit: anyText,
    slots: z.array(rangeStatsSlot),
  }),
);

/** A series in each dwelling over one slot. @spec housing.series */
export const detailedData = named(
  "DetailedData",
  z.object({
    seriesId: id,
    unit: anyText,
    houses: z.array(z.object({ houseId: id, value: numberOrNull, completeness: figure })),
  }),
);

/** The last value of a series in a dwelling. @spec housing.series */
export type HouseSensorValue = z.output<typeof houseSensorValue>;

export const houseSensorValue = named(
  "HouseSensorValue",
  z.object({
    houseId: id,
    /** Instant. */
    at: instant,
    value: figure,
  }),
);

/** The readings of a series of one dwelling, one by one. @spec housing.series */
export const houseReadings = named(
  "HouseReadings",
  z.object({
    seriesId: id,
    unit: anyText,
    values: z.array(z.object({ at: instant, value: figure })),
    /** The texts that a state sent. */
    messages: z.array(z.object({ at: instant, message: anyText })),
  }),
);

/** A series over the groups of dwellings large enough to be shown. @spec housing.groups */
export const anonymousData = named(
  "AnonymousData",
  z.object({
    seriesId: id,
    unit: anyText,
    groups: z.array(z.object({
      anonymousGroupId: id,
      houseCount: figure,
      value: numberOrNull,
      completeness: figure,
    })),
  }),
);
