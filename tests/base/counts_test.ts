import { strictEqual } from "node:assert/strict";
import { countText } from "@/lib/base/text_format.ts";

Deno.test("countText() uses the singular below two, and never separates the number from its word", () => {
  strictEqual(countText(0, "ligne lue", "lignes lues"), "0\u00A0ligne lue");
  strictEqual(countText(1, "série"), "1\u00A0série");
  strictEqual(countText(2, "série"), "2\u00A0séries");
  strictEqual(countText(1234, "jour ajouté", "jours ajoutés"), "1\u202F234\u00A0jours ajoutés");
});
