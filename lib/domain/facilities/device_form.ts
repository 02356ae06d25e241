import { controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import type { FieldRule, TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { type Device, DEVICE_KINDS, type DeviceKind } from "./types.ts";

/** A field of a machine. */
export type DeviceField =
  | "name"
  | "kind"
  | "productionSeriesId"
  | "consumptionSeriesId"
  | "powerKW";

/** The rules of a machine, as typed. @spec B §3 "heat pumps, solar thermal, solar electric … irves" */
export const DEVICE_RULES: readonly FieldRule<DeviceField>[] = [
  { name: "name", kind: "text", required: true, maxLength: 100 },
  { name: "kind", kind: "text", required: true },
  { name: "productionSeriesId", kind: "text" },
  { name: "consumptionSeriesId", kind: "text" },
  { name: "powerKW", kind: "number", min: 0, max: 100_000, step: 0.1 },
];

/** An empty machine form. */
export const BLANK_DEVICE: TypedValues<DeviceField> = {
  name: "",
  kind: "",
  productionSeriesId: "",
  consumptionSeriesId: "",
  powerKW: "",
};

/** A machine as its form shows it. */
export function typedDevice(device: Pick<Device, DeviceField>): TypedValues<DeviceField> {
  return {
    name: device.name,
    kind: device.kind,
    productionSeriesId: device.productionSeriesId ?? "",
    consumptionSeriesId: device.consumptionSeriesId ?? "",
    powerKW: controlText(device.powerKW),
  };
}

/** Whether a text is a kind of machine. */
function isDeviceKind(text: string): text is DeviceKind {
  return DEVICE_KINDS.some((kind) => kind === text);
}

/**
 * The machine that was typed; an empty figure or series is none.
 *
 * @returns null for a kind of machine that does not exist
 */
export function readDevice(typed: TypedValues<DeviceField>): Pick<Device, DeviceField> | null {
  const { name, kind, productionSeriesId, consumptionSeriesId, powerKW } = typed;
  if (!isDeviceKind(kind)) return null;
  return {
    name: name.trim(),
    kind,
    productionSeriesId: productionSeriesId || null,
    consumptionSeriesId: consumptionSeriesId || null,
    powerKW: readNumber(powerKW),
  };
}
