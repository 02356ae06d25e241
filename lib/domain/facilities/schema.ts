import * as z from "zod/mini";
import { DJU_METHODS, type DjuMethod } from "@/lib/domain/degree_days/degree_days.ts";
import {
  anyText,
  anyTextOrNull,
  figure,
  flag,
  freeText,
  id,
  idOrNull,
  instant,
  instantOrNull,
  integerBetween,
  isoDate,
  isoDateOrNull,
  isoMonth,
  named,
  numberBetween,
  numberOrNull,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/domain/periods/period.ts";
import { expectedRhythm, meterMark, meterMarkFields } from "@/lib/domain/series/schema.ts";
import type { RangeData, RangeSlot } from "@/lib/domain/series/types.ts";
import { CODE_MAX_LENGTH, NAME_MAX_LENGTH } from "./equipment_kinds.ts";
import type { HeatingSeason } from "./heating_season.ts";
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
  HYBRID_METERS,
  type HybridConsumption,
  type ImportReport,
  type MessageData,
  type MonthlyDjuDraft,
  type OutdoorSource,
  type OutdoorSourceDraft,
  type Skydome,
  type SkydomeDraft,
  type SolarEstimation,
  type TimedData,
} from "./types.ts";

const TEMPERATURE_BOUND_C = 200;
const BOUND = 1e6;

const name: z.ZodMiniType<string> = text(NAME_MAX_LENGTH);
const code: z.ZodMiniType<string> = freeText(CODE_MAX_LENGTH);
const celsius: z.ZodMiniType<number | null> = z.nullable(
  numberBetween(-TEMPERATURE_BOUND_C, TEMPERATURE_BOUND_C),
);
const percent: z.ZodMiniType<number | null> = z.nullable(numberBetween(0, 100));
const bound: z.ZodMiniType<number | null> = z.nullable(numberBetween(-BOUND, BOUND));

/** One of the kinds of equipment. */
export const equipmentKind: z.ZodMiniType<EquipmentKind> = named(
  "EquipmentKind",
  z.enum(EQUIPMENT_KINDS),
);

/** {@link EquipmentKindEntry} */
export const equipmentKindEntry: z.ZodMiniType<EquipmentKindEntry> = named(
  "EquipmentKindEntry",
  z.object({
    kind: equipmentKind,
    label: anyText,
    needParent: flag,
    useInDocuments: flag,
    instrumentable: flag,
  }),
);

const equipmentSettings: z.ZodMiniType<EquipmentSettings> = z.object({
  name: anyText,
  code: anyText,
});

/** {@link Equipment} */
export const equipment: z.ZodMiniType<Equipment> = named(
  "Equipment",
  z.object({
    id,
    kind: equipmentKind,
    name: anyText,
    instrumented: flag,
    parentId: idOrNull,
    settings: equipmentSettings,
    version: anyText,
  }),
);

/** {@link EquipmentDraft} */
export const equipmentDraft: z.ZodMiniType<EquipmentDraft> = z.strictObject({
  kind: equipmentKind,
  instrumented: flag,
  parentId: idOrNull,
  settings: z.strictObject({ name, code }),
});

/** {@link EquipmentSettingsDraft} */
export const equipmentSettingsDraft: z.ZodMiniType<EquipmentSettingsDraft> = z.strictObject({
  name,
  code,
  instrumented: flag,
  version,
});

/** {@link HeatingCircuit} */
const heatingCircuit: z.ZodMiniType<HeatingCircuit> = named(
  "HeatingCircuit",
  z.object({
    id,
    name: anyText,
    enabled: flag,
    outMin: numberOrNull,
    outMax: numberOrNull,
    backMin: numberOrNull,
    backMax: numberOrNull,
    outType: idOrNull,
    backType: idOrNull,
    isHotWater: flag,
    version: anyText,
  }),
);

/** {@link HeatingCircuitDraft} */
export const heatingCircuitDraft: z.ZodMiniType<HeatingCircuitDraft> = z.strictObject({
  name,
  enabled: flag,
  outMin: celsius,
  outMax: celsius,
  backMin: celsius,
  backMax: celsius,
  outType: idOrNull,
  backType: idOrNull,
  isHotWater: flag,
  version,
}).check(
  z.refine((circuit) => inOrder(circuit.outMin, circuit.outMax), { path: ["outMax"] }),
  z.refine((circuit) => inOrder(circuit.backMin, circuit.backMax), { path: ["backMax"] }),
);

const alarmKind: z.ZodMiniType<FaultAlarmKind> = z.literal([0, 1, 2, 3]);

const faultDetector: z.ZodMiniType<FaultDetector> = named(
  "FaultDetector",
  z.object({
    id,
    name: anyText,
    alarmKind,
    seriesId: idOrNull,
    version: anyText,
  }),
);

/** {@link FaultDetectorDraft} */
export const faultDetectorDraft: z.ZodMiniType<FaultDetectorDraft> = z.strictObject({
  name,
  alarmKind,
  seriesId: idOrNull,
  version,
});

const errorCodeReader: z.ZodMiniType<ErrorCodeReader> = named(
  "ErrorCodeReader",
  z.object({
    id,
    name: anyText,
    seriesId: idOrNull,
    normalCodes: z.array(anyText),
    version: anyText,
  }),
);

/** {@link ErrorCodeReaderDraft} */
export const errorCodeReaderDraft: z.ZodMiniType<ErrorCodeReaderDraft> = z.strictObject({
  name,
  seriesId: idOrNull,
  normalCodes: z.array(text(50)).check(z.maxLength(200)),
  version,
});

const hsType: z.ZodMiniType<GateOutOfService> = z.enum(["none", "hours", "signal"]);

const gate: z.ZodMiniType<Gate> = named(
  "Gate",
  z.object({
    id,
    name: anyText,
    type: z.enum(["door", "gate"]),
    alarmFrom: figure,
    hsType,
    seriesId: idOrNull,
    version: anyText,
  }),
);

/** {@link GateDraft} */
export const gateDraft: z.ZodMiniType<GateDraft> = z.strictObject({
  name,
  type: z.enum(["door", "gate"]),
  alarmFrom: numberBetween(0, 1_000),
  hsType,
  seriesId: idOrNull,
  version,
});

const cmv: z.ZodMiniType<Cmv> = named(
  "Cmv",
  z.object({
    id,
    name: anyText,
    min: numberOrNull,
    max: numberOrNull,
    seriesId: idOrNull,
    version: anyText,
  }),
);

/** {@link CmvDraft} */
export const cmvDraft: z.ZodMiniType<CmvDraft> = z.strictObject({
  name,
  min: bound,
  max: bound,
  seriesId: idOrNull,
  version,
}).check(z.refine((unit) => inOrder(unit.min, unit.max), { path: ["max"] }));

const skydome: z.ZodMiniType<Skydome> = named(
  "Skydome",
  z.object({
    id,
    name: anyText,
    seriesId: idOrNull,
    version: anyText,
  }),
);

/** {@link SkydomeDraft} */
export const skydomeDraft: z.ZodMiniType<SkydomeDraft> = z.strictObject({
  name,
  seriesId: idOrNull,
  version,
});

const deviceKind: z.ZodMiniType<DeviceKind> = z.enum(DEVICE_KINDS);

const device: z.ZodMiniType<Device> = named(
  "Device",
  z.object({
    id,
    kind: deviceKind,
    name: anyText,
    productionSeriesId: idOrNull,
    consumptionSeriesId: idOrNull,
    powerKW: numberOrNull,
    version: anyText,
  }),
);

/** {@link DeviceDraft} */
export const deviceDraft: z.ZodMiniType<DeviceDraft> = z.strictObject({
  kind: deviceKind,
  name,
  productionSeriesId: idOrNull,
  consumptionSeriesId: idOrNull,
  powerKW: z.nullable(numberBetween(0, 100_000)),
  version,
});

/** {@link BoilerRoomSummary} */
export const boilerRoomSummary: z.ZodMiniType<BoilerRoomSummary> = named(
  "BoilerRoomSummary",
  z.object({
    id,
    projectId: id,
    name: anyText,
    code: anyText,
    instrumented: flag,
    hasEfficiency: flag,
  }),
);

/** {@link BoilerRoom} */
export const boilerRoom: z.ZodMiniType<BoilerRoom> = named(
  "BoilerRoom",
  z.object({
    id,
    projectId: id,
    name: anyText,
    code: anyText,
    location: anyText,
    operator: anyText,
    tempMin: numberOrNull,
    tempMax: numberOrNull,
    humMin: numberOrNull,
    humMax: numberOrNull,
    instrumented: flag,
    circuits: z.array(heatingCircuit),
    errorCodes: z.array(errorCodeReader),
    faultDetectors: z.array(faultDetector),
    devices: z.array(device),
    gates: z.array(gate),
    cmvs: z.array(cmv),
    skydomes: z.array(skydome),
    version: anyText,
  }),
);

/** {@link BoilerRoomSettingsDraft} */
export const boilerRoomSettingsDraft: z.ZodMiniType<BoilerRoomSettingsDraft> = z.strictObject({
  name,
  code,
  location: freeText(200),
  operator: freeText(200),
  tempMin: celsius,
  tempMax: celsius,
  humMin: percent,
  humMax: percent,
  version,
}).check(
  z.refine((room) => inOrder(room.tempMin, room.tempMax), { path: ["tempMax"] }),
  z.refine((room) => inOrder(room.humMin, room.humMax), { path: ["humMax"] }),
);

/** {@link Building} */
export const building: z.ZodMiniType<Building> = named(
  "Building",
  z.object({
    id,
    projectId: id,
    name: anyText,
    code: anyText,
    instrumented: flag,
    cmvs: z.array(cmv),
    skydomes: z.array(skydome),
    gates: z.array(gate),
    version: anyText,
  }),
);

/** {@link BuildingSettings} */
export const buildingSettings: z.ZodMiniType<BuildingSettings> = z.strictObject({
  name,
  code,
  version,
});

/** {@link FacilityValue} */
export const facilityValue: z.ZodMiniType<FacilityValue> = named(
  "FacilityValue",
  z.object({
    seriesId: id,
    equipmentId: idOrNull,
    at: instantOrNull,
    value: numberOrNull,
    message: anyTextOrNull,
  }),
);

const rangeSlot: z.ZodMiniType<RangeSlot> = named(
  "RangeSlot",
  z.object({
    slot: anyText,
    value: numberOrNull,
    min: numberOrNull,
    max: numberOrNull,
    completeness: figure,
    estimated: flag,
    awaited: z.optional(z.literal(true)),
  }),
);

/** {@link RangeData} */
export const rangeData: z.ZodMiniType<RangeData> = named(
  "RangeData",
  z.object({
    seriesId: id,
    unit: anyText,
    slots: z.array(rangeSlot),
    events: z.optional(z.array(meterMark)),
    rhythm: z.optional(expectedRhythm),
  }),
);

/** {@link TimedData} */
export const timedData: z.ZodMiniType<TimedData> = named(
  "TimedData",
  z.object({
    seriesId: id,
    unit: anyText,
    values: z.array(z.object({ at: instant, value: figure })),
  }),
);

/** {@link MessageData} */
export const messageData: z.ZodMiniType<MessageData> = named(
  "MessageData",
  z.object({
    seriesId: id,
    messages: z.array(z.object({ at: instant, message: anyText })),
  }),
);

/** {@link HybridConsumption} */
export const hybridConsumption: z.ZodMiniType<HybridConsumption> = named(
  "HybridConsumption",
  z.object({
    events: z.array(z.object({ ...meterMarkFields, meter: z.enum(HYBRID_METERS) })),
    slots: z.array(z.object({
      slot: anyText,
      boilerKWh: numberOrNull,
      heatPumpKWh: numberOrNull,
      heatPumpInputKWh: numberOrNull,
      heatPumpPercent: numberOrNull,
    })),
  }),
);

/** {@link SolarEstimation} */
export const solarEstimation: z.ZodMiniType<SolarEstimation> = named(
  "SolarEstimation",
  z.object({
    events: z.array(meterMark),
    days: z.array(z.object({
      date: isoDate,
      estimatedKWh: numberOrNull,
      measuredKWh: numberOrNull,
    })),
  }),
);

const djuMethod: z.ZodMiniType<DjuMethod> = z.enum(DJU_METHODS);

/** {@link OutdoorSource} */
export const outdoorSource: z.ZodMiniType<OutdoorSource> = named(
  "OutdoorSource",
  z.object({
    id,
    name: anyText,
    method: djuMethod,
    seriesId: idOrNull,
    station: anyText,
    version: anyText,
  }),
);

/** {@link OutdoorSourceDraft} */
export const outdoorSourceDraft: z.ZodMiniType<OutdoorSourceDraft> = z.strictObject({
  name,
  method: djuMethod,
  seriesId: idOrNull,
  station: freeText(100),
  version,
});

const djuSlot: z.ZodMiniType<DjuSlot> = named(
  "DjuSlot",
  z.object({
    slot: anyText,
    dju: numberOrNull,
    meanC: numberOrNull,
    completeness: figure,
    typed: flag,
  }),
);

/** {@link DjuData} */
export const djuData: z.ZodMiniType<DjuData> = named(
  "DjuData",
  z.object({
    outdoorSourceId: id,
    slots: z.array(djuSlot),
  }),
);

/** {@link MonthlyDjuDraft} */
export const monthlyDjuDraft: z.ZodMiniType<MonthlyDjuDraft> = z.strictObject({
  months: z.array(z.strictObject({
    month: isoMonth,
    dju: z.nullable(numberBetween(0, 2_000)),
  })).check(z.minLength(1), z.maxLength(1_200)),
});

/** {@link ImportReport} */
export const importReport: z.ZodMiniType<ImportReport> = named(
  "ImportReport",
  z.object({
    lineCount: figure,
    insertedCount: figure,
    replacedCount: figure,
    ignoredCount: figure,
    errors: z.array(z.object({
      line: figure,
      column: anyTextOrNull,
      message: anyText,
    })),
  }),
);

/** {@link HeatingSeason} to write. @spec B §7 "PUT list of {yearStart, dateStart, dateStop}" */
export const heatingSeason: z.ZodMiniType<HeatingSeason> = z.strictObject({
  yearStart: integerBetween(FIRST_YEAR, LAST_YEAR),
  dateStart: isoDateOrNull,
  dateStop: isoDateOrNull,
}).check(
  z.refine(
    ({ dateStart, dateStop }) => dateStart === null || dateStop === null || dateStart <= dateStop,
    { path: ["dateStop"] },
  ),
);

/** The heating seasons of a boiler room, one for each year. */
export const heatingSeasonList: z.ZodMiniType<HeatingSeason[]> = z.array(heatingSeason).check(
  z.maxLength(150),
  z.refine(
    (seasons) => new Set(seasons.map((season) => season.yearStart)).size === seasons.length,
    {
      message: "unique",
    },
  ),
);

const heatingSeasonEntry: z.ZodMiniType<HeatingSeasonEntry> = named(
  "HeatingSeason",
  z.object({
    equipmentId: id,
    yearStart: figure,
    dateStart: isoDateOrNull,
    dateStop: isoDateOrNull,
    calculatedDateStart: isoDateOrNull,
    calculatedDateStop: isoDateOrNull,
  }),
);

/** {@link HeatingSeasons} */
export const heatingSeasons: z.ZodMiniType<HeatingSeasons> = named(
  "HeatingSeasons",
  z.object({
    seasons: z.array(heatingSeasonEntry),
    running: z.nullable(heatingSeason),
    version: anyText,
  }),
);

function inOrder(min: number | null, max: number | null): boolean {
  return min === null || max === null || min <= max;
}
