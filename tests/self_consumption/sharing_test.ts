import { deepStrictEqual } from "node:assert/strict";
import { type Claim, sharedParts } from "@/lib/self_consumption/sharing.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { SHARING_LAWS } from "@/tests/helpers/sharing_laws.ts";

/** Three consumers of 2, 6 and 4 kWh, whose shares are half, 30 and 20 % of the production. */
const THREE: readonly Claim[] = [
  { id: "a", consumed: 2_000_000, sharePercent: 50 },
  { id: "b", consumed: 6_000_000, sharePercent: 30 },
  { id: "c", consumed: 4_000_000, sharePercent: 20 },
];
const TEN_KWH = 10_000_000;

Deno.test("sharedParts() by static shares: the unused part of a share goes to the grid", () => {
  // Offered 5, 3 and 2 kWh.
  deepStrictEqual(sharedParts("static", TEN_KWH, THREE), [2_000_000, 3_000_000, 2_000_000]);
});

Deno.test("sharedParts() by dynamic shares: the unused part of a share goes to consumers who need more", () => {
  // Of the 3 kWh left, b still needs 3 and c 2: 1.8 and 1.2 kWh.
  deepStrictEqual(sharedParts("dynamic", TEN_KWH, THREE), [2_000_000, 4_800_000, 3_200_000]);
});

Deno.test("sharedParts() in proportion to consumption gives the last millionth to the largest remainder", () => {
  // 10/12 of 2, 6 and 4 kWh: 1.666666⅔, 5 and 3.333333⅓.
  deepStrictEqual(sharedParts("full-dynamic", TEN_KWH, THREE), [1_666_667, 5_000_000, 3_333_333]);
});

// @spec autoconsumption.sharing
Deno.test("sharedParts() gives every consumer its whole consumption when there is enough", () => {
  const all = THREE.map(({ consumed }) => consumed);
  deepStrictEqual(sharedParts("full-dynamic", 12_000_000, THREE), all);
  deepStrictEqual(sharedParts("dynamic", 50_000_000, THREE), all);
});

Deno.test("sharedParts() gives a consumer without a share nothing, or what the others do not use", () => {
  const claims = [
    { id: "a", consumed: 1_000_000, sharePercent: 100 },
    { id: "b", consumed: 3_000_000, sharePercent: null },
  ];
  deepStrictEqual(sharedParts("static", 2_000_000, claims), [1_000_000, 0]);
  deepStrictEqual(sharedParts("dynamic", 2_000_000, claims), [1_000_000, 1_000_000]);
});

Deno.test("sharedParts() scales shares of more than 100 % together down to 100 %", () => {
  const claims = [
    { id: "a", consumed: 9_000_000, sharePercent: 90 },
    { id: "b", consumed: 9_000_000, sharePercent: 60 },
  ];
  deepStrictEqual(sharedParts("static", 5_000_000, claims), [3_000_000, 2_000_000]);
});

Deno.test("sharedParts() without production, or without consumers", () => {
  deepStrictEqual(sharedParts("full-dynamic", 0, THREE), [0, 0, 0]);
  deepStrictEqual(sharedParts("dynamic", 0, THREE), [0, 0, 0]);
  deepStrictEqual(sharedParts("static", TEN_KWH, []), []);
});

testLaws(SHARING_LAWS);
