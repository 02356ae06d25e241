import { strictEqual } from "node:assert/strict";
import type { TypedocValue } from "@/lib/documents/schema.ts";
import { compliance, documentCompliance } from "@/lib/documents/upload_rules.ts";

function bounds(min: number | null, max: number | null): TypedocValue {
  return { id: "t", name: "Départ", type: "number", required: true, min, max, unit: "°C" };
}

// @spec contracting.compliance
Deno.test("compliance() with both bounds is inside within both, bounds included", () => {
  const departure = bounds(60, 80);
  strictEqual(compliance("60", departure), "inside");
  strictEqual(compliance("80", departure), "inside");
  strictEqual(compliance("59.99", departure), "outside");
  strictEqual(compliance("80.01", departure), "outside");
});

Deno.test("compliance() with one bound checks that one; a bound of 0 is a bound", () => {
  strictEqual(compliance("85", bounds(85, null)), "inside");
  strictEqual(compliance("84", bounds(85, null)), "outside");
  strictEqual(compliance("50", bounds(null, 50)), "inside");
  strictEqual(compliance("51", bounds(null, 50)), "outside");
  strictEqual(compliance("-1", bounds(0, null)), "outside");
  strictEqual(compliance("0", bounds(0, null)), "inside");
  strictEqual(compliance("0.5", bounds(null, 0)), "outside");
});

Deno.test("compliance() without bounds, of another type or without a number is neutral", () => {
  strictEqual(compliance("12", bounds(null, null)), "neutral");
  strictEqual(compliance("12", { ...bounds(0, 1), type: "text" }), "neutral");
  strictEqual(compliance("2024-07-15", { ...bounds(0, 1), type: "date" }), "neutral");
  for (const text of ["", "abc", "1,5", "0x10", "Infinity"]) {
    strictEqual(compliance(text, bounds(0, 10)), "neutral", text);
  }
});

Deno.test("documentCompliance() is false for one value outside, true when all values with bounds are inside", () => {
  const values = [bounds(60, 80), { ...bounds(null, null), id: "n" }];
  const data = (...all: string[]) => all.map((value) => ({ typedocValueId: "t", value }));
  const free = { typedocValueId: "n", value: "3" };
  strictEqual(documentCompliance([...data("60", "81"), free], values), false);
  strictEqual(documentCompliance([...data("60", "80"), free], values), true);
  strictEqual(documentCompliance([free, { typedocValueId: "gone", value: "1" }], values), null);
  strictEqual(documentCompliance([], values), null);
});
