import type { DjuMethod } from "@/lib/domain/degree_days/degree_days.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { MeterMark } from "@/lib/domain/series/types.ts";
import type { HeatingSeason } from "./heating_season.ts";

/** Kinds of equipment, in the order of the specification. @spec F §3 "Equipment kinds" */
export const EQUIPMENT_KINDS = [
  "boilerroom",
  "building",
  "boilerroom-circuit",
  "boilerroom-errorcode",
  "boilerroom-faultdetector",
  "cmv",
  "skydome",
  "gate",
] as const;

/** One of {@link EQUIPMENT_KINDS}. */
export type EquipmentKind = typeof EQUIPMENT_KINDS[number];

/** A kind of equipment. @spec F §3 "each kind has label, needParent, useInDocuments, instrumentable" */
export interface EquipmentKindEntry {
  kind: EquipmentKind;
  /** French name. */
  label: string;
  /** It is placed in a boiler room or a building. */
  needParent: boolean;
  /** Documents may be requested for it. */
  useInDocuments: boolean;
  /** It may carry sensors. */
  instrumentable: boolean;
}

/** An equipment of the residence: a boiler room, a building, or a part of one. @spec F §3 "Equipment" */
export interface Equipment {
  id: string;
  kind: EquipmentKind;
  name: string;
  instrumented: boolean;
  /** Its parent; null without one. */
  parentId: string | null;
  settings: EquipmentSettings;
  version: string;
}

/** Name and code of an equipment. @spec F §3 "settings{name, code}" */
export interface EquipmentSettings {
  name: string;
  code: string;
}

/** An equipment to add. @spec B §7 "equipment add" */
export interface EquipmentDraft {
  kind: EquipmentKind;
  instrumented: boolean;
  parentId: string | null;
  settings: EquipmentSettings;
}

/** Settings of an equipment to write. @spec B §7 "equipment … settings" */
export interface EquipmentSettingsDraft extends EquipmentSettings {
  instrumented: boolean;
  version?: string | undefined;
}

/** What raises the alarm of a fault detector. @spec F §3 "Fault detector alarm kind" */
export const FAULT_ALARM_KINDS = {
  OnEmit: 0,
  OnNoEmit: 1,
  OnAlarmData: 2,
  OnAlarmDataInv: 3,
} as const;

/** 0 to 3, see {@link FAULT_ALARM_KINDS}. */
export type FaultAlarmKind = typeof FAULT_ALARM_KINDS[keyof typeof FAULT_ALARM_KINDS];

/** Bounds between which a quantity is right; null = no bound. */
export interface Bounds {
  min: number | null;
  max: number | null;
}

/** A heating circuit. @spec B §3 "heating circuits" */
export interface HeatingCircuit {
  id: string;
  name: string;
  enabled: boolean;
  /** Flow temperature bounds, °C. */
  outMin: number | null;
  outMax: number | null;
  /** Return temperature bounds, °C. */
  backMin: number | null;
  backMax: number | null;
  /** Series of the flow and return temperatures. */
  outType: string | null;
  backType: string | null;
  isHotWater: boolean;
  version: string;
}

/** Settings of a heating circuit to write. */
export type HeatingCircuitDraft = Draft<HeatingCircuit>;

/** A contact or a meter that reports a fault. @spec F §3, B §4 "Fault detector" */
export interface FaultDetector {
  id: string;
  name: string;
  alarmKind: FaultAlarmKind;
  /** Series it listens to; null while it has none. */
  seriesId: string | null;
  version: string;
}

/** A boiler's code and its meaning. @spec B §3 "error codes" */
export interface ErrorCodeReader {
  id: string;
  name: string;
  /** Series of the codes; null while it has none. */
  seriesId: string | null;
  /** Codes that are no alarm. */
  normalCodes: string[];
  version: string;
}

/** How a gate's alarm is silenced while it is out of service. @spec domain §3 "hsType" */
export type GateOutOfService = "none" | "hours" | "signal";

/** A door or gate. @spec B §3 "gates (type, alarmFrom, hsType)" */
export interface Gate {
  id: string;
  name: string;
  type: "door" | "gate";
  /** Hours open before the alarm. */
  alarmFrom: number;
  hsType: GateOutOfService;
  /** Series of its state; null while it has none. */
  seriesId: string | null;
  version: string;
}

/** A ventilation unit. @spec B §3 "cmv settings (name, min, max)" */
export interface Cmv extends Bounds {
  id: string;
  name: string;
  seriesId: string | null;
  version: string;
}

/** An opening roof light. @spec B §3 "skydome settings (name)" */
export interface Skydome {
  id: string;
  name: string;
  seriesId: string | null;
  version: string;
}

/** Settings of a fault detector to write. */
export type FaultDetectorDraft = Draft<FaultDetector>;

/** Settings of an error-code reader to write. */
export type ErrorCodeReaderDraft = Draft<ErrorCodeReader>;

/** Settings of a gate to write. */
export type GateDraft = Draft<Gate>;

/** Settings of a ventilation unit to write. */
export type CmvDraft = Draft<Cmv>;

/** Settings of a roof light to write. */
export type SkydomeDraft = Draft<Skydome>;

/** The writable part of an entity: everything but its id, with an optional version. */
type Draft<Entity extends { id: string; version: string }> = Omit<Entity, "id" | "version"> & {
  version?: string | undefined;
};

/** Machines of a boiler room that are no equipment kind. @spec B §3 "heat pumps, solar thermal, solar electric … irves" */
export const DEVICE_KINDS = ["heat-pump", "solar-thermal", "solar-electric", "irve"] as const;

/** One of {@link DEVICE_KINDS}. */
export type DeviceKind = typeof DEVICE_KINDS[number];

/** A heat pump, solar panels or a vehicle charger, and its meters. */
export interface Device {
  id: string;
  kind: DeviceKind;
  name: string;
  /** Series of its production, kWh; null when not metered. */
  productionSeriesId: string | null;
  /** Series of its consumption, kWh; null when not metered. */
  consumptionSeriesId: string | null;
  /** Rated power, kW; null when unknown. */
  powerKW: number | null;
  version: string;
}

/** A machine to write. */
export type DeviceDraft = Draft<Device>;

/** Fields of a boiler room's own form. @spec B §3 "Boiler room" */
export interface BoilerRoomSettings {
  name: string;
  code: string;
  location: string;
  operator: string;
  /** Room temperature bounds, °C. */
  tempMin: number | null;
  tempMax: number | null;
  /** Room humidity bounds, %. */
  humMin: number | null;
  humMax: number | null;
}

/** {@link BoilerRoomSettings} to write. */
export interface BoilerRoomSettingsDraft extends BoilerRoomSettings {
  version?: string | undefined;
}

/** A boiler room as lists show it. */
export interface BoilerRoomSummary {
  id: string;
  projectId: string;
  name: string;
  code: string;
  instrumented: boolean;
  /** The energy balance has a source and settings. */
  hasEfficiency: boolean;
}

/** A boiler room and its content. @spec B §3 "Boiler room" */
export interface BoilerRoom extends BoilerRoomSettings {
  id: string;
  projectId: string;
  instrumented: boolean;
  circuits: HeatingCircuit[];
  errorCodes: ErrorCodeReader[];
  faultDetectors: FaultDetector[];
  /** Heat pumps, solar thermal, solar electric and vehicle chargers, by `kind`. */
  devices: Device[];
  gates: Gate[];
  cmvs: Cmv[];
  skydomes: Skydome[];
  version: string;
}

/** Fields of a building's form. @spec B §7 "building … settings" */
export interface BuildingSettings {
  name: string;
  code: string;
  version?: string | undefined;
}

/** A building with its ventilation units and roof lights. @spec B §3 "Building" */
export interface Building {
  id: string;
  projectId: string;
  name: string;
  code: string;
  instrumented: boolean;
  cmvs: Cmv[];
  skydomes: Skydome[];
  gates: Gate[];
  version: string;
}

/** The last value of a facility series. @spec B §7 "facilities/current-data, facilities/last-sensor-data" */
export interface FacilityValue {
  seriesId: string;
  equipmentId: string | null;
  /** Instant of the reading; null when there is none. */
  at: string | null;
  /** null when there is none, or none recent for current data. */
  value: number | null;
  /** Text of a state; null for numbers. */
  message: string | null;
}

/** A reading with its instant. */
export interface TimedValue {
  at: string;
  value: number;
}

/** The readings of a range one by one. @spec B §7 "timeddata" */
export interface TimedData {
  seriesId: string;
  unit: string;
  values: TimedValue[];
}

/** The texts a series sent over a range. @spec B §7 "messagedata" */
export interface MessageData {
  seriesId: string;
  messages: { at: string; message: string }[];
}

/** Meters of boilers and heat pumps: output and input of the pumps, input of the boilers. */
export const HYBRID_METERS = ["heat-pump", "heat-pump-input", "boiler"] as const;

/** One of {@link HYBRID_METERS}. */
export type HybridMeter = typeof HYBRID_METERS[number];

/** What happened to a meter of boilers or heat pumps. */
export interface HybridMark extends MeterMark {
  readonly meter: HybridMeter;
}

/** Production by energy over a range. @spec B §7 "hybrid-conso" */
export interface HybridConsumption {
  /** Events of the meters it is counted from, those of a meter together. */
  events: HybridMark[];
  slots: {
    slot: string;
    /** kWh of the boilers; null when not metered. */
    boilerKWh: number | null;
    /** kWh produced by the heat pumps; null when not metered. */
    heatPumpKWh: number | null;
    /** kWh consumed by the heat pumps; null when not metered. */
    heatPumpInputKWh: number | null;
    /** Share of the heat pumps in the production, %, at most 100. */
    heatPumpPercent: number | null;
  }[];
}

/** Solar production expected from irradiance beside the measured one. @spec B §7 "solar-estimation-month" */
export interface SolarEstimation {
  /** Events of the meters of production, their slot being a day. */
  events: MeterMark[];
  days: { date: IsoDate; estimatedKWh: number | null; measuredKWh: number | null }[];
}

/** A source of outdoor temperature or DJU. @spec B §3 "outdoorSources (id, name)", domain §5.1 */
export interface OutdoorSource {
  id: string;
  name: string;
  /** How a day's DJU are counted from its temperatures. */
  method: DjuMethod;
  /** Series of the site's own sensor; null when days and months are imported. */
  seriesId: string | null;
  /** Name or number of the weather station; empty when it is none. */
  station: string;
  version: string;
}

/** An outdoor source to write. */
export type OutdoorSourceDraft = Draft<OutdoorSource>;

/** The DJU of a day or a month. */
export interface DjuSlot {
  /** "2024-07" or "2024-07-15". */
  slot: string;
  /** null when unknown. */
  dju: number | null;
  /** Mean outdoor temperature, °C; null when the source only has DJU. */
  meanC: number | null;
  /** Share of the days that are known, 0 to 1. */
  completeness: number;
  /** The month's DJU was typed, and takes precedence over the sum of its days. */
  typed: boolean;
}

/** The DJU of a source over a range. @spec B §7 "dju monthly and daily" */
export interface DjuData {
  outdoorSourceId: string;
  slots: DjuSlot[];
}

/** DJU typed month by month. */
export interface MonthlyDjuDraft {
  months: { month: string; /** null takes the month away. */ dju: number | null }[];
}

/** Result of an import, or of its trial. */
export interface ImportReport {
  /** Lines read, the heading apart. */
  lineCount: number;
  insertedCount: number;
  replacedCount: number;
  ignoredCount: number;
  /** At most 100 errors. */
  errors: { line: number; column: string | null; message: string }[];
}

/** A heating season with the dates calculated from the weather. @spec B §3 "heating seasons (equipmentId, yearStart, …)" */
export interface HeatingSeasonEntry {
  equipmentId: string;
  yearStart: number;
  dateStart: IsoDate | null;
  dateStop: IsoDate | null;
  /** Calculated dates; null when the weather gives none, or when they are typed. */
  calculatedDateStart: IsoDate | null;
  calculatedDateStop: IsoDate | null;
}

/** The heating seasons of a boiler room. */
export interface HeatingSeasons {
  /** Those that were typed. */
  seasons: HeatingSeasonEntry[];
  /** The season of this July to June year by the weather; null where seasons are not calculated, or nothing is known. */
  running: HeatingSeason | null;
  version: string;
}
