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
  type AnonymousData,
  type AnonymousGroup,
  type AnonymousGroupDraft,
  type CollectMode,
  CONNECTIVITY_STATES,
  type ConnectivityState,
  type ConnectivitySummary,
  type DetailedData,
  type HourlyMode,
  type House,
  type HouseConnectivity,
  type HouseDraft,
  type HouseKind,
  type HouseReadings,
  type HouseSensorValue,
  type HouseSettings,
  type HouseSettingsDraft,
  type HouseType,
  type HouseTypeDraft,
  type HousingAlert,
  type HousingAlertDraft,
  type ModuleRights,
  type ModuleRightsDraft,
  type RangeStats,
  type RangeStatsSlot,
  type SeriesStats,
} from "./types.ts";

const houseKind: z.ZodMiniType<HouseKind> = z.enum(["module", "enocean"]);
const collectMode: z.ZodMiniType<CollectMode> = z.literal([0, 1, 2]);
const hourlyMode: z.ZodMiniType<HourlyMode> = z.literal([0, 1, 2, 3]);

const houseSettings: z.ZodMiniType<HouseSettings> = named(
  "HouseSettings",
  z.object({
    name: anyText,
    collectMode,
    hourlyMode,
    floor: numberOrNull,
    buildingId: idOrNull,
    houseTypeId: idOrNull,
    anonymousGroupId: idOrNull,
  }),
);

/** −1 means every floor in the floor selector, so no dwelling has it. @spec domain §4 note (a) */
const floor: z.ZodMiniType<number | null> = z.nullable(integerBetween(0, TOP_FLOOR));

const config: z.ZodMiniType<Record<string, string> | undefined> = z.optional(pairs);

const settingsFields = {
  name: text(100),
  collectMode,
  hourlyMode,
  floor,
  buildingId: idOrNull,
  houseTypeId: idOrNull,
  anonymousGroupId: idOrNull,
};

/** {@link House} */
export const house: z.ZodMiniType<House> = named(
  "House",
  z.object({
    id,
    kind: houseKind,
    projectModuleId: idOrNull,
    serial: anyText,
    settings: houseSettings,
    config: z.record(anyText, anyText),
    version: anyText,
  }),
);

/** {@link HouseDraft} */
export const houseDraft: z.ZodMiniType<HouseDraft> = z.strictObject({
  kind: houseKind,
  projectModuleId: idOrNull,
  serial: freeText(100),
  settings: z.strictObject(settingsFields),
  config,
});

/** {@link HouseSettingsDraft} */
export const houseSettingsDraft: z.ZodMiniType<HouseSettingsDraft> = z.strictObject({
  ...settingsFields,
  config,
  version,
});

/** {@link HouseType} */
export const houseType: z.ZodMiniType<HouseType> = named(
  "HouseType",
  z.object({
    id,
    name: anyText,
    area: numberOrNull,
    occupants: numberOrNull,
    version: anyText,
  }),
);

/** {@link HouseTypeDraft} */
export const houseTypeDraft: z.ZodMiniType<HouseTypeDraft> = z.strictObject({
  name: text(100),
  area: z.nullable(numberBetween(0, MOST_AREA_M2)),
  occupants: z.nullable(numberBetween(0, MOST_OCCUPANTS)),
  version,
});

/** {@link AnonymousGroup} */
export const anonymousGroup: z.ZodMiniType<AnonymousGroup> = named(
  "AnonymousGroup",
  z.object({
    id,
    name: anyText,
    version: anyText,
  }),
);

/** {@link AnonymousGroupDraft} */
export const anonymousGroupDraft: z.ZodMiniType<AnonymousGroupDraft> = z.strictObject({
  name: text(100),
  version,
});

const connectivityState: z.ZodMiniType<ConnectivityState> = z.enum(CONNECTIVITY_STATES);

/** {@link HouseConnectivity} */
export const houseConnectivity: z.ZodMiniType<HouseConnectivity> = named(
  "HouseConnectivity",
  z.object({
    houseId: id,
    state: connectivityState,
    lastSeenAt: instantOrNull,
  }),
);

/** {@link ConnectivitySummary} */
export const connectivitySummary: z.ZodMiniType<ConnectivitySummary> = named(
  "ConnectivitySummary",
  z.object({
    onlineCount: figure,
    reachableCount: figure,
    last7DaysCount: figure,
    offlineCount: figure,
  }),
);

/** {@link ModuleRights} */
export const moduleRights: z.ZodMiniType<ModuleRights> = named(
  "ModuleRights",
  z.object({
    houseId: id,
    access: ecotouchAccess,
    version: anyText,
  }),
);

/** {@link ModuleRightsDraft} */
export const moduleRightsDraft: z.ZodMiniType<ModuleRightsDraft> = z.strictObject({
  access: ecotouchAccess,
  version,
});

/** {@link HousingAlert} */
export const housingAlert: z.ZodMiniType<HousingAlert> = named(
  "HousingAlert",
  z.object({
    id,
    from: isoDate,
    to: isoDateOrNull,
    message: anyText,
    houseIds: z.array(id),
    version: anyText,
  }),
);

/** {@link HousingAlertDraft} */
export const housingAlertDraft: z.ZodMiniType<HousingAlertDraft> = z.strictObject({
  from: isoDate,
  to: isoDateOrNull,
  message: text(ALERT_MAX_LENGTH),
  houseIds: ids(MOST_HOUSES),
  version,
}).check(z.refine(({ from, to }) => to === null || from <= to, { path: ["to"] }));

/** {@link SeriesStats} */
export const seriesStats: z.ZodMiniType<SeriesStats> = named(
  "SeriesStats",
  z.object({
    seriesId: id,
    unit: anyText,
    min: numberOrNull,
    mean: numberOrNull,
    max: numberOrNull,
    sum: numberOrNull,
    previousYear: numberOrNull,
    houseCount: figure,
    completeness: figure,
  }),
);

const rangeStatsSlot: z.ZodMiniType<RangeStatsSlot> = named(
  "RangeStatsSlot",
  z.object({
    slot: anyText,
    min: numberOrNull,
    mean: numberOrNull,
    max: numberOrNull,
    count: figure,
  }),
);

/** {@link RangeStats} */
export const rangeStats: z.ZodMiniType<RangeStats> = named(
  "RangeStats",
  z.object({
    seriesId: id,
    unit: anyText,
    slots: z.array(rangeStatsSlot),
  }),
);

/** {@link DetailedData} */
export const detailedData: z.ZodMiniType<DetailedData> = named(
  "DetailedData",
  z.object({
    seriesId: id,
    unit: anyText,
    houses: z.array(z.object({ houseId: id, value: numberOrNull, completeness: figure })),
  }),
);

/** {@link HouseSensorValue} */
export const houseSensorValue: z.ZodMiniType<HouseSensorValue> = named(
  "HouseSensorValue",
  z.object({
    houseId: id,
    at: instant,
    value: figure,
  }),
);

/** {@link HouseReadings} */
export const houseReadings: z.ZodMiniType<HouseReadings> = named(
  "HouseReadings",
  z.object({
    seriesId: id,
    unit: anyText,
    values: z.array(z.object({ at: instant, value: figure })),
    messages: z.array(z.object({ at: instant, message: anyText })),
  }),
);

/** {@link AnonymousData} */
export const anonymousData: z.ZodMiniType<AnonymousData> = named(
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
