import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  gasSourceChoice,
  simulatedSettings,
  simulationErrors,
  type SimulationForm,
  simulationOverrides,
  simulationPrefill,
} from "@/lib/energy_balance/simulation.ts";
import { SIMULATION, someSettings } from "./builders.ts";

const FORM = SIMULATION;

const EMPTY: SimulationForm = {
  area: null,
  peopleNb: null,
  djuSource: "",
  q: null,
  target: null,
  threshold: null,
  gasSource: null,
};

const VERSIONS = [
  someSettings({ fromDate: "2022-01-01", target: 50 }),
  someSettings({ fromDate: "2023-07-01", target: 37.5 }),
];

// @spec balance.simulation
Deno.test("simulationPrefill() takes the settings in force on 1 January", () => {
  const form = simulationPrefill(VERSIONS, { year: 2023, shifted: false });
  deepStrictEqual(form, { ...FORM, target: 50 });
});

Deno.test("simulationPrefill() of a shifted year takes those of 1 July", () => {
  deepStrictEqual(simulationPrefill(VERSIONS, { year: 2023, shifted: true }), FORM);
});

Deno.test("simulationPrefill() includes a version that starts on 1 January", () => {
  const version = someSettings({ fromDate: "2023-01-01", area: 7 });
  strictEqual(simulationPrefill([version], { year: 2023, shifted: false }).area, 7);
});

Deno.test("simulationPrefill() before any settings is empty, with a threshold of 5 %", () => {
  deepStrictEqual(
    simulationPrefill(VERSIONS, { year: 2021, shifted: false }),
    { ...EMPTY, threshold: 5 },
  );
});

Deno.test("simulationErrors() of a filled form are empty", () => {
  deepStrictEqual(simulationErrors(FORM), {});
  deepStrictEqual(simulationErrors({ ...FORM, q: 0, threshold: 0 }), {});
});

Deno.test("simulationErrors() refuse an area and a target of 0, which allow no comparison", () => {
  deepStrictEqual(simulationErrors({ ...FORM, area: 0, target: 0 }), {
    area: { code: "min", min: 1 },
    target: { code: "min", min: 0.1 },
  });
});

Deno.test("simulationErrors() require the six fields, and not the gas source", () => {
  deepStrictEqual(simulationErrors(EMPTY), {
    area: { code: "required" },
    peopleNb: { code: "required" },
    djuSource: { code: "required" },
    q: { code: "required" },
    target: { code: "required" },
    threshold: { code: "required" },
  });
});

Deno.test("simulationErrors() require a whole number of people, and of people only", () => {
  deepStrictEqual(simulationErrors({ ...FORM, peopleNb: 50.5, area: 1000.5 }), {
    peopleNb: { code: "integer" },
  });
});

Deno.test("simulationErrors() refuse values below 0 or too large", () => {
  deepStrictEqual(simulationErrors({ ...FORM, area: -1, q: -0.1, target: 1001, threshold: 101 }), {
    area: { code: "min", min: 1 },
    q: { code: "min", min: 0 },
    target: { code: "max", max: 1000 },
    threshold: { code: "max", max: 100 },
  });
  deepStrictEqual(simulationErrors({ ...FORM, peopleNb: 1_000_001, area: 10_000_001 }), {
    area: { code: "max", max: 10_000_000 },
    peopleNb: { code: "max", max: 1_000_000 },
  });
});

Deno.test("simulationOverrides() are the form's values once they are valid", () => {
  const { gasSource: _none, ...values } = FORM;
  deepStrictEqual(simulationOverrides(FORM), values);
  deepStrictEqual(simulationOverrides({ ...FORM, gasSource: "meter" }), {
    ...values,
    gasSource: "meter",
  });
  strictEqual(simulationOverrides({ ...FORM, q: null }), null);
  strictEqual(simulationOverrides({ ...FORM, q: -1 }), null);
  strictEqual(simulationOverrides({ ...FORM, djuSource: "" }), null);
});

const GAS = { sourceKind: "gaz-volume", gazPce: "21546789012345" } as const;
const METERS = [
  { id: "a", dataUnitId: "GAZV" },
  { id: "b", dataUnitId: "GAZV" },
  { id: "c", dataUnitId: "GAZE" },
];

// @spec balance.gas-meter
Deno.test("gasSourceChoice() is offered with a delivery point and two gas volumes", () => {
  deepStrictEqual(gasSourceChoice(GAS, METERS), { isOffered: true, seriesIds: ["a", "b"] });
});

Deno.test("gasSourceChoice() is not offered without delivery point, nor with one volume", () => {
  strictEqual(gasSourceChoice({ ...GAS, gazPce: null }, METERS).isOffered, false);
  strictEqual(gasSourceChoice({ ...GAS, gazPce: "" }, METERS).isOffered, false);
  strictEqual(gasSourceChoice(GAS, METERS.slice(1)).isOffered, false);
});

Deno.test("gasSourceChoice() is not offered to a room with another fuel", () => {
  strictEqual(gasSourceChoice({ ...GAS, sourceKind: "wood-mass" }, METERS).isOffered, false);
  strictEqual(gasSourceChoice({ ...GAS, sourceKind: "gaz-energy" }, METERS).isOffered, true);
});

Deno.test("simulatedSettings() make a version that the next reading of the settings finds", () => {
  const overrides = simulationOverrides(FORM);
  deepStrictEqual(overrides && simulatedSettings(overrides, "2024-01-01", 2000), {
    ...someSettings(),
    fromDate: "2024-01-01",
    target: 37.5,
  });
});
