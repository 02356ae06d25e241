import { deepStrictEqual, ok } from "node:assert/strict";
import {
  MOST_DEPOSIT_VALUES,
  MOST_TYPEDOC_VALUES,
  mostSets,
} from "@/lib/domain/contracting/limits.ts";

Deno.test("mostSets() returns 20 sets, or as many as a deposit accepts", () => {
  // At most 1,000 values: 20 sets of 50, 19 of 51, 10 of 100.
  deepStrictEqual([0, 1, 50, 51, 100].map(mostSets), [20, 20, 20, 19, 10]);
  for (let count = 1; count <= MOST_TYPEDOC_VALUES; count++) {
    ok(mostSets(count) >= 1 && mostSets(count) * count <= MOST_DEPOSIT_VALUES);
  }
});
