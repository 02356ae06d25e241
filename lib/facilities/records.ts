/** Stored records of equipment, boiler rooms, energy settings and outdoor sources. @module */

import * as z from "zod";
import {
  type Authored,
  authorField,
  entity,
  NOT_STORED,
  type SeriesReference,
} from "@/lib/api/entity.ts";
import { readBy } from "@/lib/series/records.ts";
import { keys } from "@/lib/store/keys.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";
import { ownUnit } from "@/lib/timeseries/units.ts";
import {
  cmv,
  computedSeries,
  device,
  errorCodeReader,
  faultDetector,
  gate,
  heatingCircuit,
  type HeatingSeason,
  outdoorSource,
  ownRoom,
  skydome,
} from "./schema.ts";
import { isComputable } from "./computed_slots.ts";
import type {
  EfficiencySettings,
  EfficiencySources,
  GasFactors,
} from "./energy_settings_schema.ts";
import { EQUIPMENT_KINDS } from "./equipment_kinds.ts";
import { CLIMATE_ZONES, ENERGY_CLASSES } from "./energy_setting_limits.ts";
import {
  type CountedSeries,
  hotWaterKindOf,
  isSolarSeries,
  isSourceSeries,
  SOURCE_KIND_NAMES,
} from "./source_kinds.ts";

/** The fields of an equipment besides its name, by kind; absent until a user sets them. */
export type EquipmentDetails = z.output<typeof details>;

export type EquipmentRecord = z.output<typeof equipmentRecord>;

const numberOrNull = z.number().nullable();

const NO_DETAIL = { ...NOT_STORED, name: true } as const;

const details = z.object({
  circuit: z.object(heatingCircuit.shape).omit(NO_DETAIL).optional(),
  errorCode: z.object(errorCodeReader.shape).omit(NO_DETAIL).optional(),
  faultDetector: z.object(faultDetector.shape).omit(NO_DETAIL).optional(),
  gate: z.object(gate.shape).omit(NO_DETAIL).optional(),
  cmv: z.object(cmv.shape).omit(NO_DETAIL).optional(),
  skydome: z.object(skydome.shape).omit(NO_DETAIL).optional(),
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
export type BoilerRoomRecord = z.output<typeof boilerRoomRecord>;
export const boilerRoomRecord = z.object(ownRoom.shape);

/** An empty boiler room. */
export const BARE_BOILER_ROOM: BoilerRoomRecord = {
  location: "",
  operator: "",
  tempMin: null,
  tempMax: null,
  humMin: null,
  humMax: null,
};

export const deviceRecord = z.object(device.shape).omit(NOT_STORED);

/** Energy sources and outputs of a boiler room. */
export const sourcesRecord: z.ZodType<Authored<EfficiencySources>> = z.object({
  sourceKind: z.enum(SOURCE_KIND_NAMES),
  sourceType: z.string(),
  hotWaterTypes: z.array(z.object({
    hotWaterType: z.string(),
    hotWaterKind: z.enum(["volume", "energy"]),
  })),
  solarTypes: z.array(z.string()),
  gazPce: z.string().nullable(),
  marks: z.object({
    networkKgPerKwh: numberOrNull,
    networkYear: numberOrNull,
    dpe: z.enum(ENERGY_CLASSES).nullable(),
    altitudeM: numberOrNull,
    zone: z.enum(CLIMATE_ZONES).nullable(),
  }).optional(),
  ...authorField,
});

/** Dated settings of the balance, oldest first. */
export const settingsRecord: z.ZodType<Authored<EfficiencySettings>[]> = z.array(z.object({
  fromDate: z.string(),
  area: z.number(),
  peopleNb: z.number(),
  djuSource: z.string(),
  q: z.number(),
  target: z.number(),
  threshold: z.number(),
  djuContract: numberOrNull,
  ...authorField,
}));

/** Dated gas factors, oldest first. */
export const factorsRecord: z.ZodType<Authored<GasFactors>[]> = z.array(z.object({
  fromDate: z.string(),
  pta: numberOrNull,
  pcs: numberOrNull,
  ...authorField,
}));

/** Heating seasons, oldest first. */
export const seasonsRecord: z.ZodType<Authored<HeatingSeason>[]> = z.array(z.object({
  yearStart: z.int(),
  dateStart: z.string().nullable(),
  dateStop: z.string().nullable(),
  ...authorField,
}));

export const computedSeriesRecord = z.object(computedSeries.shape).omit(NOT_STORED);

export type OutdoorSourceRecord = z.output<typeof outdoorSourceRecord>;
export const outdoorSourceRecord = z.object(outdoorSource.shape).omit(NOT_STORED);

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
  computedSeries: entity(keys.computedSeries, computedSeriesRecord, {
    dataseries: ({ dataUnitId, plus, minus }) => {
      const part = (field: string) => (id: string) => ({
        field,
        id,
        suits: (series: SeriesRecord) => isComputable(series, dataUnitId),
      });
      return [...plus.map(part("plus")), ...minus.map(part("minus"))];
    },
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
  const suits = (series: SeriesRecord) =>
    series.scope === "facilities" &&
    counts({ dataUnitId: series.dataUnitId, unit: ownUnit(series) });
  return { field, id, suits };
}
