import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  ALL_FLOORS,
  chosenFloor,
  floorOptions,
  floorsOf,
  floorText,
  type HouseFloor,
  housesOnFloor,
  isFloorSelectorShown,
} from "@/lib/housing/dwelling_list.ts";
import { law, testLaws } from "@/tests/helpers/laws.ts";
import { fc } from "@/tests/npm/fast_check.ts";

function housesAt(...floors: HouseFloor[]) {
  return floors.map((floor) => ({ settings: { floor } }));
}

// @spec forms.floors
Deno.test("floorsOf() returns each floor once, the unknown one first", () => {
  deepStrictEqual(floorsOf(housesAt(2, 0, null, 10, 2, 1, null)), [null, 0, 1, 2, 10]);
  deepStrictEqual(floorsOf([]), []);
});

Deno.test("isFloorSelectorShown() is true only with more than one floor", () => {
  deepStrictEqual([[], [0], [null], [null, 0]].map(isFloorSelectorShown), [
    false,
    false,
    false,
    true,
  ]);
});

Deno.test("floorOptions() lists all floors first", () => {
  deepStrictEqual(floorOptions([null, 0, 1]), [ALL_FLOORS, null, 0, 1]);
});

Deno.test("chosenFloor() is the first floor by default", () => {
  strictEqual(chosenFloor([0, 1], null), 0);
  strictEqual(chosenFloor([null, 0], null), null);
  strictEqual(chosenFloor([], null), ALL_FLOORS);
});

Deno.test("chosenFloor() is the requested one, including all floors and the unknown one", () => {
  strictEqual(chosenFloor([null, 0, 3], "3"), 3);
  strictEqual(chosenFloor([null, 0, 3], "-1"), ALL_FLOORS);
  strictEqual(chosenFloor([null, 0, 3], "null"), null);
});

Deno.test("chosenFloor() is the first floor again when no house is on the requested one", () => {
  for (const asked of ["3", "null", "", "03", "x"]) strictEqual(chosenFloor([0, 1], asked), 0);
});

Deno.test("housesOnFloor() returns those of the floor, or all", () => {
  const houses = housesAt(0, 1, null, 1);
  deepStrictEqual(housesOnFloor(houses, 1), housesAt(1, 1));
  deepStrictEqual(housesOnFloor(houses, null), housesAt(null));
  deepStrictEqual(housesOnFloor(houses, ALL_FLOORS), houses);
});

const floors = fc.array(fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }));

testLaws([
  law(
    "each floor keeps its houses, and together they are all the houses",
    fc.property(floors, (drawn) => {
      const houses = housesAt(...drawn);
      const counts = floorsOf(houses).map((floor) => housesOnFloor(houses, floor).length);
      strictEqual(counts.reduce((sum, count) => sum + count, 0), houses.length);
      strictEqual(counts.includes(0), false);
    }),
  ),
  law(
    "chosenFloor() finds again the floor an address was written from",
    fc.property(floors, (drawn) => {
      const found = floorsOf(housesAt(...drawn));
      for (const floor of floorOptions(found)) {
        strictEqual(chosenFloor(found, floorText(floor)), floor);
      }
    }),
  ),
]);
