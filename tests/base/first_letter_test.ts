import { strictEqual } from "node:assert/strict";
import { capitalized, lowered } from "@/lib/base/strings.ts";

Deno.test("capitalized() and lowered() change only the first letter, accents included", () => {
  strictEqual(capitalized("électricité en été"), "Électricité en été");
  strictEqual(lowered("Électricité en Été"), "électricité en Été");
  strictEqual(capitalized(""), "");
  strictEqual(lowered(""), "");
});
