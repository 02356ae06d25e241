import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { isOpenTooLong, openingOf } from "@/lib/facilities/faults.ts";

// @spec facilities.buildings
Deno.test("openingOf() reads numbers and words, French or English, and is null for others", () => {
  deepStrictEqual([0, 1, 2].map(openingOf), ["closed", "open", "open"]);
  deepStrictEqual(["Ouvert", "ouverte", "OPEN", "1"].map(openingOf), Array(4).fill("open"));
  deepStrictEqual([" fermé", "Fermée", "closed", "0"].map(openingOf), Array(4).fill("closed"));
  strictEqual(openingOf("F 28"), null);
});

// @spec facilities.gates
Deno.test("isOpenTooLong() is true once the hours have passed since the opening, and never while closed", () => {
  const opened = { state: 1, fromS: 10_000, toS: null };
  strictEqual(isOpenTooLong(opened, 2, 10_000 + 7_200), false);
  strictEqual(isOpenTooLong(opened, 2, 10_000 + 7_201), true);
  strictEqual(isOpenTooLong({ ...opened, state: "fermé" }, 2, 99_999), false);
  strictEqual(isOpenTooLong(null, 0, 99_999), false);
});
