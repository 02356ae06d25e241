import { deepStrictEqual } from "node:assert/strict";
import { ALL_FLOORS } from "@/lib/housing/dwelling_list.ts";
import { floorChoiceLabel } from "@/lib/housing/text.ts";

Deno.test("floorChoiceLabel() is Tous, RDC, ? or the number", () => {
  deepStrictEqual([ALL_FLOORS, 0, null, 1, 12].map(floorChoiceLabel), [
    "Tous",
    "RDC",
    "?",
    "1",
    "12",
  ]);
});
