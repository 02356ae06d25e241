import { deepStrictEqual } from "node:assert/strict";
import { TOKEN_FORM } from "@/lib/ingest/forms.ts";

Deno.test("TOKEN_FORM requires a name, and trims it", () => {
  deepStrictEqual(TOKEN_FORM.read({ name: " Collecteur " }), { name: "Collecteur" });
  deepStrictEqual(TOKEN_FORM.errors({ name: " " }), { name: { code: "required" } });
  deepStrictEqual(TOKEN_FORM.errors({ name: "x".repeat(101) }), {
    name: { code: "maxlength", allowedLength: 100 },
  });
});
