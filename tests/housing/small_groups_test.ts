import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { countedFiner, isTooFew, withComplement } from "@/lib/housing/anonymity.ts";

// @spec housing.small-groups
Deno.test("isTooFew() is true from one to ten dwellings", () => {
  deepStrictEqual([0, 1, 10, 11].map(isTooFew), [false, true, true, false]);
});

function dwellings(from: number, count: number): ReadonlySet<string> {
  return new Set(Array.from({ length: count }, (_, rank) => `${from + rank}`));
}

// @spec housing.totals
Deno.test("withComplement() withholds the smallest shown slot beside a single withheld one", () => {
  const slots = [dwellings(0, 12), dwellings(0, 10), dwellings(0, 11), dwellings(0, 0)];
  deepStrictEqual([...withComplement(slots)].sort(), [1, 2]);
});

Deno.test("withComplement() withholds no more when the withheld slots have eleven dwellings together", () => {
  const slots = [dwellings(0, 12), dwellings(0, 6), dwellings(6, 5)];
  deepStrictEqual([...withComplement(slots)].sort(), [1, 2]);
  strictEqual(withComplement([dwellings(0, 11), dwellings(0, 12)]).size, 0);
});

Deno.test("withComplement() leaves withheld slots of no dwelling or of eleven together, for any day", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  for (let round = 0; round < 2_000; round++) {
    const slots = Array.from({ length: 5 }, () => dwellings(random(4), random(14)));
    const withheld = withComplement(slots);
    const together = new Set([...withheld].flatMap((rank) => [...slots[rank] ?? []]));
    const isAllWithheld = slots.every(({ size }, rank) => size === 0 || withheld.has(rank));
    ok(!isTooFew(together.size) || isAllWithheld);
    ok(slots.every(({ size }, rank) => withheld.has(rank) || !isTooFew(size)));
  }
});

Deno.test("countedFiner() leaves out no dwelling or eleven", () => {
  const left = (count: number, allowedCount: number) => {
    const houses = Array.from({ length: count }, (_, rank) => rank);
    return count - countedFiner(houses, (rank) => rank < allowedCount).length;
  };
  deepStrictEqual([left(12, 12), left(30, 29), left(30, 19), left(30, 18)], [0, 11, 11, 12]);
  // No eleven others: none is counted.
  deepStrictEqual([left(11, 10), left(8, 3)], [11, 8]);
});
