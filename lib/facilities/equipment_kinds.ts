/** Kinds of equipment, machines and heat pump meters. @module */

import type { MeterMark } from "@/lib/timeseries/schema.ts";

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
