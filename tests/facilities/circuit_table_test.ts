import { deepStrictEqual } from "node:assert/strict";
import { circuitColumns } from "@/components/facilities/circuit_table.tsx";
import type { HeatingCircuit } from "@/lib/facilities/schema.ts";

const CIRCUIT: HeatingCircuit = {
  id: "c1",
  name: "Circuit 1",
  enabled: true,
  outMin: 20,
  outMax: 75,
  backMin: 20,
  backMax: 60,
  outType: "out",
  backType: "back",
  isHotWater: false,
  version: "1",
};

/** The cell of the state of a circuit whose flow is at 55 °C. */
function stateOf(circuit: HeatingCircuit) {
  const at = "2026-01-15T10:00:00Z";
  const value = { seriesId: "out", equipmentId: "c1", at, value: 55, message: null };
  const columns = circuitColumns({ values: new Map([["out", value]]), hrefOf: () => "" });
  return columns.find(({ field }) => field === "state")?.value?.(circuit);
}

Deno.test("circuitColumns() do not report a circuit with a silent return as within its bounds", () => {
  deepStrictEqual(stateOf(CIRCUIT), "Retour sans valeur");
});

Deno.test("circuitColumns() expect no value of a quantity that is not measured", () => {
  deepStrictEqual(stateOf({ ...CIRCUIT, backType: null }), "Dans les bornes");
});

Deno.test("circuitColumns() do not evaluate a circuit out of service", () => {
  deepStrictEqual(stateOf({ ...CIRCUIT, enabled: false }), null);
});
