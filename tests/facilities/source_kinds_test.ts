import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  isAllowedSourceKind,
  SOURCE_KIND_NAMES,
  SOURCE_KINDS,
} from "@/lib/facilities/source_kinds.ts";

// @spec balance.meters
Deno.test("SOURCE_KINDS are named after their fuel and the quantity of their meter", () => {
  deepStrictEqual(Object.keys(SOURCE_KINDS), SOURCE_KIND_NAMES);
  for (const kind of SOURCE_KIND_NAMES) {
    strictEqual(kind, `${SOURCE_KINDS[kind].fuel}-${SOURCE_KINDS[kind].measure}`);
  }
});

Deno.test("isAllowedSourceKind() refuses a source without a factor", () => {
  for (const kind of ["urban-volume", "urban-mass", "wood-volume", "gaz-mass", "", "toString"]) {
    strictEqual(isAllowedSourceKind(kind), false, kind);
  }
  strictEqual(isAllowedSourceKind("wood-mass"), true);
});
