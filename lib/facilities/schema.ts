/** Schemas of boiler rooms, buildings, equipment, computed series, heating seasons and their readings. @module */

import * as z from "zod/mini";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import * as field from "@/lib/base/field_schemas.ts";
import {
  draft,
  entitySchemas,
  inOrder,
  named,
  namedObject,
  storedObject,
  uniqueBy,
  versionedObject,
  withoutLimits,
} from "@/lib/base/object_schemas.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/base/periods.ts";
import { dataUnitId, meterMark, meterMarkFields } from "@/lib/timeseries/schema.ts";
import { DJU_METHODS, type DjuMethod } from "./degree_days.ts";
import {
  DEVICE_KINDS,
  type DeviceKind,
  EQUIPMENT_KINDS,
  type EquipmentKind,
  HYBRID_METERS,
} from "./equipment_kinds.ts";
import type { FaultAlarmKind } from "./faults.ts";

/**
 * Whether a day may be in the season of a year: from 1 July to 30 June of the next year.
 *
 * @spec degree-days.seasons
 */
export function isInSeasonYear(yearStart: number, date: IsoDate): boolean {
  return `${yearStart}-07-01` <= date && date <= `${yearStart + 1}-06-30`;
}

/** Maximum number of codes that raise no alarm, and the length of each. */
export const MOST_CODES = 200;
export const FAULT_CODE_MAX_LENGTH = 50;

const name: z.ZodMiniType<string> = field.text(100);
const code: z.ZodMiniType<string> = field.freeText(30);
const celsius: z.ZodMiniType<number | null> = z.nullable(
  field.numberBetween(-200, 200),
);
const percent: z.ZodMiniType<number | null> = z.nullable(field.numberBetween(0, 100));
const bound: z.ZodMiniType<number | null> = z.nullable(field.numberBetween(-1e6, 1e6));

export const equipmentKind: z.ZodMiniType<EquipmentKind> = named(
  "EquipmentKind",
  z.enum(EQUIPMENT_KINDS),
);

/** A kind of equipment. @spec facilities.equipment-kinds */
export type EquipmentKindEntry = z.output<typeof equipmentKindEntry>;
export const equipmentKindEntry = namedObject("EquipmentKindEntry", {
  kind: equipmentKind,
  /** French name. */
  label: field.anyText,
  /** It is placed in a boiler room or a building. */
  needParent: field.flag,
  /** Documents may be requested for it. */
  useInDocuments: field.flag,
  /** It may have sensors. */
  instrumentable: field.flag,
});

const equipmentSettings = z.object({ name: field.anyText, code: field.anyText });

/** An equipment of the residence: a boiler room, a building, or a part of one. @spec facilities.equipment-kinds */
export type Equipment = z.output<typeof equipment>;
export const equipment = storedObject("Equipment", {
  kind: equipmentKind,
  name: field.anyText,
  instrumented: field.flag,
  /** Its parent; null when there is none. */
  parentId: field.idOrNull,
  settings: equipmentSettings,
});

/** Draft of an equipment. @spec facilities.equipment-kinds */
export const equipmentDraft = z.strictObject({
  kind: equipmentKind,
  instrumented: field.flag,
  parentId: field.idOrNull,
  settings: z.strictObject({ name, code }),
});

/** Draft of an equipment's settings. @spec facilities.equipment-codes */
export const equipmentSettingsDraft = draft({ name, code, instrumented: field.flag });

/** A heating circuit. @spec facilities.equipment-details */
export type HeatingCircuit = z.output<typeof heatingCircuit>;
export const { stored: heatingCircuit, draft: heatingCircuitDraft } = entitySchemas(
  "HeatingCircuit",
  {
    name,
    enabled: field.flag,
    /** Flow temperature bounds, °C. */
    outMin: celsius,
    outMax: celsius,
    /** Return temperature bounds, °C. */
    backMin: celsius,
    backMax: celsius,
    /** Series of the flow and return temperatures. */
    outType: field.idOrNull,
    backType: field.idOrNull,
    isHotWater: field.flag,
  },
  inOrder("outMin", "outMax"),
  inOrder("backMin", "backMax"),
);

const alarmKind: z.ZodMiniType<FaultAlarmKind> = z.literal([0, 1, 2, 3]);

/** A contact or a meter that reports a fault. @spec facilities.fault-detectors */
export type FaultDetector = z.output<typeof faultDetector>;
export const { stored: faultDetector, draft: faultDetectorDraft } = entitySchemas("FaultDetector", {
  name,
  alarmKind,
  /** Series it watches; null when there is none. */
  seriesId: field.idOrNull,
});

/** A boiler's code and its meaning. @spec facilities.equipment-details */
export type ErrorCodeReader = z.output<typeof errorCodeReader>;
export const { stored: errorCodeReader, draft: errorCodeReaderDraft } = entitySchemas(
  "ErrorCodeReader",
  {
    name,
    /** Series of the codes; null when there is none. */
    seriesId: field.idOrNull,
    /** Codes that raise no alarm. */
    normalCodes: z.array(field.text(FAULT_CODE_MAX_LENGTH)).check(z.maxLength(MOST_CODES)),
  },
);

/** Muting of a gate's alarm while it is out of service. @spec alarms.gates-out-of-service */
export type GateOutOfService = z.output<typeof hsType>;
const hsType = z.enum(["none", "hours", "signal"]);

/** A door or gate. @spec facilities.equipment-details */
export type Gate = z.output<typeof gate>;
export const { stored: gate, draft: gateDraft } = entitySchemas("Gate", {
  name,
  type: z.enum(["door", "gate"]),
  /** Hours open before the alarm. */
  alarmFrom: field.numberBetween(0, 1_000),
  hsType,
  /** Series of its state; null when there is none. */
  seriesId: field.idOrNull,
});

/** A ventilation unit. @spec facilities.equipment-details */
export type Cmv = z.output<typeof cmv>;
export const { stored: cmv, draft: cmvDraft } = entitySchemas("Cmv", {
  name,
  min: bound,
  max: bound,
  seriesId: field.idOrNull,
}, inOrder("min", "max"));

/** An opening roof light. @spec facilities.equipment-details */
export type Skydome = z.output<typeof skydome>;
export const { stored: skydome, draft: skydomeDraft } = entitySchemas("Skydome", {
  name,
  seriesId: field.idOrNull,
});

const deviceKind: z.ZodMiniType<DeviceKind> = z.enum(DEVICE_KINDS);

/** A heat pump, solar panels or a vehicle charger, and its meters. */
export type Device = z.output<typeof device>;
export const { stored: device, draft: deviceDraft } = entitySchemas("Device", {
  kind: deviceKind,
  name,
  /** Series of its production, kWh; null when not metered. */
  productionSeriesId: field.idOrNull,
  /** Series of its consumption, kWh; null when not metered. */
  consumptionSeriesId: field.idOrNull,
  /** Rated power, kW; null when unknown. */
  powerKW: z.nullable(field.numberBetween(0, 100_000)),
});

const placeFields = {
  projectId: field.id,
  ...withoutLimits({ name, code }),
  instrumented: field.flag,
};

export type BoilerRoomSummary = z.output<typeof boilerRoomSummary>;
export const boilerRoomSummary = namedObject("BoilerRoomSummary", {
  id: field.id,
  ...placeFields,
  /** The energy balance has a source and settings. */
  hasEfficiency: field.flag,
});

const ownRoomFields = {
  location: field.freeText(200),
  operator: field.freeText(200),
  /** Room temperature bounds, °C. */
  tempMin: celsius,
  tempMax: celsius,
  /** Room humidity bounds, %. */
  humMin: percent,
  humMax: percent,
};

/** What is stored of a boiler room besides its equipment, which has its name and code. */
export const ownRoom = z.object(withoutLimits(ownRoomFields));

const boilerRoomFields = { name, code, ...ownRoomFields };

/** A boiler room and its content. @spec facilities.bounds */
export type BoilerRoom = z.output<typeof boilerRoom>;
export const boilerRoom = storedObject("BoilerRoom", {
  projectId: field.id,
  ...withoutLimits(boilerRoomFields),
  instrumented: field.flag,
  circuits: z.array(heatingCircuit),
  errorCodes: z.array(errorCodeReader),
  faultDetectors: z.array(faultDetector),
  /** Heat pumps, solar thermal, solar electric and vehicle chargers, by `kind`. */
  devices: z.array(device),
  gates: z.array(gate),
  cmvs: z.array(cmv),
  skydomes: z.array(skydome),
});

/** Fields of a boiler room's own form. @spec facilities.bounds */
export type BoilerRoomSettings = Omit<BoilerRoomSettingsDraft, "version">;

/** Draft of {@link BoilerRoomSettings}. */
type BoilerRoomSettingsDraft = z.output<typeof boilerRoomSettingsDraft>;
export const boilerRoomSettingsDraft = draft(boilerRoomFields)
  .check(inOrder("tempMin", "tempMax"), inOrder("humMin", "humMax"));

/** A building with its ventilation units and roof lights. @spec facilities.buildings */
export type Building = z.output<typeof building>;
export const building = storedObject("Building", {
  ...placeFields,
  cmvs: z.array(cmv),
  skydomes: z.array(skydome),
  gates: z.array(gate),
});

/** Fields of a building's form. @spec facilities.buildings */
export const buildingSettings = draft({ name, code });

/** The last value of a facility series. @spec series.current-values */
export type FacilityValue = z.output<typeof facilityValue>;
export const facilityValue = namedObject("FacilityValue", {
  seriesId: field.id,
  equipmentId: field.idOrNull,
  /** Instant of the reading; null when there is none. */
  at: field.instantOrNull,
  /** null when there is none, or when current data are requested and it is too old. */
  value: field.numberOrNull,
  /** Text of a state; null for numbers. */
  message: field.anyTextOrNull,
});

/** What a register or a counter of a boiler room counted lately, in its unit. @spec facilities.recent-totals */
export type RecentTotals = z.output<typeof recentTotals>;
export const recentTotals = namedObject("RecentTotals", {
  seriesId: field.id,
  /** Until now; null without a reading. */
  today: field.numberOrNull,
  yesterday: field.numberOrNull,
  /** The seven days before today; null when one of them is unknown. */
  week: field.numberOrNull,
});

/** Production by energy over a range. @spec facilities.heat-pumps */
export type HybridConsumption = z.output<typeof hybridConsumption>;
export const hybridConsumption = namedObject("HybridConsumption", {
  /** Events of the meters of the figures, grouped by meter. */
  events: z.array(z.object({ ...meterMarkFields, meter: z.enum(HYBRID_METERS) })),
  slots: z.array(z.object({
    slot: field.anyText,
    /** kWh of the boilers; null when not metered. */
    boilerKWh: field.numberOrNull,
    /** kWh produced by the heat pumps; null when not metered. */
    heatPumpKWh: field.numberOrNull,
    /** kWh consumed by the heat pumps; null when not metered. */
    heatPumpInputKWh: field.numberOrNull,
    /** Share of the heat pumps in the production, %, at most 100; null when their production or the boilers' is partial. */
    heatPumpPercent: field.numberOrNull,
    /** Quantities that lack readings, of a heat pump in service or of the boilers; absent from hosts that do not send it. */
    missing: z.optional(z.array(z.enum(HYBRID_METERS))),
    /** An index that is not counted, or a jump of the register, touches it; absent otherwise. */
    doubtful: z.optional(z.literal(true)),
  })),
});

/** Solar production estimated from irradiance, with the measured production. @spec facilities.solar-estimation */
export type SolarEstimation = z.output<typeof solarEstimation>;
export const solarEstimation = namedObject("SolarEstimation", {
  /** Events of the production meters; their slot is a day. */
  events: z.array(meterMark),
  days: z.array(
    z.object({
      date: field.isoDate,
      estimatedKWh: field.numberOrNull,
      measuredKWh: field.numberOrNull,
      /** An index that is not counted, or a jump of the register, touches it; absent otherwise. */
      doubtful: z.optional(z.literal(true)),
    }),
  ),
});

const djuMethod: z.ZodMiniType<DjuMethod> = z.enum(DJU_METHODS);

/** A source of outdoor temperature or DJU. @spec degree-days.sources */
export type OutdoorSource = z.output<typeof outdoorSource>;
export const { stored: outdoorSource, draft: outdoorSourceDraft } = entitySchemas("OutdoorSource", {
  name,
  /** Method that computes a day's DJU from its temperatures. */
  method: djuMethod,
  /** Series of the site's own sensor; null when days and months are imported. */
  seriesId: field.idOrNull,
  /** Name or number of the weather station; empty when there is none. */
  station: field.freeText(100),
  /** Public station whose days are fetched: its number, or "nearest"; null or absent when none is. */
  publicStation: z.optional(z.nullable(z.string().check(z.regex(/^(?:nearest|\d{8})$/)))),
});

/** Dates of a heating season; a date is null while unknown, and that end is open. @spec degree-days.seasons */
export type HeatingSeason = z.output<typeof heatingSeason>;
export const heatingSeason = z.strictObject({
  /** Year of the autumn in which it starts. */
  yearStart: field.integerBetween(FIRST_YEAR, LAST_YEAR),
  dateStart: field.isoDateOrNull,
  dateStop: field.isoDateOrNull,
}).check(inOrder("dateStart", "dateStop"));

/** The heating seasons of a boiler room, one for each year, each with days of its own year. */
export const heatingSeasonList = z.array(
  heatingSeason.check(inOwnYear("dateStart"), inOwnYear("dateStop")),
).check(z.maxLength(150), uniqueBy("yearStart"));

/** A heating season with the dates calculated from the weather. @spec degree-days.seasons */
const heatingSeasonEntry = namedObject("HeatingSeason", {
  equipmentId: field.id,
  yearStart: field.figure,
  dateStart: field.isoDateOrNull,
  dateStop: field.isoDateOrNull,
  /** Calculated dates; null without weather data, or when the dates are typed. */
  calculatedDateStart: field.isoDateOrNull,
  calculatedDateStop: field.isoDateOrNull,
});

export const heatingSeasons = versionedObject("HeatingSeasons", {
  /** Typed seasons. */
  seasons: z.array(heatingSeasonEntry),
  /** The season of this July to June year by the weather; null when not calculated, or without weather data. */
  running: z.nullable(heatingSeason),
  /** Whether it heats today according to its season in force: its heating circuits are watched. */
  isHeatingToday: field.flag,
});

/** Days of another year would put every month outside of its season. */
function inOwnYear(field: "dateStart" | "dateStop") {
  return z.refine<HeatingSeason>(
    ({ yearStart, [field]: date }) => date === null || isInSeasonYear(yearStart, date),
    { path: [field] },
  );
}

/** Maximum number of series added, and of those subtracted. */
const MOST_PARTS = 50;

/** A sum or a difference of series of the facilities of a residence. @spec facilities.computed-series */
export type ComputedSeries = z.output<typeof computedSeries>;
export const { stored: computedSeries, draft: computedSeriesDraft } = entitySchemas(
  "ComputedSeries",
  {
    name: field.text(100),
    /** Quantity, in whose unit the parts are. */
    dataUnitId,
    /** Facility series that are added. */
    plus: field.ids(MOST_PARTS, 1),
    /** Facility series that are subtracted. */
    minus: field.ids(MOST_PARTS),
  },
  z.refine(({ plus, minus }) => !plus.some((id) => minus.includes(id)), {
    message: "unique",
    path: ["minus"],
  }),
);
