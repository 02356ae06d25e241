import { deepStrictEqual, ok } from "node:assert/strict";
import {
  FEWEST_ANONYMOUS,
  type HouseSlots,
  shownGroups,
  spreadSlots,
  togetherSlots,
} from "@/lib/housing/anonymity.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";

function slotsOf(isDetailed: boolean, ...values: (number | null)[]): HouseSlots {
  const slots = values.map((value, rank) => aSlot(`2024-0${rank + 1}`, value));
  return { isDetailed, slots };
}

const anonymous = (count: number, value: number | null = 2) =>
  Array.from({ length: count }, () => slotsOf(false, value));

/** Anonymous dwellings of a group, or of none when its name is "-". */
function members(group: string, count: number) {
  const anonymousGroupId = group === "-" ? null : group;
  return Array.from({ length: count }, (_, rank) => ({ id: `${group}${rank}`, anonymousGroupId }));
}

Deno.test("togetherSlots() is the sum of consumptions, and the mean of other quantities", () => {
  const houses = [slotsOf(true, 1, null), slotsOf(true, 4, 3)];
  const complete = { completeness: 1, estimated: false };
  deepStrictEqual([...togetherSlots(houses, true)], [
    { slot: "2024-01", value: 5, min: null, max: null, ...complete },
    { slot: "2024-02", value: 3, min: null, max: null, ...complete, completeness: 0.5 },
  ]);
  deepStrictEqual([...togetherSlots(houses, false)], [
    { slot: "2024-01", value: 2.5, min: 1, max: 4, ...complete },
    { slot: "2024-02", value: 3, min: 3, max: 3, ...complete, completeness: 0.5 },
  ]);
  deepStrictEqual([...togetherSlots([], true)], []);
});

Deno.test("togetherSlots() leaves anonymous dwellings out of a slot where fewer than 11 were read", () => {
  const detailed = [slotsOf(true, 100)];
  const sumOf = (houses: readonly HouseSlots[]) =>
    [...togetherSlots(houses, true)][0]?.value ?? null;
  deepStrictEqual(sumOf([...detailed, ...anonymous(10)]), 100);
  deepStrictEqual(sumOf([...detailed, ...anonymous(11)]), 122);
  // Eleven dwellings, of which ten were read.
  deepStrictEqual(sumOf([...detailed, ...anonymous(10), ...anonymous(1, null)]), 100);
  deepStrictEqual(sumOf(anonymous(10)), null);
});

// @spec series.completeness
Deno.test("togetherSlots() counts as not read the anonymous dwellings that it leaves out of one slot only", () => {
  const of = (houses: readonly HouseSlots[]) => {
    const [{ value, completeness } = { value: null, completeness: 0 }] = togetherSlots(
      houses,
      true,
    );
    return [value, completeness];
  };
  const nine = Array.from({ length: 9 }, () => slotsOf(true, 100));
  deepStrictEqual(of([...nine, ...anonymous(11, 100)]), [2_000, 1]);
  // One of eleven was not read: the total is of nine dwellings among twenty.
  deepStrictEqual(of([...nine, ...anonymous(10, 100), ...anonymous(1, null)]), [900, 0.45]);
  // Ten are never counted, in any year.
  deepStrictEqual(of([...nine, ...anonymous(10, 100)]), [900, 1]);
});

Deno.test("spreadSlots() never shows the lowest or the highest of anonymous dwellings", () => {
  deepStrictEqual([...spreadSlots(anonymous(12))], [
    { slot: "2024-01", min: null, mean: 2, max: null, count: 12 },
  ]);
  // (5 + 8 + 11 × 2) / 13
  deepStrictEqual([...spreadSlots([slotsOf(true, 5), slotsOf(true, 8), ...anonymous(11)])], [
    { slot: "2024-01", min: 5, mean: 2.692308, max: 8, count: 13 },
  ]);
  deepStrictEqual([...spreadSlots([slotsOf(true, 5), ...anonymous(3)])], [
    { slot: "2024-01", min: 5, mean: 5, max: 5, count: 1 },
  ]);
});

Deno.test("spreadSlots() excludes a dwelling whose occupant changed from the lowest and highest, and counts it", () => {
  const changed = { ...slotsOf(true, 90, 1), sharedSlots: new Set(["2024-01"]) };
  deepStrictEqual(
    [...spreadSlots([slotsOf(true, 10, 5), changed])].map(({ min, mean, max }) => [min, mean, max]),
    [[10, 50, 10], [1, 3, 5]],
  );
});

// @spec housing.small-groups
Deno.test("shownGroups() hides a group of fewer than 11", () => {
  const groups = shownGroups([...members("a", 11), ...members("b", 12)]);
  deepStrictEqual(groups.map(({ id, houseIds }) => [id, houseIds.length]), [["a", 11], ["b", 12]]);
  deepStrictEqual(shownGroups(members("a", 10)), []);
});

// @spec housing.totals
Deno.test("shownGroups() hides the smallest shown group too when a subtraction would reveal the hidden ones", () => {
  const shown = (...houses: ReturnType<typeof members>[]) =>
    shownGroups(houses.flat()).map(({ id }) => id);
  deepStrictEqual(shown(members("a", 11), members("b", 12), members("c", 3)), ["b"]);
  deepStrictEqual(shown(members("a", 11), members("b", 12), members("c", 3), members("d", 8)), [
    "a",
    "b",
  ]);
  // A dwelling in no group would be revealed as well.
  deepStrictEqual(shown(members("a", 30), members("-", 1)), []);
});

Deno.test("shownGroups() never reveals 1 to 10 dwellings, for any groups", () => {
  const sizes = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "-"), fc.nat({ max: 40 }));
  fc.assert(
    fc.property(sizes, (groups) => {
      const houses = Object.entries(groups).flatMap(([name, count]) => members(name, count));
      const shown = shownGroups(houses);
      const rest = houses.length -
        shown.reduce((count, { houseIds }) => count + houseIds.length, 0);
      ok(shown.every(({ houseIds }) => houseIds.length >= FEWEST_ANONYMOUS));
      ok(shown.length === 0 || rest === 0 || rest >= FEWEST_ANONYMOUS);
    }),
    { seed: 20260101 },
  );
});
