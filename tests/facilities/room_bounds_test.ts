import { deepStrictEqual } from "node:assert/strict";
import { roomBounds } from "@/lib/facilities/current_values.ts";

const ROOM = { id: "r", name: "Chaufferie", code: "", location: "", operator: "" };

Deno.test("roomBounds() checks only the air of the room, where it has a bound", () => {
  const series = [
    { id: "air", dataUnitId: "TEMP", equipmentId: "r" },
    { id: "humid", dataUnitId: "HUM", equipmentId: "r" },
    { id: "flow", dataUnitId: "TDEP", equipmentId: "r" },
    { id: "circuit", dataUnitId: "TEMP", equipmentId: "c" },
    { id: "houses", dataUnitId: "TEMP", equipmentId: null },
  ] as const;
  const heat = { tempMin: 5, tempMax: 35, humMin: null, humMax: null };
  deepStrictEqual([...roomBounds({ ...ROOM, ...heat }, series)], [["air", { min: 5, max: 35 }]]);
  const damp = { tempMin: null, tempMax: null, humMin: null, humMax: 80 };
  deepStrictEqual([...roomBounds({ ...ROOM, ...damp }, series)], [
    ["humid", { min: null, max: 80 }],
  ]);
});
