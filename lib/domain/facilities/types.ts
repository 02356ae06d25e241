import type { MeterMark } from "@/lib/domain/series/types.ts";

export type * from "./schema.ts";

/** Kinds of equipment, in the order of the specification. @spec facilities.equipment-kinds */
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

export type EquipmentKind = typeof EQUIPMENT_KINDS[number];

/** Condition that raises the alarm of a fault detector. @spec facilities.fault-detectors */
export const FAULT_ALARM_KINDS = {
  OnEmit: 0,
  OnNoEmit: 1,
  OnAlarmData: 2,
  OnAlarmDataInv: 3,
} as const;

/** 0 to 3, see {@link FAULT_ALARM_KINDS}. */
export type FaultAlarmKind = typeof FAULT_ALARM_KINDS[keyof typeof FAULT_ALARM_KINDS];

/** Bounds of the normal values of a quantity; null for no bound. */
export interface Bounds {
  min: number | null;
  max: number | null;
}

/** Machines of a boiler room that are not a kind of equipment. @spec facilities.machines */
export const DEVICE_KINDS = ["heat-pump", "solar-thermal", "solar-electric", "irve"] as const;

export type DeviceKind = typeof DEVICE_KINDS[number];

/** Meters of boilers and heat pumps: output and input of the pumps, input of the boilers. */
export const HYBRID_METERS = ["heat-pump", "heat-pump-input", "boiler"] as const;

export type HybridMeter = typeof HYBRID_METERS[number];

/** An event of a meter of boilers or heat pumps. */
export interface HybridMark extends MeterMark {
  readonly meter: HybridMeter;
}
