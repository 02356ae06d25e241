import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  BLANK_DEVICE,
  DEVICE_RULES,
  readDevice,
  typedDevice,
} from "@/lib/domain/facilities/device_form.ts";
import { typedErrors } from "@/lib/domain/forms/typed_fields.ts";

const PUMP = {
  name: "PAC",
  kind: "heat-pump" as const,
  productionSeriesId: "s1",
  consumptionSeriesId: null,
  powerKW: 45.5,
};

Deno.test("readDevice() reads back what typedDevice() shows", () => {
  deepStrictEqual(readDevice(typedDevice(PUMP)), PUMP);
  strictEqual(typedDevice(PUMP).powerKW, "45,5");
});

Deno.test("readDevice() of a kind of machine that does not exist is none", () => {
  strictEqual(readDevice({ ...typedDevice(PUMP), kind: "toString" }), null);
});

Deno.test("DEVICE_RULES ask for a name and a kind, and refuse a negative power", () => {
  deepStrictEqual(typedErrors(DEVICE_RULES, { ...BLANK_DEVICE, powerKW: "-1" }), {
    name: { code: "required" },
    kind: { code: "required" },
    powerKW: { code: "min", min: 0 },
  });
});
