import { strictEqual } from "node:assert/strict";
import { ecoindex } from "@/tests/tools/page_measures.ts";

// Each at the first twentile: 100 − 5 × (3 + 2 + 1) / 6 = 95. Halfway between the first two: 100 −
// 5 × 1.5 = 92.5.
Deno.test("ecoindex() is 100 for an empty page, and decreases with elements, requests and bytes", () => {
  strictEqual(ecoindex({ elements: 0, requests: 0, bytes: 0 }), 100);
  strictEqual(ecoindex({ elements: 47, requests: 2, bytes: 1.37 * 1024 }), 95);
  strictEqual(
    Math.round(ecoindex({ elements: 61, requests: 8.5, bytes: 73.035 * 1024 }) * 100) / 100,
    92.5,
  );
  strictEqual(ecoindex({ elements: 1e9, requests: 1e9, bytes: 1e12 }), 0);
});
