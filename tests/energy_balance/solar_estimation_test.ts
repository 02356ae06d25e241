import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { round } from "@/lib/base/rounding.ts";
import {
  estimatedSolarKWh,
  irradiationKWh,
  isReadAsLong,
  isSolar,
  measuredPercent,
} from "@/lib/energy_balance/machines.ts";

Deno.test("irradiationKWh() is mean power times hours: 250 W/m² over a day is 6 kWh/m²", () => {
  strictEqual(irradiationKWh({ meanWPerM2: 250, hours: 24 }), 6);
  // The day on which clocks go back has an hour more.
  strictEqual(irradiationKWh({ meanWPerM2: 240, hours: 25 }), 6);
  strictEqual(irradiationKWh({ meanWPerM2: null, hours: 24 }), null);
});

Deno.test("estimatedSolarKWh() of 10 kW of panels under 5 kWh/m² is 5 × 10 × 0.8", () => {
  strictEqual(estimatedSolarKWh(5, [{ kind: "solar-electric", powerKW: 10 }]), 40);
});

Deno.test("estimatedSolarKWh() of collectors counts 0.7 kW a square metre, which yields 40 % of the irradiation", () => {
  // 42 kW are 60 m²; 5 kWh/m² on them are 300 kWh, of which 120.
  const estimated = estimatedSolarKWh(5, [{ kind: "solar-thermal", powerKW: 42 }]);
  strictEqual(round(estimated ?? 0, 9), 120);
});

Deno.test("estimatedSolarKWh() adds machines, and leaves out those without the needed data", () => {
  const devices = [
    { kind: "solar-electric" as const, powerKW: 10 },
    { kind: "solar-electric" as const, powerKW: null },
    { kind: "heat-pump" as const, powerKW: 45 },
  ];
  strictEqual(estimatedSolarKWh(5, devices), 40);
  strictEqual(estimatedSolarKWh(5, devices.slice(1)), null);
  strictEqual(estimatedSolarKWh(null, devices), null);
});

// @spec facilities.solar-estimation
Deno.test("isSolar() is true for solar machines only", () => {
  strictEqual(isSolar({ kind: "solar-thermal" }), true);
  strictEqual(isSolar({ kind: "irve" }), false);
});

// @spec facilities.solar-estimation
Deno.test("measuredPercent() covers the days with both figures: a day without sun read is in neither term", () => {
  const days = [
    { measuredKWh: 30, estimatedKWh: 40 },
    { measuredKWh: 30, estimatedKWh: null },
    { measuredKWh: null, estimatedKWh: 40 },
  ];
  // 30 of 40, not 60 of 80 nor 60 of 40.
  strictEqual(measuredPercent(days), 75);
  strictEqual(measuredPercent(days.slice(1)), null);
  strictEqual(measuredPercent([{ measuredKWh: 0, estimatedKWh: 0 }]), null);
});

// @spec facilities.solar-estimation
Deno.test("isReadAsLong() is false of a meter read for less time than the sun", () => {
  deepStrictEqual(
    [
      isReadAsLong(1, [1, 0.96]),
      isReadAsLong(1, [1, 0.5]),
      // A sensor that sends nothing at night.
      isReadAsLong(0.6, [1]),
      isReadAsLong(1, []),
    ],
    [true, false, true, true],
  );
});
