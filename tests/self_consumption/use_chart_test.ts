import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { AutoconsumptionSlot } from "@/lib/self_consumption/schema.ts";
import { useChart } from "@/lib/self_consumption/use_figures.ts";
import { aUse } from "./a_use.ts";

const OPTIONS = {
  size: { width: 460, height: 240 },
  categories: ["juin", "juil."],
  names: {
    selfConsumed: "Autoconsommé",
    surplus: "Surplus",
    fromGrid: "Réseau",
    unshared: "Non connue",
  },
  formatKWh: String,
};

/** Name, stack and values of each layer. */
function layersOf(...slots: AutoconsumptionSlot[]) {
  return useChart(slots, OPTIONS)?.layers.map(({ name, stack, values }) => [name, stack, values]);
}

Deno.test("useChart() splits production and consumption into the part consumed on the spot and the rest", () => {
  deepStrictEqual(layersOf(aUse(), aUse({ producedKWh: 4, surplusKWh: 0 })), [
    ["Autoconsommé", 0, [4, 4]],
    ["Surplus", 0, [6, 0]],
    ["", 1, [4, 4]],
    ["Réseau", 1, [4, 4]],
  ]);
});

Deno.test("useChart() draws energy that was counted without being shared as unknown", () => {
  // 0.3 of the 10 kWh were produced in hours without a consumer's reading.
  const partly = aUse({ producedKWh: 10.3 });
  const nothing = { selfConsumedKWh: null, surplusKWh: null, fromGridKWh: null };
  const withheld = aUse({ ...nothing, consumedKWh: null });
  deepStrictEqual(layersOf(partly, withheld)?.slice(0, 3), [
    ["Autoconsommé", 0, [4, null]],
    ["Surplus", 0, [6, null]],
    ["Non connue", 0, [0.3, 10]],
  ]);
  const unread = aUse({ ...nothing, producedKWh: null });
  // Of 9 kWh consumed, 1 in hours without a generator's reading.
  deepStrictEqual(layersOf(unread, aUse({ consumedKWh: 9 }))?.at(-1), ["Non connue", 1, [8, 1]]);
});

Deno.test("useChart() names each colour once, and is null where nothing is known", () => {
  deepStrictEqual(useChart([aUse()], OPTIONS)?.legend, [
    { name: "Autoconsommé", colour: "green" },
    { name: "Surplus", colour: "orange" },
    { name: "Réseau", colour: "grey" },
  ]);
  strictEqual(useChart([aUse({ producedKWh: null, consumedKWh: null })], OPTIONS), null);
});
