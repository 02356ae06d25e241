import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { placedLayers, stacksTop } from "@/lib/ui/chart_model.ts";

/** Categories of 40 px from 0, ten px for one unit, zero at 100. */
const PLACING = {
  width: 20,
  middleOf: (index: number) => 20 + 40 * index,
  heightOf: (value: number) => 100 - 10 * value,
};
const STACKS = [
  [
    { name: "a", colour: "green", values: [2, null] },
    { name: "b", colour: "orange", values: [3, 4] },
  ],
  [{ name: "", colour: "grey", values: [1, 0] }],
] as const;

Deno.test("placedLayers() puts stacks side by side, each layer on the previous ones, without empty layers", () => {
  const layers = placedLayers(STACKS, PLACING);
  // Bars of 10 px, 10 px apart; those of a category begin at 10 and at 50.
  deepStrictEqual(layers.map(({ path }) => path), [
    "M10 100h9v-19h-9z",
    "M10 80h9v-29h-9zM50 100h9v-39h-9z",
    "M20 100h9v-9h-9z",
  ]);
  deepStrictEqual(layers.map(({ stack }) => stack), [0, 0, 1]);
});

Deno.test("stacksTop() is the highest sum of layers", () => {
  strictEqual(stacksTop(STACKS), 5);
  // A missing value counts as none.
  const [layers] = STACKS;
  strictEqual(stacksTop([[layers[0], { ...layers[1], values: [3, 6] }]]), 6);
  strictEqual(stacksTop([]), 0);
});
