import { deepStrictEqual } from "node:assert/strict";
import { circuitColumns } from "@/components/facilities/circuit_table.tsx";
import { boundsStatus } from "@/components/facilities/CurrentValues.tsx";
import { keyValues, roomBounds } from "@/lib/facilities/current_values.ts";
import type { FacilityValue, HeatingCircuit } from "@/lib/facilities/schema.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { aSeries } from "@/tests/helpers/some_series.ts";

function aValue(seriesId: string, value: number | null): FacilityValue {
  const at = "2026-01-05T08:00:00Z";
  return { seriesId, equipmentId: null, at, value, message: null };
}

const ROOM = new Set(["room", "circuit"]);

function shown(series: readonly ProjectSeries[], values: readonly FacilityValue[]): string[] {
  return keyValues(series, values, ROOM).map(({ series: { id } }) => id);
}

Deno.test("keyValues() shows flows and returns before air temperatures, of the place and its content", () => {
  const series = [
    aSeries("air", "TEMP", { equipmentId: "room" }),
    aSeries("back", "TRET", { equipmentId: "circuit" }),
    aSeries("out", "TDEP", { equipmentId: "room" }),
    aSeries("gas", "GAZV", { equipmentId: "room" }),
    aSeries("elsewhere", "TDEP", { equipmentId: "other" }),
    aSeries("nowhere", "TDEP", { equipmentId: null }),
  ];
  deepStrictEqual(shown(series, series.map(({ id }) => aValue(id, 20))), ["out", "back", "air"]);
});

Deno.test("keyValues() leaves out series without a recent value, and keeps 0", () => {
  const series = [
    aSeries("out", "TDEP", { equipmentId: "room" }),
    aSeries("back", "TRET", { equipmentId: "room" }),
  ];
  deepStrictEqual(shown(series, [aValue("out", null), aValue("back", 0)]), ["back"]);
});

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

const OUT = { name: "Départ", value: 55, min: 20, max: 75 };
const BACK = { name: "Retour", value: 42, min: 20, max: 60 };

Deno.test("boundsStatus() is good when every value is known and within its bounds", () => {
  deepStrictEqual(boundsStatus([OUT, BACK]), { tone: "good", label: "Dans les bornes" });
});

Deno.test("boundsStatus() names a missing value when the others are within their bounds", () => {
  deepStrictEqual(boundsStatus([OUT, { ...BACK, value: null }]), {
    tone: "info",
    label: "Retour sans valeur",
  });
  deepStrictEqual(boundsStatus([{ ...OUT, value: null }, BACK]).label, "Départ sans valeur");
});

Deno.test("boundsStatus() reports a value out of its bounds before a missing one", () => {
  deepStrictEqual(boundsStatus([{ ...OUT, value: 80 }, { ...BACK, value: null }]), {
    tone: "bad",
    label: "Hors bornes",
  });
});

const BOUNDED_ROOM = { id: "r", name: "Chaufferie", code: "", location: "", operator: "" };

// @spec facilities.bounds
Deno.test("roomBounds() checks only the air of the room, where it has a bound", () => {
  const series = [
    { id: "air", dataUnitId: "TEMP", equipmentId: "r" },
    { id: "humid", dataUnitId: "HUM", equipmentId: "r" },
    { id: "flow", dataUnitId: "TDEP", equipmentId: "r" },
    { id: "circuit", dataUnitId: "TEMP", equipmentId: "c" },
    { id: "houses", dataUnitId: "TEMP", equipmentId: null },
  ] as const;
  const heat = { tempMin: 5, tempMax: 35, humMin: null, humMax: null };
  deepStrictEqual([...roomBounds({ ...BOUNDED_ROOM, ...heat }, series)], [["air", {
    min: 5,
    max: 35,
  }]]);
  const damp = { tempMin: null, tempMax: null, humMin: null, humMax: 80 };
  deepStrictEqual([...roomBounds({ ...BOUNDED_ROOM, ...damp }, series)], [
    ["humid", { min: null, max: 80 }],
  ]);
});
