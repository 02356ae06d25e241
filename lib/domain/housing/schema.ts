import { z } from "zod";
import {
  freeText,
  id,
  idOrNull,
  ids,
  instant,
  instantOrNull,
  integerBetween,
  isoDate,
  isoDateOrNull,
  numberBetween,
  numberOrNull,
  text,
  version,
} from "../forms/schema.ts";
import { ecotouchAccess } from "../projects/schema.ts";
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

const HOUSES_MAX = 5_000;

const houseKind: z.ZodType<HouseKind> = z.enum(["module", "enocean"]);
const collectMode: z.ZodType<CollectMode> = z.literal([0, 1, 2]);
const hourlyMode: z.ZodType<HourlyMode> = z.literal([0, 1, 2, 3]);

const houseSettings: z.ZodType<HouseSettings> = z.object({
  name: z.string(),
  collectMode,
  hourlyMode,
  floor: numberOrNull,
  buildingId: idOrNull,
  houseTypeId: idOrNull,
  anonymousGroupId: idOrNull,
}).meta({ id: "HouseSettings" });

/** −1 stands for every floor in the floor selector, so no dwelling has it. @spec domain §4 note (a) */
const floor: z.ZodType<number | null> = integerBetween(0, 200).nullable();

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
export const house: z.ZodType<House> = z.object({
  id,
  kind: houseKind,
  projectModuleId: idOrNull,
  serial: z.string(),
  settings: houseSettings,
  config: z.record(z.string(), z.string()),
  version: z.string(),
}).meta({ id: "House" });

/** {@link HouseDraft} */
export const houseDraft: z.ZodType<HouseDraft> = z.strictObject({
  kind: houseKind,
  projectModuleId: idOrNull,
  serial: freeText(100),
  settings: z.strictObject(settingsFields),
});

/** {@link HouseSettingsDraft} */
export const houseSettingsDraft: z.ZodType<HouseSettingsDraft> = z.strictObject({
  ...settingsFields,
  version,
});

/** {@link HouseType} */
export const houseType: z.ZodType<HouseType> = z.object({
  id,
  name: z.string(),
  area: numberOrNull,
  occupants: numberOrNull,
  version: z.string(),
}).meta({ id: "HouseType" });

/** {@link HouseTypeDraft} */
export const houseTypeDraft: z.ZodType<HouseTypeDraft> = z.strictObject({
  name: text(100),
  area: numberBetween(0, 10_000).nullable(),
  occupants: numberBetween(0, 100).nullable(),
  version,
});

/** {@link AnonymousGroup} */
export const anonymousGroup: z.ZodType<AnonymousGroup> = z.object({
  id,
  name: z.string(),
  version: z.string(),
}).meta({ id: "AnonymousGroup" });

/** {@link AnonymousGroupDraft} */
export const anonymousGroupDraft: z.ZodType<AnonymousGroupDraft> = z.strictObject({
  name: text(100),
  version,
});

const connectivityState: z.ZodType<ConnectivityState> = z.enum(CONNECTIVITY_STATES);

/** {@link HouseConnectivity} */
export const houseConnectivity: z.ZodType<HouseConnectivity> = z.object({
  houseId: id,
  state: connectivityState,
  lastSeenAt: instantOrNull,
}).meta({ id: "HouseConnectivity" });

/** {@link ConnectivitySummary} */
export const connectivitySummary: z.ZodType<ConnectivitySummary> = z.object({
  onlineCount: z.number(),
  reachableCount: z.number(),
  last7DaysCount: z.number(),
  offlineCount: z.number(),
}).meta({ id: "ConnectivitySummary" });

/** {@link ModuleRights} */
export const moduleRights: z.ZodType<ModuleRights> = z.object({
  houseId: id,
  access: ecotouchAccess,
  version: z.string(),
}).meta({ id: "ModuleRights" });

/** {@link ModuleRightsDraft} */
export const moduleRightsDraft: z.ZodType<ModuleRightsDraft> = z.strictObject({
  access: ecotouchAccess,
  version,
});

/** {@link HousingAlert} */
export const housingAlert: z.ZodType<HousingAlert> = z.object({
  id,
  from: isoDate,
  to: isoDateOrNull,
  message: z.string(),
  houseIds: z.array(id),
  version: z.string(),
}).meta({ id: "HousingAlert" });

/** {@link HousingAlertDraft} */
export const housingAlertDraft: z.ZodType<HousingAlertDraft> = z.strictObject({
  from: isoDate,
  to: isoDateOrNull,
  message: text(2_000),
  houseIds: ids(HOUSES_MAX),
  version,
}).refine(({ from, to }) => to === null || from <= to, { path: ["to"] });

/** {@link SeriesStats} */
export const seriesStats: z.ZodType<SeriesStats> = z.object({
  seriesId: id,
  unit: z.string(),
  min: numberOrNull,
  mean: numberOrNull,
  max: numberOrNull,
  sum: numberOrNull,
  previousYear: numberOrNull,
  houseCount: z.number(),
  completeness: z.number(),
}).meta({ id: "SeriesStats" });

const rangeStatsSlot: z.ZodType<RangeStatsSlot> = z.object({
  slot: z.string(),
  min: numberOrNull,
  mean: numberOrNull,
  max: numberOrNull,
  count: z.number(),
}).meta({ id: "RangeStatsSlot" });

/** {@link RangeStats} */
export const rangeStats: z.ZodType<RangeStats> = z.object({
  seriesId: id,
  unit: z.string(),
  slots: z.array(rangeStatsSlot),
}).meta({ id: "RangeStats" });

/** {@link DetailedData} */
export const detailedData: z.ZodType<DetailedData> = z.object({
  seriesId: id,
  unit: z.string(),
  houses: z.array(z.object({ houseId: id, value: numberOrNull, completeness: z.number() })),
}).meta({ id: "DetailedData" });

/** {@link HouseSensorValue} */
export const houseSensorValue: z.ZodType<HouseSensorValue> = z.object({
  houseId: id,
  at: instant,
  value: z.number(),
}).meta({ id: "HouseSensorValue" });

/** {@link AnonymousData} */
export const anonymousData: z.ZodType<AnonymousData> = z.object({
  seriesId: id,
  unit: z.string(),
  groups: z.array(z.object({
    anonymousGroupId: id,
    houseCount: z.number(),
    value: numberOrNull,
  })),
}).meta({ id: "AnonymousData" });
