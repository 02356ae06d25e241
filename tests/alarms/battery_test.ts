import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { batteryOf, isBattery } from "@/lib/alarms/rule_evaluation.ts";

// @spec alarms.batteries
Deno.test("isBattery() is true for a state whose name contains the word for a battery", () => {
  for (const name of ["Pile du portail", "État des piles", "Batterie", "battery_state"]) {
    strictEqual(isBattery({ dataUnitId: "ETAT", name }), name !== "battery_state", name);
  }
  strictEqual(isBattery({ dataUnitId: "ETAT", name: "Compilation" }), false);
  strictEqual(isBattery({ dataUnitId: "TEMP", name: "Pile" }), false);
});

// @spec alarms.batteries
Deno.test("batteryOf() reads words for a battery, and no number", () => {
  deepStrictEqual(["low", "Faible", "VIDE"].map(batteryOf), ["wrong", "wrong", "wrong"]);
  deepStrictEqual(["ok", "Normale"].map(batteryOf), ["right", "right"]);
  deepStrictEqual(["?", 0, 1, 12].map(batteryOf), [null, null, null, null]);
});
