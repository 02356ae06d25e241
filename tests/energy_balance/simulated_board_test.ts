import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { boardGasChoice, boardReport, simulationPrefill } from "@/lib/energy_balance/simulation.ts";
import { aBoard, aBoilerRoom, aYear } from "./builders.ts";

const prefilled = () => {
  const { boilerRoom, period } = aBoard().input;
  return simulationPrefill(boilerRoom.settings, period);
};

Deno.test("boardReport() computes the real values when the simulation is off", () => {
  // January of the builder: N'B = 1,000 m² × 400 DJU × 40 Wh / 1000 = 16,000 kWh.
  strictEqual(boardReport(aBoard(), null).cumulative?.target.total, 16_000);
});

Deno.test("boardReport() computes with the form's values", () => {
  // 1,000 m² × 400 DJU × 50 Wh / 1000 = 20,000 kWh.
  const report = boardReport(aBoard(), { ...prefilled(), target: 50 });
  strictEqual(report.cumulative?.target.total, 20_000);
});

Deno.test("boardReport() computes the real values while the form is invalid", () => {
  const report = boardReport(aBoard(), { ...prefilled(), target: null, area: 1 });
  strictEqual(report.cumulative?.target.total, 16_000);
});

Deno.test("boardGasChoice() requires a delivery point and two gas volumes", () => {
  const two = [{ id: "a", name: "Compteur A" }, { id: "b", name: "Compteur B" }];
  const withPce = { ...aYear(), boilerRoom: aBoilerRoom({ gazPce: "21546789012345" }) };
  deepStrictEqual(boardGasChoice(aBoard({ input: withPce, gasVolumeSeries: two })), {
    isOffered: true,
    seriesIds: ["a", "b"],
  });
  const one = two.slice(0, 1);
  strictEqual(boardGasChoice(aBoard({ input: withPce, gasVolumeSeries: one })).isOffered, false);
  strictEqual(boardGasChoice(aBoard({ gasVolumeSeries: two })).isOffered, false);
});
