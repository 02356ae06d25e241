import { strictEqual } from "node:assert/strict";
import { oneLine } from "@/lib/domain/forms/one_line.ts";

Deno.test("oneLine() makes each run of line breaks a space, and leaves the rest as it is", () => {
  strictEqual(oneLine("Les Tilleuls\r\n\nBâtiment B"), "Les Tilleuls Bâtiment B");
  strictEqual(oneLine("A\rB\nC"), "A B C");
  strictEqual(oneLine("  12 rue\tdes Lilas "), "  12 rue\tdes Lilas ");
  strictEqual(oneLine(""), "");
});
