import { z } from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { EfficiencySources } from "@/lib/contract/calls/energy_balance_schema.ts";
import { DJU_METHODS } from "@/lib/domain/degree_days/degree_days.ts";
import { SOURCE_KIND_NAMES } from "@/lib/domain/energy_balance/settings/source_kinds.ts";
import {
  type CountedSeries,
  hotWaterKindOf,
  isSolarSeries,
  isSourceSeries,
} from "@/lib/domain/energy_balance/settings/sources_form.ts";
import type { EfficiencySettings, GasFactors } from "@/lib/domain/energy_balance/types.ts";
import { dataUnit } from "@/lib/domain/series/units.ts";
import {
  type BoilerRoomSettings,
  type Device,
  DEVICE_KINDS,
  EQUIPMENT_KINDS,
  FAULT_ALARM_KINDS,
  type HeatingSeason,
} from "@/lib/domain/facilities/types.ts";
import { entity, readBy, type SeriesReference } from "./entity.ts";
import type { SeriesRecord } from "./projects.ts";

type Own<Entity extends { id: string; name: string; version: string }> = Omit<
  Entity,
  "id" | "name" | "version"
>;

/** The fields of an equipment besides its name, by kind; absent until a user sets them. */
export type EquipmentDetails = z.output<typeof details>;

export type EquipmentRecord = z.output<typeof equipmentRecord>;

const numberOrNull = z.number().nullable();
const seriesId = z.string().nullable();

const details = z.object({
  circuit: z.object({
    enabled: z.boolean(),
    outMin: numberOrNull,
    outMax: numberOrNull,
    backMin: numberOrNull,
    backMax: numberOrNull,
    outType: seriesId,
    backType: seriesId,
    isHotWater: z.boolean(),
  }).optional(),
  errorCode: z.object({ seriesId, normalCodes: z.array(z.string()) }).optional(),
  faultDetector: z.object({ alarmKind: z.enum(FAULT_ALARM_KINDS), seriesId }).optional(),
  gate: z.object({
    type: z.enum(["door", "gate"]),
    alarmFrom: z.number(),
    hsType: z.enum(["none", "hours", "signal"]),
    seriesId,
  }).optional(),
  cmv: z.object({ min: numberOrNull, max: numberOrNull, seriesId }).optional(),
  skydome: z.object({ seriesId }).optional(),
});

export const equipmentRecord = z.object({
  kind: z.enum(EQUIPMENT_KINDS),
  name: z.string(),
  code: z.string(),
  parentId: z.string().nullable(),
  instrumented: z.boolean(),
  details,
});

/** The fields of a boiler room, without its name and code, which are in its equipment. */
export type BoilerRoomRecord = Omit<BoilerRoomSettings, "name" | "code">;

export const boilerRoomRecord: z.ZodType<BoilerRoomRecord> = z.object({
  location: z.string(),
  operator: z.string(),
  tempMin: numberOrNull,
  tempMax: numberOrNull,
  humMin: numberOrNull,
  humMax: numberOrNull,
});

/** An empty boiler room. */
export const BARE_BOILER_ROOM: BoilerRoomRecord = {
  location: "",
  operator: "",
  tempMin: null,
  tempMax: null,
  humMin: null,
  humMax: null,
};

export type DeviceRecord = Omit<Device, "id" | "version">;

export const deviceRecord: z.ZodType<DeviceRecord> = z.object({
  kind: z.enum(DEVICE_KINDS),
  name: z.string(),
  productionSeriesId: seriesId,
  consumptionSeriesId: seriesId,
  powerKW: numberOrNull,
});

/** Energy sources and outputs of a boiler room. */
export const sourcesRecord: z.ZodType<EfficiencySources> = z.object({
  sourceKind: z.enum(SOURCE_KIND_NAMES),
  sourceType: z.string(),
  hotWaterTypes: z.array(z.object({
    hotWaterType: z.string(),
    hotWaterKind: z.enum(["volume", "energy"]),
  })),
  solarTypes: z.array(z.string()),
  gazPce: z.string().nullable(),
});

/** Dated settings of the balance, oldest first. */
export const settingsRecord: z.ZodType<EfficiencySettings[]> = z.array(z.object({
  fromDate: z.string(),
  area: z.number(),
  peopleNb: z.number(),
  djuSource: z.string(),
  q: z.number(),
  target: z.number(),
  threshold: z.number(),
  djuContract: numberOrNull,
}));

/** Dated gas factors, oldest first. */
export const factorsRecord: z.ZodType<GasFactors[]> = z.array(z.object({
  fromDate: z.string(),
  pta: numberOrNull,
  pcs: numberOrNull,
}));

/** Heating seasons, oldest first. */
export const seasonsRecord: z.ZodType<HeatingSeason[]> = z.array(z.object({
  yearStart: z.int(),
  dateStart: z.string().nullable(),
  dateStop: z.string().nullable(),
}));

export type OutdoorSourceRecord = z.output<typeof outdoorSourceRecord>;
export const outdoorSourceRecord = z.object({
  name: z.string(),
  method: z.enum(DJU_METHODS),
  seriesId,
  station: z.string(),
});

const temperature = z.array(numberOrNull).max(366);

/** Imported temperatures of each day of a year, °C, from 1 January; null where the file has none. */
export type OutdoorDaysRecord = z.output<typeof outdoorDaysRecord>;
export const outdoorDaysRecord = z.object({
  minC: temperature,
  maxC: temperature,
  meanC: temperature,
});

/** DJU entered for each of the twelve months of a year; null where none was entered. */
export const djuMonthsRecord: z.ZodType<(number | null)[]> = z.array(numberOrNull).length(12);

export const FACILITIES_ENTITIES = {
  equipment: entity(keys.equipment, equipmentRecord, {
    equipment: ({ parentId }) => [parentId],
    dataseries: ({ details: { circuit, errorCode, faultDetector, gate, cmv, skydome } }) => [
      readBy("outType", "outType", circuit?.outType),
      readBy("backType", "backType", circuit?.backType),
      readBy("errorCode", "seriesId", errorCode?.seriesId),
      readBy("faultDetector", "seriesId", faultDetector?.seriesId),
      readBy("gate", "seriesId", gate?.seriesId),
      readBy("cmv", "seriesId", cmv?.seriesId),
      readBy("skydome", "seriesId", skydome?.seriesId),
    ],
  }),
  device: entity(keys.device, deviceRecord, {
    dataseries: ({ productionSeriesId, consumptionSeriesId }) => [
      readBy("device", "productionSeriesId", productionSeriesId),
      readBy("device", "consumptionSeriesId", consumptionSeriesId),
    ],
    equipment: (_, [, , boilerRoomId]) => [String(boilerRoomId)],
  }),
  efficiencySources: entity(keys.efficiencySources, sourcesRecord, {
    dataseries: ({ sourceKind, sourceType, hotWaterTypes, solarTypes }) => [
      countedBy("sourceType", sourceType, (series) => isSourceSeries(sourceKind, series)),
      ...hotWaterTypes.map(({ hotWaterType, hotWaterKind: kind }) =>
        countedBy("hotWaterTypes", hotWaterType, (series) => hotWaterKindOf(series) === kind)
      ),
      ...solarTypes.map((id) => countedBy("solarTypes", id, isSolarSeries)),
    ],
  }),
  efficiencySettings: entity(keys.efficiencySettings, settingsRecord, {
    outdoorSource: (settings) => settings.map(({ djuSource }) => djuSource),
  }),
  outdoorSource: entity(keys.outdoorSource, outdoorSourceRecord, {
    dataseries: ({ seriesId }) => [readBy("outdoorSource", "seriesId", seriesId)],
  }),
};

function countedBy(
  field: string,
  id: string,
  counts: (series: CountedSeries) => boolean,
): SeriesReference {
  const suits = ({ scope, dataUnitId, importedUnit }: SeriesRecord) =>
    scope === "facilities" &&
    counts({ dataUnitId, unit: importedUnit ?? dataUnit(dataUnitId).unit });
  return { field, id, suits };
}
