import { strictEqual } from "node:assert/strict";
import { oneLine } from "@/lib/base/strings.ts";

Deno.test("oneLine() replaces each run of line breaks with a space, and keeps the rest", () => {
  strictEqual(oneLine("Les Tilleuls\r\n\nBâtiment B"), "Les Tilleuls Bâtiment B");
  strictEqual(oneLine("A\rB\nC"), "A B C");
  strictEqual(oneLine("  12 rue\tdes Lilas "), "  12 rue\tdes Lilas ");
  strictEqual(oneLine(""), "");
});
