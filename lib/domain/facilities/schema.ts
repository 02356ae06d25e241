import { z } from "zod";
import { DJU_METHODS, type DjuMethod } from "../degree_days/degree_days.ts";
import {
  freeText,
  id,
  idOrNull,
  instant,
  instantOrNull,
  integerBetween,
  isoDate,
  isoDateOrNull,
  isoMonth,
  numberBetween,
  numberOrNull,
  text,
  version,
} from "../forms/schema.ts";
import { FIRST_YEAR, LAST_YEAR } from "../periods/period.ts";
import {
  type BoilerRoom,
  type BoilerRoomSettingsDraft,
  type BoilerRoomSummary,
  type Building,
  type BuildingSettings,
  type Cmv,
  type CmvDraft,
  type Device,
  DEVICE_KINDS,
  type DeviceDraft,
  type DeviceKind,
  type DjuData,
  type DjuSlot,
  type Equipment,
  EQUIPMENT_KINDS,
  type EquipmentDraft,
  type EquipmentKind,
  type EquipmentKindEntry,
  type EquipmentSettings,
  type EquipmentSettingsDraft,
  type ErrorCodeReader,
  type ErrorCodeReaderDraft,
  type FacilityValue,
  type FaultAlarmKind,
  type FaultDetector,
  type FaultDetectorDraft,
  type Gate,
  type GateDraft,
  type GateOutOfService,
  type HeatingCircuit,
  type HeatingCircuitDraft,
  type HeatingSeasonEntry,
  type HeatingSeasons,
  type HybridConsumption,
  type ImportReport,
  type MessageData,
  type MonthlyDjuDraft,
  type OutdoorSource,
  type OutdoorSourceDraft,
  type RangeData,
  type RangeSlot,
  type Skydome,
  type SkydomeDraft,
  type SolarEstimation,
  type TimedData,
} from "./types.ts";
import type { HeatingSeason } from "./heating_season.ts";

const NAME_MAX_LENGTH = 100;
const CODE_MAX_LENGTH = 30;
const TEMPERATURE_BOUND_C = 200;
const BOUND = 1e6;

const name: z.ZodType<string> = text(NAME_MAX_LENGTH);
const code: z.ZodType<string> = freeText(CODE_MAX_LENGTH);
const celsius: z.ZodType<number | null> = numberBetween(-TEMPERATURE_BOUND_C, TEMPERATURE_BOUND_C)
  .nullable();
const percent: z.ZodType<number | null> = numberBetween(0, 100).nullable();
const bound: z.ZodType<number | null> = numberBetween(-BOUND, BOUND).nullable();

/** One of the kinds of equipment. */
export const equipmentKind: z.ZodType<EquipmentKind> = z.enum(EQUIPMENT_KINDS)
  .meta({ id: "EquipmentKind" });

/** {@link EquipmentKindEntry} */
export const equipmentKindEntry: z.ZodType<EquipmentKindEntry> = z.object({
  kind: equipmentKind,
  label: z.string(),
  needParent: z.boolean(),
  useInDocuments: z.boolean(),
  instrumentable: z.boolean(),
}).meta({ id: "EquipmentKindEntry" });

const equipmentSettings: z.ZodType<EquipmentSettings> = z.object({
  name: z.string(),
  code: z.string(),
});

/** {@link Equipment} */
export const equipment: z.ZodType<Equipment> = z.object({
  id,
  kind: equipmentKind,
  name: z.string(),
  instrumented: z.boolean(),
  parentId: idOrNull,
  settings: equipmentSettings,
  version: z.string(),
}).meta({ id: "Equipment" });

/** {@link EquipmentDraft} */
export const equipmentDraft: z.ZodType<EquipmentDraft> = z.strictObject({
  kind: equipmentKind,
  instrumented: z.boolean(),
  parentId: idOrNull,
  settings: z.strictObject({ name, code }),
});

/** {@link EquipmentSettingsDraft} */
export const equipmentSettingsDraft: z.ZodType<EquipmentSettingsDraft> = z.strictObject({
  name,
  code,
  instrumented: z.boolean(),
  version,
});

/** {@link HeatingCircuit} */
export const heatingCircuit: z.ZodType<HeatingCircuit> = z.object({
  id,
  name: z.string(),
  enabled: z.boolean(),
  outMin: numberOrNull,
  outMax: numberOrNull,
  backMin: numberOrNull,
  backMax: numberOrNull,
  outType: idOrNull,
  backType: idOrNull,
  isHotWater: z.boolean(),
  version: z.string(),
}).meta({ id: "HeatingCircuit" });

/** {@link HeatingCircuitDraft} */
export const heatingCircuitDraft: z.ZodType<HeatingCircuitDraft> = z.strictObject({
  name,
  enabled: z.boolean(),
  outMin: celsius,
  outMax: celsius,
  backMin: celsius,
  backMax: celsius,
  outType: idOrNull,
  backType: idOrNull,
  isHotWater: z.boolean(),
  version,
}).refine((circuit) => inOrder(circuit.outMin, circuit.outMax), { path: ["outMax"] })
  .refine((circuit) => inOrder(circuit.backMin, circuit.backMax), { path: ["backMax"] });

const alarmKind: z.ZodType<FaultAlarmKind> = z.literal([0, 1, 2, 3]);

const faultDetector: z.ZodType<FaultDetector> = z.object({
  id,
  name: z.string(),
  alarmKind,
  seriesId: idOrNull,
  version: z.string(),
}).meta({ id: "FaultDetector" });

/** {@link FaultDetectorDraft} */
export const faultDetectorDraft: z.ZodType<FaultDetectorDraft> = z.strictObject({
  name,
  alarmKind,
  seriesId: idOrNull,
  version,
});

const errorCodeReader: z.ZodType<ErrorCodeReader> = z.object({
  id,
  name: z.string(),
  seriesId: idOrNull,
  normalCodes: z.array(z.string()),
  version: z.string(),
}).meta({ id: "ErrorCodeReader" });

/** {@link ErrorCodeReaderDraft} */
export const errorCodeReaderDraft: z.ZodType<ErrorCodeReaderDraft> = z.strictObject({
  name,
  seriesId: idOrNull,
  normalCodes: z.array(text(50)).max(200),
  version,
});

const hsType: z.ZodType<GateOutOfService> = z.enum(["none", "hours", "signal"]);

const gate: z.ZodType<Gate> = z.object({
  id,
  name: z.string(),
  type: z.enum(["door", "gate"]),
  alarmFrom: z.number(),
  hsType,
  seriesId: idOrNull,
  version: z.string(),
}).meta({ id: "Gate" });

/** {@link GateDraft} */
export const gateDraft: z.ZodType<GateDraft> = z.strictObject({
  name,
  type: z.enum(["door", "gate"]),
  alarmFrom: numberBetween(0, 1_000),
  hsType,
  seriesId: idOrNull,
  version,
});

const cmv: z.ZodType<Cmv> = z.object({
  id,
  name: z.string(),
  min: numberOrNull,
  max: numberOrNull,
  seriesId: idOrNull,
  version: z.string(),
}).meta({ id: "Cmv" });

/** {@link CmvDraft} */
export const cmvDraft: z.ZodType<CmvDraft> = z.strictObject({
  name,
  min: bound,
  max: bound,
  seriesId: idOrNull,
  version,
}).refine((unit) => inOrder(unit.min, unit.max), { path: ["max"] });

const skydome: z.ZodType<Skydome> = z.object({
  id,
  name: z.string(),
  seriesId: idOrNull,
  version: z.string(),
}).meta({ id: "Skydome" });

/** {@link SkydomeDraft} */
export const skydomeDraft: z.ZodType<SkydomeDraft> = z.strictObject({
  name,
  seriesId: idOrNull,
  version,
});

const deviceKind: z.ZodType<DeviceKind> = z.enum(DEVICE_KINDS);

const device: z.ZodType<Device> = z.object({
  id,
  kind: deviceKind,
  name: z.string(),
  productionSeriesId: idOrNull,
  consumptionSeriesId: idOrNull,
  powerKW: numberOrNull,
  version: z.string(),
}).meta({ id: "Device" });

/** {@link DeviceDraft} */
export const deviceDraft: z.ZodType<DeviceDraft> = z.strictObject({
  kind: deviceKind,
  name,
  productionSeriesId: idOrNull,
  consumptionSeriesId: idOrNull,
  powerKW: numberBetween(0, 100_000).nullable(),
  version,
});

/** {@link BoilerRoomSummary} */
export const boilerRoomSummary: z.ZodType<BoilerRoomSummary> = z.object({
  id,
  projectId: id,
  name: z.string(),
  code: z.string(),
  instrumented: z.boolean(),
  hasEfficiency: z.boolean(),
}).meta({ id: "BoilerRoomSummary" });

/** {@link BoilerRoom} */
export const boilerRoom: z.ZodType<BoilerRoom> = z.object({
  id,
  projectId: id,
  name: z.string(),
  code: z.string(),
  location: z.string(),
  operator: z.string(),
  tempMin: numberOrNull,
  tempMax: numberOrNull,
  humMin: numberOrNull,
  humMax: numberOrNull,
  instrumented: z.boolean(),
  circuits: z.array(heatingCircuit),
  errorCodes: z.array(errorCodeReader),
  faultDetectors: z.array(faultDetector),
  devices: z.array(device),
  gates: z.array(gate),
  cmvs: z.array(cmv),
  skydomes: z.array(skydome),
  version: z.string(),
}).meta({ id: "BoilerRoom" });

/** {@link BoilerRoomSettingsDraft} */
export const boilerRoomSettingsDraft: z.ZodType<BoilerRoomSettingsDraft> = z.strictObject({
  name,
  code,
  location: freeText(200),
  operator: freeText(200),
  tempMin: celsius,
  tempMax: celsius,
  humMin: percent,
  humMax: percent,
  version,
}).refine((room) => inOrder(room.tempMin, room.tempMax), { path: ["tempMax"] })
  .refine((room) => inOrder(room.humMin, room.humMax), { path: ["humMax"] });

/** {@link Building} */
export const building: z.ZodType<Building> = z.object({
  id,
  projectId: id,
  name: z.string(),
  code: z.string(),
  instrumented: z.boolean(),
  cmvs: z.array(cmv),
  skydomes: z.array(skydome),
  gates: z.array(gate),
  version: z.string(),
}).meta({ id: "Building" });

/** {@link BuildingSettings} */
export const buildingSettings: z.ZodType<BuildingSettings> = z.strictObject({
  name,
  code,
  version,
});

/** {@link FacilityValue} */
export const facilityValue: z.ZodType<FacilityValue> = z.object({
  seriesId: id,
  equipmentId: idOrNull,
  at: instantOrNull,
  value: numberOrNull,
  message: z.string().nullable(),
}).meta({ id: "FacilityValue" });

const rangeSlot: z.ZodType<RangeSlot> = z.object({
  slot: z.string(),
  value: numberOrNull,
  min: numberOrNull,
  max: numberOrNull,
  completeness: z.number(),
  estimated: z.boolean(),
}).meta({ id: "RangeSlot" });

/** {@link RangeData} */
export const rangeData: z.ZodType<RangeData> = z.object({
  seriesId: id,
  unit: z.string(),
  slots: z.array(rangeSlot),
}).meta({ id: "RangeData" });

/** {@link TimedData} */
export const timedData: z.ZodType<TimedData> = z.object({
  seriesId: id,
  unit: z.string(),
  values: z.array(z.object({ at: instant, value: z.number() })),
}).meta({ id: "TimedData" });

/** {@link MessageData} */
export const messageData: z.ZodType<MessageData> = z.object({
  seriesId: id,
  messages: z.array(z.object({ at: instant, message: z.string() })),
}).meta({ id: "MessageData" });

/** {@link HybridConsumption} */
export const hybridConsumption: z.ZodType<HybridConsumption> = z.object({
  slots: z.array(z.object({
    slot: z.string(),
    boilerKWh: numberOrNull,
    heatPumpKWh: numberOrNull,
    heatPumpInputKWh: numberOrNull,
    heatPumpPercent: numberOrNull,
  })),
}).meta({ id: "HybridConsumption" });

/** {@link SolarEstimation} */
export const solarEstimation: z.ZodType<SolarEstimation> = z.object({
  days: z.array(z.object({
    date: isoDate,
    estimatedKWh: numberOrNull,
    measuredKWh: numberOrNull,
  })),
}).meta({ id: "SolarEstimation" });

const djuMethod: z.ZodType<DjuMethod> = z.enum(DJU_METHODS);

/** {@link OutdoorSource} */
export const outdoorSource: z.ZodType<OutdoorSource> = z.object({
  id,
  name: z.string(),
  method: djuMethod,
  seriesId: idOrNull,
  station: z.string(),
  version: z.string(),
}).meta({ id: "OutdoorSource" });

/** {@link OutdoorSourceDraft} */
export const outdoorSourceDraft: z.ZodType<OutdoorSourceDraft> = z.strictObject({
  name,
  method: djuMethod,
  seriesId: idOrNull,
  station: freeText(100),
  version,
});

const djuSlot: z.ZodType<DjuSlot> = z.object({
  slot: z.string(),
  dju: numberOrNull,
  meanC: numberOrNull,
  completeness: z.number(),
}).meta({ id: "DjuSlot" });

/** {@link DjuData} */
export const djuData: z.ZodType<DjuData> = z.object({
  outdoorSourceId: id,
  slots: z.array(djuSlot),
}).meta({ id: "DjuData" });

/** {@link MonthlyDjuDraft} */
export const monthlyDjuDraft: z.ZodType<MonthlyDjuDraft> = z.strictObject({
  months: z.array(z.strictObject({
    month: isoMonth,
    dju: numberBetween(0, 2_000).nullable(),
  })).min(1).max(1_200),
});

/** {@link ImportReport} */
export const importReport: z.ZodType<ImportReport> = z.object({
  lineCount: z.number(),
  insertedCount: z.number(),
  replacedCount: z.number(),
  ignoredCount: z.number(),
  errors: z.array(z.object({
    line: z.number(),
    column: z.string().nullable(),
    message: z.string(),
  })),
}).meta({ id: "ImportReport" });

/** {@link HeatingSeason} to write. @spec B §7 "PUT list of {yearStart, dateStart, dateStop}" */
export const heatingSeason: z.ZodType<HeatingSeason> = z.strictObject({
  yearStart: integerBetween(FIRST_YEAR, LAST_YEAR),
  dateStart: isoDateOrNull,
  dateStop: isoDateOrNull,
}).refine(
  ({ dateStart, dateStop }) => dateStart === null || dateStop === null || dateStart <= dateStop,
  { path: ["dateStop"] },
);

/** The heating seasons of a boiler room, one for each year. */
export const heatingSeasonList: z.ZodType<HeatingSeason[]> = z.array(heatingSeason).max(150)
  .refine((seasons) => new Set(seasons.map((season) => season.yearStart)).size === seasons.length, {
    message: "unique",
  });

const heatingSeasonEntry: z.ZodType<HeatingSeasonEntry> = z.object({
  equipmentId: id,
  yearStart: z.number(),
  dateStart: isoDateOrNull,
  dateStop: isoDateOrNull,
  calculatedDateStart: isoDateOrNull,
  calculatedDateStop: isoDateOrNull,
}).meta({ id: "HeatingSeason" });

/** {@link HeatingSeasons} */
export const heatingSeasons: z.ZodType<HeatingSeasons> = z.object({
  seasons: z.array(heatingSeasonEntry),
  version: z.string(),
}).meta({ id: "HeatingSeasons" });

function inOrder(min: number | null, max: number | null): boolean {
  return min === null || max === null || min <= max;
}
